package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * All schemas that apply to one value, found through references, combinations and conditions. Only
 * together do they tell which properties are known, so that none strips what another one declares.
 */
final class Overlay {

    /**
     * One schema of the overlay.
     *
     * @param leading whether it may convert and fill in; other alternatives that accept the value
     *     as well only keep their properties from being stripped
     */
    record Layer(Compiled schema, Scope scope, boolean leading) {
        Shape shape() {
            return schema.shape();
        }
    }

    private record Pending(Compiled schema, Scope scope, boolean leading) {}

    private final List<Pending> pending = new ArrayList<>();
    private final List<Layer> layers = new ArrayList<>();
    private final Set<Pending> followed = new HashSet<>(0);

    /** Whether a schema that applies could not be found, so that nothing is known to be unknown. */
    private boolean open;

    /** The overlay that a schema spreads over a value. */
    static Overlay of(Compiled schema, JsonNode value, Scope scope) {
        Overlay overlay = new Overlay();
        overlay.pending.add(new Pending(schema, scope, true));
        return overlay.resolve(value);
    }

    /** Adds what a layer declares about a property; whether the layer knows it. */
    boolean addChild(ObjectCheck check, String name, Layer layer) {
        boolean known = false;
        for (ObjectCheck.Property property : check.properties()) {
            if (property.schema() != null && property.name().equals(name)) {
                known = true;
                add(property.schema(), layer);
            }
        }
        for (ObjectCheck.PatternProperty pattern : check.patterns()) {
            if (PatternSearch.find(pattern.pattern(), name, layer.scope)) {
                known = true;
                add(pattern.schema(), layer);
            }
        }
        Compiled additional = check.additional();
        if (!known && additional != null && !additional.isNever()) {
            add(additional, layer);
        }
        return known;
    }

    private void add(Compiled schema, Layer layer) {
        pending.add(new Pending(schema, layer.scope, layer.leading));
    }

    /** Follows references, combinations and conditions, as far as they apply to the value. */
    Overlay resolve(JsonNode value) {
        for (Pending schema : pending) {
            expand(schema, value);
        }
        pending.clear();
        return this;
    }

    private void expand(Pending next, JsonNode value) {
        next.scope.spend(1);
        Scope scope = next.schema.enter(next.scope);
        layers.add(new Layer(next.schema, scope, next.leading));
        for (Check check : next.schema.shape().inPlace) {
            if (check instanceof Reference reference) {
                Scope inner = reference.enter(scope);
                Pending target = new Pending(reference.target(scope), inner, next.leading);
                if (inner.verdicts() == null || isNew(target)) {
                    expand(target, value);
                }
            } else if (check instanceof Conditional conditional) {
                expandConditional(conditional, value, scope, next.leading);
            } else if (check instanceof Dependency dependency) {
                if (dependency.appliesTo(value)) {
                    expand(new Pending(dependency.schema(), scope, next.leading), value);
                }
            } else if (check instanceof Combination combination) {
                expandCombination(next, combination, value, scope);
            } else if (check instanceof Discriminator discriminator && value.isObject()) {
                expandSubtype(next, discriminator, value, scope);
            }
        }
    }

    /** Whether a target was not laid on this value yet; twice is once. */
    private boolean isNew(Pending target) {
        return followed.add(new Pending(target.schema, target.scope.dynamic(), target.leading));
    }

    /** Adds the schema that an object names, unless alternatives beside it are chosen by name. */
    private void expandSubtype(
            Pending next, Discriminator discriminator, JsonNode value, Scope scope) {
        if (next.schema.shape().hasAlternatives()) {
            return;
        }
        Located named = discriminator.named(value);
        if (named == null || !discriminator.isExtendedBy(named)) {
            open = true;
            return;
        }
        Compiled subtype = Reference.compiled(named);
        for (Layer layer : layers) {
            if (layer.schema == subtype) {
                return;
            }
        }
        expand(new Pending(subtype, discriminator.enter(named, scope), next.leading), value);
    }

    private void expandConditional(
            Conditional conditional, JsonNode value, Scope scope, boolean leading) {
        boolean met = conditional.condition().accepts(value, scope);
        if (met) {
            expand(new Pending(conditional.condition(), scope, false), value);
        }
        Compiled branch = conditional.branch(met);
        if (branch != null) {
            expand(new Pending(branch, scope, leading), value);
        }
    }

