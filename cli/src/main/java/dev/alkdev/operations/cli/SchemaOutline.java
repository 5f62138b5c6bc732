package dev.alkdev.operations.cli;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Shows a schema as a table of its properties, those inside others included. For one thread. */
final class SchemaOutline {
    private static final int DEEPEST = 4;
    private static final int MOST_ROWS = 200;
    private static final int MOST_VALUES = 8;

    private final SchemaView view;
    private final Table table = new Table("NAME", "TYPE", "DESCRIPTION");
    private int rows;

    SchemaOutline(JsonNode schema) {
        this.view = new SchemaView(schema);
    }

    void print(Console console) {
        addProperties("", view.root(), 1);
        if (table.isEmpty()) {
            console.line("  " + type(view.root()));
        } else {
            table.print(console);
        }
        if (rows > MOST_ROWS) {
            console.line("… and " + (rows - MOST_ROWS) + " more; --json shows all");
        }
    }

    private void addProperties(String prefix, JsonNode schema, int depth) {
        JsonNode object = schema;
        String path = prefix;
        JsonNode items = view.items(schema);
        if (view.properties(schema).isEmpty() && items.isObject()) {
            object = items;
            path = prefix.isEmpty() ? "[]." : prefix.substring(0, prefix.length() - 1) + "[].";
        }
        Alternatives alternatives = Alternatives.of(view, object);
        for (Map.Entry<String, JsonNode> each : view.properties(object).entrySet()) {
            String name = path + each.getKey();
            boolean required = alternatives.isRequired(each.getKey());
            rows++;
            if (rows <= MOST_ROWS) {
                String description = Table.firstLine(view.description(each.getValue()));
                String where = alternatives.having(each.getKey());
                table.add(
                        name + (required ? " *" : ""),
                        type(each.getValue()),
                        where.isEmpty() || description.isEmpty()
                                ? where + description
                                : where + ": " + description);
            }
            if (depth < DEEPEST) {
                addProperties(name + ".", each.getValue(), depth + 1);
            }
        }
    }

    private String type(JsonNode schema) {
        List<JsonNode> values = view.values(schema);
        if (!values.isEmpty()) {
            String shown =
                    values.stream()
                            .limit(MOST_VALUES)
                            .map(JsonNode::toString)
                            .collect(Collectors.joining(" | "));
            return values.size() > MOST_VALUES ? shown + " | …" : shown;
        }
        Set<String> types = view.types(schema);
        if (types.isEmpty()) {
            return "any";
        }
        String format = view.format(schema);
        return types.stream()
                        .map(type -> type.equals("array") ? "array of " + itemType(schema) : type)
                        .collect(Collectors.joining(" | "))
                + (format.isEmpty() ? "" : " (" + format + ")");
    }

    private String itemType(JsonNode schema) {
        Set<String> types = view.types(view.items(schema));
        return types.isEmpty() ? "any" : String.join(" | ", types);
    }
}
