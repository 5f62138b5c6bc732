package dev.alkdev.operations.config;

import dev.alkdev.operations.schema.NearestName;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * An object of one of several kinds, which its key {@code type} names.
 *
 * @param shapes finds the shape of a kind when it is needed: to find those of all kinds takes a
 *     good part of the start, and a config names only some
 */
record KindShape(
        Words words, ByKind rule, Map<String, Class<? extends Record>> kinds, ConfigShapes shapes)
        implements ConfigShape {
    static final String TYPE = "type";

    private List<String> names() {
        return List.copyOf(kinds.keySet());
    }

    private @Nullable RecordShape shape(String name) {
        Class<? extends Record> kind = kinds.get(name);
        return kind == null ? null : shapes.record(kind);
    }

    private List<RecordShape> all() {
        return kinds.values().stream().map(shapes::record).toList();
    }

    /** The kinds without keys, whose name is enough. */
    private List<String> alone() {
        return kinds.entrySet().stream()
                .filter(kind -> isAlone(shapes.record(kind.getValue())))
                .map(Map.Entry::getKey)
                .toList();
    }

    private boolean isAlone(RecordShape kind) {
        return rule.named() && kind.absent().isPresent();
    }

    @Override
    public @Nullable Object read(ConfigValue value) {
        if (value.isObject()) {
            return readObject(value);
        }
        String text = value.text().orElse("");
        RecordShape named = shape(text);
        if (named != null && isAlone(named)) {
            return named.read(ConfigValue.empty());
        }
        for (RecordShape kind : all()) {
            if (kind.shortForm() != null && kind.shortForm().isLike(text)) {
                return kind.read(value);
            }
        }
        boolean onlyNamed = all().stream().allMatch(kind -> kind.shortForm() == null);
        if (rule.named() && onlyNamed && value.node().isString()) {
            return ScalarShape.refuseChoice(value, alone());
        }
        return refuse(value);
    }

    private @Nullable Object readObject(ConfigValue value) {
        ConfigValue type = value.get(TYPE);
        if (!type.isPresent() && rule.standard().isEmpty()) {
            refuseMissing(value, type);
            return null;
        }
        RecordShape kind = shape(type.isPresent() ? type.textOr("") : rule.standard());
        if (kind == null) {
            return ScalarShape.refuseChoice(type, names());
        }
        return kind.read(value, List.of(TYPE));
    }

    /** Without its type the keys of the object cannot be checked. */
    private void refuseMissing(ConfigValue value, ConfigValue type) {
        String expected = rule.value() + ", as in " + names().getFirst();
        Optional<String> meant = NearestName.of(TYPE, value.members().keySet());
        if (meant.isEmpty()) {
            type.refuseMissing(expected);
            return;
        }
        value.get(meant.get())
                .refuseKey(
                        "'type' is missing; it should be "
                                + expected
                                + "; did you mean it by '"
                                + SafeText.shortened(meant.get())
                                + "'?");
    }

    @Override
    public ObjectNode rules() {
        List<ObjectNode> forms = new ArrayList<>();
        if (rule.named()) {
            ObjectNode names = JsonNodeFactory.instance.objectNode();
            alone().forEach(names.putArray("enum")::add);
            forms.add(names);
        }
        for (RecordShape kind : all()) {
            if (kind.shortForm() != null) {
                forms.add(kind.shortForm().value().rules());
            }
        }
        if (forms.isEmpty()) {
            return objectRules();
        }
        forms.add(objectRules());
        ObjectNode rules = JsonNodeFactory.instance.objectNode();
        rules.putArray("anyOf").addAll(forms);
        return rules;
    }

    private ObjectNode objectRules() {
        ObjectNode rules = JsonNodeFactory.instance.objectNode().put("type", "object");
        ObjectNode type = rules.putObject("properties").putObject(TYPE);
        type.put("title", rule.value()).put("description", text());
        names().forEach(type.putArray("enum")::add);
        if (rule.standard().isEmpty()) {
            rules.putArray("required").add(TYPE);
        } else {
            type.put("default", rule.standard());
        }
        ArrayNode all = rules.putArray("allOf");
        kinds.forEach(
                (name, kind) -> {
                    ObjectNode condition = all.addObject();
                    ObjectNode given = condition.putObject("if");
                    given.putObject("properties").putObject(TYPE).put("const", name);
                    if (!name.equals(rule.standard())) {
                        given.putArray("required").add(TYPE);
                    }
                    ObjectNode then = shapes.record(kind).objectRules();
                    ((ObjectNode) then.get("properties")).put(TYPE, true);
                    condition.set("then", then);
                });
        return rules;
    }

    /** What the kinds are. */
    String text() {
        return kinds.entrySet().stream()
                .map(
                        kind ->
                                "`"
                                        + kind.getKey()
                                        + "`: "
                                        + new RecordType(kind.getValue()).text()
                                        + ".")
                .collect(Collectors.joining(" "));
    }
}