    private void expandCombination(
            Pending next, Combination combination, JsonNode value, Scope scope) {
        if (combination.mode() == Combination.Mode.ALL) {
            for (Compiled branch : combination.branches()) {
                expand(new Pending(branch, scope, next.leading), value);
            }
            return;
        }
        Discriminator discriminator = next.schema.shape().discriminator;
        BranchChoice choice = BranchChoice.of(combination, discriminator, value, scope);
        open |= choice.best() == null;
        for (Compiled branch : choice.known()) {
            expand(new Pending(branch, scope, next.leading && branch == choice.best()), value);
        }
    }

    JsonNode normalize(JsonNode value) {
        if (layers.size() == 1 && layers.getFirst().leading && layers.getFirst().shape().plain) {
            Layer only = layers.getFirst();
            return Normalizer.normalize(only.schema, value, only.scope);
        }
        return switch (value.getNodeType()) {
            case OBJECT -> sayOf(shape -> shape.object != null) ? object(value) : value;
            case ARRAY -> sayOf(shape -> shape.items != null) ? array(value) : value;
            case STRING, NUMBER, BOOLEAN -> scalar(value);
            case NULL, BINARY, MISSING, POJO -> value;
        };
    }

    /** Whether any layer declares something. */
    private boolean sayOf(Predicate<Shape> something) {
        for (Layer layer : layers) {
            if (something.test(layer.shape())) {
                return true;
            }
        }
        return false;
    }

    private JsonNode scalar(JsonNode value) {
        int types = JsonType.ANY;
        Enumeration enumeration = null;
        for (Layer layer : layers) {
            if (layer.leading) {
                types &= layer.shape().types;
                enumeration = enumeration == null ? layer.shape().enumeration : enumeration;
            }
        }
        return types == JsonType.ANY && enumeration == null
                ? value
                : ScalarConversion.convert(value, types, enumeration);
    }

    private JsonNode object(JsonNode value) {
        boolean strips = strips();
        ObjectNode changed = null;
        for (Map.Entry<String, JsonNode> member : value.properties()) {
            String name = member.getKey();
            Overlay child = new Overlay();
            boolean known = addLayersTo(child, name);
            if (!known && strips) {
                changed = changed == null ? Normalizer.copy(value) : changed;
                changed.remove(name);
                continue;
            }
            JsonNode normal = child.resolve(member.getValue()).normalize(member.getValue());
            if (normal != member.getValue()) {
                changed = changed == null ? Normalizer.copy(value) : changed;
                changed.set(name, normal);
            }
        }
        changed = fillDefaults(value, changed);
        return changed == null ? value : changed;
    }

    /** Only who leads may strip; whoever leaves the object open keeps everything. */
    private boolean strips() {
        boolean declared = false;
        for (Layer layer : layers) {
            if (layer.shape().leavesOpen()) {
                return false;
            }
            declared |= layer.leading && layer.shape().declares();
        }
        return declared && !open;
    }

    private boolean addLayersTo(Overlay child, String name) {
        boolean known = false;
        for (Layer layer : layers) {
            known |= layer.shape().mentions(name);
            if (layer.shape().object != null) {
                known |= child.addChild(layer.shape().object, name, layer);
            }
        }
        return known;
    }

    private @Nullable ObjectNode fillDefaults(JsonNode value, @Nullable ObjectNode changedSoFar) {
        ObjectNode changed = changedSoFar;
        for (Layer layer : layers) {
            if (!layer.leading || layer.shape().object == null) {
                continue;
            }
            for (ObjectCheck.Property property : layer.shape().object.properties()) {
                JsonNode present = (changed == null ? value : changed).get(property.name());
                if (present == null && property.schema() != null) {
                    JsonNode filled = Normalizer.defaultOf(property.schema(), layer.scope);
                    if (filled != null) {
                        changed = changed == null ? Normalizer.copy(value) : changed;
                        changed.set(property.name(), filled);
                    }
                }
            }
        }
        return changed;
    }

    private JsonNode array(JsonNode value) {
        ArrayNode changed = null;
        for (int i = 0; i < value.size(); i++) {
            Overlay child = new Overlay();
            for (Layer layer : layers) {
                Compiled schema =
                        layer.shape().items == null ? null : layer.shape().items.schemaOf(i);
                if (schema != null) {
                    child.add(schema, layer);
                }
            }
            JsonNode item = value.get(i);
            JsonNode normal = child.resolve(item).normalize(item);
            if (normal != item) {
                changed = changed == null ? Normalizer.copyOf(value) : changed;
                changed.set(i, normal);
            }
        }
        return changed == null ? value : changed;
    }
}
