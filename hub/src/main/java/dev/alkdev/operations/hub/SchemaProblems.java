package dev.alkdev.operations.hub;

import dev.alkdev.operations.schema.NearestName;
import dev.alkdev.operations.schema.SchemaError;

import tools.jackson.databind.JsonNode;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Says what the schema finds wrong, in the words of the schema and at its place in the file. */
final class SchemaProblems {
    private final ConfigFile file;

    SchemaProblems(ConfigFile file) {
        this.file = file;
    }

    void report() {
        for (SchemaError error : HubSchema.instance().errors(file.tree().root())) {
            ConfigValue value = file.at(error.pointer());
            switch (error.keyword()) {
                case "additionalProperties" -> unknownKey(value);
                case "required" -> missingKeys(value);
                case "propertyNames" -> wrongNames(value);
                case "uniqueItems" -> repeatedItem(value);
                case "enum" -> wrongChoice(value);
                default -> wrongValue(value);
            }
        }
    }

    private void unknownKey(ConfigValue value) {
        String pointer = value.pointer();
        String parent = pointer.substring(0, pointer.lastIndexOf('/'));
        List<String> known = file.about(parent).keys();
        String key = Pointers.tokens(pointer).getLast();
        String advice =
                NearestName.of(key, known)
                        .map(name -> "did you mean '" + name + "'?")
                        .orElseGet(() -> "known here are " + String.join(", ", known));
        value.refuseKey("unknown key '" + shortened(key) + "'; " + advice);
    }

    private static String shortened(String key) {
        String quoted = SafeText.quoted(key);
        return quoted.substring(1, quoted.length() - 1);
    }

    private void missingKeys(ConfigValue value) {
        for (String key : file.about(value.pointer()).required()) {
            ConfigValue child = value.get(key);
            if (!child.isPresent()) {
                String message = "'" + key + "' is missing; it should be " + expected(child);
                // Without its type nothing else tells which keys a source may not have.
                Optional<String> meant =
                        key.equals("type")
                                ? NearestName.of(key, value.members().keySet())
                                : Optional.empty();
                meant.ifPresentOrElse(
                        name ->
                                value.get(name)
                                        .refuseKey(
                                                message
                                                        + "; did you mean it by '"
                                                        + shortened(name)
                                                        + "'?"),
                        () ->
                                file.problems()
                                        .add(
                                                file.tree().key(value.pointer()),
                                                child.pointer(),
                                                message));
            }
        }
    }

    private void wrongNames(ConfigValue value) {
        HubSchema.About about = file.about(value.pointer());
        value.members()
                .forEach(
                        (name, member) -> {
                            if (!about.allowsName(name)) {
                                member.refuseKey(
                                        "the key '"
                                                + shortened(name)
                                                + "' should be "
                                                + expected(about.names()));
                            }
                        });
    }

    private static void repeatedItem(ConfigValue value) {
        Set<JsonNode> seen = new HashSet<>();
        for (ConfigValue item : value.items()) {
            if (!seen.add(item.node())) {
                item.refuse(value.name() + " has " + item.shown() + " twice");
            }
        }
    }

    private void wrongChoice(ConfigValue value) {
        List<String> choices = file.about(value.pointer()).choices();
        String known = String.join(", ", choices.subList(0, choices.size() - 1));
        String message = "one of " + known + " and " + choices.getLast();
        Optional<String> nearest =
                value.text()
                        .filter(text -> !file.tree().expansions().containsKey(value.pointer()))
                        .flatMap(text -> NearestName.of(text, choices));
        value.refuse(
                value.name()
                        + " should be "
                        + message
                        + ", but is "
                        + value.shown()
                        + nearest.map(name -> "; did you mean " + name + "?").orElse(""));
    }

    private void wrongValue(ConfigValue value) {
        value.refuseAs(expected(value));
    }

    private String expected(ConfigValue value) {
        return expected(file.about(value.pointer()));
    }

    private static String expected(HubSchema.About about) {
        return about.title()
                + about.example().map(example -> ", as in " + written(example)).orElse("");
    }

    /** An example as one would write it in YAML. */
    private static String written(JsonNode example) {
        if (example.isArray()) {
            return example.valueStream()
                    .map(SchemaProblems::written)
                    .collect(Collectors.joining(", ", "[", "]"));
        }
        if (example.isObject()) {
            return example.properties().stream()
                    .map(member -> member.getKey() + ": " + written(member.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        return example.asString();
    }
}
