package dev.alkdev.operations.schema;

import dev.alkdev.operations.schema.pattern.Pattern262;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * {@code properties}, {@code required}, {@code patternProperties} and {@code additionalProperties}
 * together: each declared property is looked up once.
 */
final class ObjectCheck extends Check {

    /** A property that is declared, required, or both. */
    record Property(String name, @Nullable Compiled schema, boolean required) {}

    /** The properties whose name matches a pattern. */
    record PatternProperty(Pattern262 pattern, Compiled schema) {}

    /** Objects with more declared properties than this take time even if they are empty. */
    private static final int FEW_PROPERTIES = 64;

    private final Property[] properties;
    private final Property[] cheapestFirst;
    private final PatternProperty[] patterns;
    private final @Nullable Compiled additional;
    private final boolean declares;
    private final int work;
    private final Set<String> declared;

    ObjectCheck(
            Location schema,
            List<Property> properties,
            List<PatternProperty> patterns,
            @Nullable Compiled additional,
            boolean declares) {
        super(schema, "properties");
        this.properties = properties.toArray(new Property[0]);
        this.patterns = patterns.toArray(new PatternProperty[0]);
        this.additional = additional;
        this.declares = declares;
        this.work = properties.size() / FEW_PROPERTIES;
        this.cheapestFirst = this.properties.clone();
        Arrays.sort(cheapestFirst, (one, other) -> Integer.compare(cost(one), cost(other)));
        this.declared = new HashSet<>();
        for (Property property : properties) {
            if (property.schema() != null) {
                declared.add(property.name());
            }
        }
    }

    Property[] properties() {
        return properties;
    }

    PatternProperty[] patterns() {
        return patterns;
    }

    @Nullable Compiled additional() {
        return additional;
    }

    /** Whether there is a {@code properties} keyword, be it empty. */
    boolean declares() {
        return declares;
    }

    /** Whether properties that are not declared are anything but left alone. */
    boolean caresForOthers() {
        return declares || additional != null || patterns.length > 0;
    }

    boolean isDeclared(String name) {
        return declared.contains(name);
    }

    @Override
    int types() {
        return JsonType.OBJECT.bit;
    }

    private static int cost(Property property) {
        return property.schema == null ? 0 : property.schema.cost();
    }

    @Override
    int cost() {
        int rest = additional == null ? 0 : additional.cost();
        int last = cheapestFirst.length == 0 ? 0 : cost(cheapestFirst[cheapestFirst.length - 1]);
        return patterns.length > 0 ? COSTLY : 1 + Math.max(rest, last);
    }

    /** What looking for every declared property costs, in steps. */
    int work() {
        return work;
    }

    @Override
    boolean isPlain() {
        for (Property property : properties) {
            if (property.schema != null && !property.schema.isPlain()) {
                return false;
            }
        }
        return patterns.length == 0
                && properties.length <= FEW_PROPERTIES
                && (additional == null || additional.isPlain());
    }

    @Override
    boolean accepts(JsonNode value, Scope scope) {
        if (work > 0) {
            scope.spend(work);
        }
        int found = 0;
        for (Property property : cheapestFirst) {
            JsonNode child = value.get(property.name);
            if (child == null) {
                if (property.required) {
                    return false;
                }
            } else if (property.schema != null) {
                found++;
                if (!property.schema.accepts(child, scope)) {
                    return false;
                }
            }
        }
        boolean done = patterns.length == 0 && (additional == null || found == value.size());
        return done || acceptsOthers(value, scope);
    }

    @Override
    boolean isNormal(JsonNode value, Scope scope) {
        int found = 0;
        for (Property property : cheapestFirst) {
            JsonNode child = value.get(property.name);
            if (child == null) {
                if (property.required
                        || (property.schema != null && property.schema.hasDefault())) {
                    return false;
                }
            } else if (property.schema != null) {
                found++;
                if (!property.schema.isNormal(child, scope)) {
                    return false;
                }
            }
        }
        return found == value.size() || !caresForOthers();
    }

    private boolean acceptsOthers(JsonNode value, Scope scope) {
        int index = 0;
        for (Map.Entry<String, JsonNode> member : value.properties()) {
            scope.pass(index++);
            String name = member.getKey();
            boolean known = isDeclared(name);
            for (PatternProperty pattern : patterns) {
                if (PatternSearch.find(pattern.pattern, name, scope)) {
                    known = true;
                    if (!pattern.schema.accepts(member.getValue(), scope)) {
                        return false;
                    }
                }
            }
            if (!known && additional != null && !additional.accepts(member.getValue(), scope)) {
                return false;
            }
        }
        return true;
    }

    @Override
    boolean evaluate(JsonNode value, Scope scope, Evaluated evaluated) {
        if (!accepts(value, scope)) {
            return false;
        }
        if (additional != null) {
            evaluated.addAllNames();
            return true;
        }
        for (Property property : properties) {
            if (property.schema != null && value.has(property.name)) {
                evaluated.addName(property.name);
            }
        }
        if (patterns.length > 0) {
            value.propertyNames().stream()
                    .filter(name -> matchesPattern(name, scope))
                    .forEach(evaluated::addName);
        }
        return true;
    }

    private boolean matchesPattern(String name, Scope scope) {
        for (PatternProperty pattern : patterns) {
            if (PatternSearch.find(pattern.pattern, name, scope)) {
                return true;
            }
        }
        return false;
    }

    @Override
    void explain(JsonNode value, Scope scope, Report report) {
        for (Property property : properties) {
            JsonNode child = value.get(property.name);
            if (child == null && property.required) {
                String message = "required property \"" + property.name + "\" is missing";
                fail(report, "required", message + ", got " + ValueText.of(value), value);
            } else if (child != null && property.schema != null) {
                explainChild(property.name, child, property.schema, scope, report);
            }
        }
        if (patterns.length > 0 || additional != null) {
            int index = 0;
            for (Map.Entry<String, JsonNode> member : value.properties()) {
                scope.pass(index++);
                explainOther(member.getKey(), member.getValue(), scope, report);
            }
        }
    }

    private void explainOther(String name, JsonNode child, Scope scope, Report report) {
        boolean known = isDeclared(name);
        for (PatternProperty pattern : patterns) {
            if (PatternSearch.find(pattern.pattern, name, scope)) {
                known = true;
                explainChild(name, child, pattern.schema, scope, report);
            }
        }
        if (known || additional == null) {
            return;
        }
        if (additional.isNever()) {
            report.enter(name);
            String message = "unknown property \"" + name + "\"" + meant(name) + known();
            fail(report, "additionalProperties", message + ", got " + ValueText.of(child), child);
            report.leave();
        } else {
            explainChild(name, child, additional, scope, report);
        }
    }

    private String meant(String name) {
        return NearestName.of(name, declared)
                .map(nearest -> "; did you mean \"" + nearest + "\"?")
                .orElse("");
    }

    private String known() {
        return declared.isEmpty() || declared.size() > 12
                ? ""
                : "; known are " + String.join(", ", declared.stream().sorted().toList());
    }

    private static void explainChild(
            String name, JsonNode child, Compiled schema, Scope scope, Report report) {
        report.enter(name);
        schema.explain(child, scope, report);
        report.leave();
    }
}
