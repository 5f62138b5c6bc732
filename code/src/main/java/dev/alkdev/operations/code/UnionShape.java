package dev.alkdev.operations.code;

import dev.alkdev.operations.schema.JsonType;
import dev.alkdev.operations.schema.SchemaView;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Alternatives, discriminated by the text of one property.
 *
 * @param branches by that text
 */
record UnionShape(String property, Map<String, SchemaView> branches) {

    /** The discriminator value of a schema; it must be the same wherever it is one of several. */
    record Mark(String property, String value) {}

    /**
     * The shape of a schema; null if it has none.
     *
     * @param marks of schemas by their places, those of others and then of these
     */
    static @Nullable UnionShape of(SchemaView view, Map<Object, Mark> marks) {
        List<SchemaView> branches = view.branches();
        if (branches.size() < 2 || !branches.stream().allMatch(UnionShape::isPlain)) {
            return null;
        }
        Set<String> told = new HashSet<>();
        branches.forEach(branch -> told.addAll(branch.properties().keySet()));
        if (!told.equals(view.properties().keySet())) {
            // The schema itself has members, which a branch would not know of.
            return null;
        }
        JsonNode discriminator = view.keyword("discriminator");
        String named = discriminator.path("propertyName").asString(discriminator.asString(""));
        for (String property : named.isEmpty() ? told.stream().sorted().toList() : List.of(named)) {
            UnionShape shape = by(property, branches, discriminator);
            if (shape != null && shape.keep(marks)) {
                return shape;
            }
        }
        return null;
    }

    private static boolean isPlain(SchemaView branch) {
        return branch.types().equals(Set.of(JsonType.OBJECT))
                && branch.branches().isEmpty()
                && !branch.properties().isEmpty()
                && branch.properties().size() <= 120;
    }

    private static @Nullable UnionShape by(
            String property, List<SchemaView> branches, JsonNode discriminator) {
        Map<String, SchemaView> byValue = new LinkedHashMap<>();
        for (SchemaView branch : branches) {
            String value = value(property, branch, discriminator);
            if (value.isEmpty() || byValue.put(value, branch) != null) {
                return null;
            }
        }
        return new UnionShape(property, byValue);
    }

    /** The text of a branch; empty if it is not the only one. */
    private static String value(String property, SchemaView branch, JsonNode discriminator) {
        List<JsonNode> listed = branch.property(property).enumValues();
        if (listed.size() == 1) {
            boolean sure = listed.getFirst().isString() && branch.required().contains(property);
            return sure ? listed.getFirst().asString() : "";
        }
        String name = branch.place().name();
        if (!listed.isEmpty() || discriminator.isMissingNode() || name.isEmpty()) {
            return "";
        }
        Map<String, Integer> mapped = new HashMap<>();
        discriminator
                .path("mapping")
                .forEachEntry(
                        (value, target) -> {
                            String text = target.asString("");
                            if (text.substring(text.lastIndexOf('/') + 1).equals(name)) {
                                mapped.put(value, 1);
                            }
                        });
        return switch (mapped.size()) {
            case 0 -> name;
            case 1 -> mapped.keySet().iterator().next();
            default -> "";
        };
    }

    /** Whether no branch has another discriminator elsewhere. */
    private boolean keep(Map<Object, Mark> marks) {
        Map<Object, Mark> own = new HashMap<>();
        branches.forEach(
                (value, branch) -> own.put(branch.place().key(), new Mark(property, value)));
        boolean fits =
                own.size() == branches.size()
                        && own.entrySet().stream()
                                .allMatch(
                                        each ->
                                                marks.getOrDefault(each.getKey(), each.getValue())
                                                        .equals(each.getValue()));
        if (fits) {
            marks.putAll(own);
        }
        return fits;
    }
}
