package dev.alkdev.operations.mcp;

import dev.alkdev.operations.schema.SchemaPart;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Which arguments of a tool are repeated in headers, by {@code x-mcp-header} in its schema. */
final class ToolHeaders {
    private static final String MARK = "x-mcp-header";
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");
    private static final Set<String> TYPES = Set.of("string", "integer", "boolean");

    private final Map<String, List<String>> places = new LinkedHashMap<>();
    private final Set<String> names = new HashSet<>();

    private ToolHeaders() {}

    /**
     * The headers of a tool: their names without prefix, and the path of the argument.
     *
     * @throws IllegalArgumentException if the schema marks something that cannot be said so
     */
    static Map<String, List<String>> of(JsonNode inputSchema) {
        ToolHeaders found = new ToolHeaders();
        found.walk(inputSchema, List.of());
        return found.places;
    }

    /** Follows {@code properties} and nothing else; a mark anywhere else is wrong. */
    private void walk(JsonNode schema, List<String> path) {
        for (Map.Entry<String, JsonNode> member : schema.properties()) {
            String keyword = member.getKey();
            if (keyword.equals("properties") && member.getValue().isObject()) {
                for (Map.Entry<String, JsonNode> property : member.getValue().properties()) {
                    List<String> further = new ArrayList<>(path);
                    further.add(property.getKey());
                    walk(property.getValue(), further);
                }
            } else if (keyword.equals(MARK)) {
                add(schema, path);
            } else if (!SchemaPart.holdsData(keyword)) {
                refuseMarks(member.getValue(), keyword);
            }
        }
    }

    private void add(JsonNode schema, List<String> path) {
        JsonNode name = schema.path(MARK);
        if (path.isEmpty()) {
            throw new IllegalArgumentException(MARK + " is at the whole input");
        }
        String where = " of the argument " + String.join(".", path);
        if (!name.isString() || !TOKEN.matcher(name.asString()).matches()) {
            throw new IllegalArgumentException(
                    MARK + where + " should be the name of a header but is " + name);
        }
        if (!TYPES.contains(schema.path("type").asString(""))) {
            throw new IllegalArgumentException(
                    MARK
                            + where
                            + " needs the type string, integer or boolean, not "
                            + schema.path("type"));
        }
        if (!names.add(name.asString().toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException(
                    MARK + where + " is given twice: " + name.asString());
        }
        places.put(name.asString(), path);
    }

    private static void refuseMarks(JsonNode json, String keyword) {
        if (json.isObject() && json.has(MARK)) {
            throw new IllegalArgumentException(
                    MARK + " is within " + keyword + ", where no argument is certain");
        }
        json.forEach(inner -> refuseMarks(inner, keyword));
    }
}
