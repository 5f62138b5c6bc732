package dev.alkdev.operations.cli;

import dev.alkdev.operations.schema.JsonType;
import dev.alkdev.operations.schema.SchemaView;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Shows a schema as a table of its properties, those inside others included. For one thread. */
final class SchemaOutline {
    private static final int DEEPEST = 4;
    private static final int MOST_ROWS = 200;
    private static final int MOST_VALUES = 8;

    private final SchemaView schema;
    private final Table table = new Table("NAME", "TYPE", "DESCRIPTION");
    private int rows;

    SchemaOutline(SchemaView schema) {
        this.schema = schema;
    }

    void print(Console console) {
        addProperties("", schema, 1);
        if (table.isEmpty()) {
            console.line("  " + type(schema));
        } else {
            table.print(console);
        }
        if (rows > MOST_ROWS) {
            console.line("… and " + (rows - MOST_ROWS) + " more; --json shows all");
        }
    }

    private void addProperties(String prefix, SchemaView view, int depth) {
        SchemaView object = view;
        String path = prefix;
        SchemaView items = view.items();
        if (view.properties().isEmpty() && !items.isOpen()) {
            object = items;
            path = prefix.isEmpty() ? "[]." : prefix.substring(0, prefix.length() - 1) + "[].";
        }
        Alternatives alternatives = Alternatives.of(object);
        for (Map.Entry<String, SchemaView> each : object.properties().entrySet()) {
            String name = path + each.getKey();
            boolean required = alternatives.isRequired(each.getKey());
            rows++;
            if (rows <= MOST_ROWS) {
                String description = Table.firstLine(each.getValue().description());
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

    private static String type(SchemaView view) {
        List<String> constraints = ValueConstraints.of(view);
        return values(view)
                + (constraints.isEmpty() ? "" : " (" + String.join(", ", constraints) + ")");
    }

    private static String values(SchemaView view) {
        List<JsonNode> values = view.enumValues();
        if (values.isEmpty()) {
            return types(
                    view, type -> type + (type == JsonType.ARRAY ? " of " + itemTypes(view) : ""));
        }
        String shown =
                values.stream()
                        .limit(MOST_VALUES)
                        .map(JsonNode::toString)
                        .collect(Collectors.joining(" | "));
        return values.size() > MOST_VALUES ? shown + " | …" : shown;
    }

    private static String itemTypes(SchemaView view) {
        return types(view.items(), JsonType::toString);
    }

    private static String types(SchemaView view, Function<JsonType, String> naming) {
        String types = view.types().stream().map(naming).collect(Collectors.joining(" | "));
        return types.isEmpty() ? "any" : types;
    }

    /**
     * The alternatives of an object that has a choice, distinguished by the property that is a
     * constant in each of them, if there is one.
     *
     * @param branches empty if there is no choice
     */
    private record Alternatives(
            SchemaView object, List<SchemaView> branches, Optional<String> discriminator) {
        static Alternatives of(SchemaView object) {
            List<SchemaView> branches = object.branches();
            Optional<String> discriminator =
                    branches.stream()
                            .limit(1)
                            .flatMap(first -> first.properties().keySet().stream())
                            .filter(name -> branches.stream().allMatch(each -> isFixed(each, name)))
                            .findFirst();
            return new Alternatives(object, branches, discriminator);
        }

        private static boolean isFixed(SchemaView branch, String name) {
            return branch.property(name).enumValues().size() == 1;
        }

        /** Whether the property is required wherever it is declared. */
        boolean isRequired(String name) {
            if (object.required().contains(name)) {
                return true;
            }
            List<SchemaView> having = branchesWith(name);
            return !having.isEmpty()
                    && having.stream().allMatch(each -> each.required().contains(name));
        }

        /** In which alternatives there is such a property; empty if in all of them. */
        String having(String name) {
            List<SchemaView> having = branchesWith(name);
            if (having.isEmpty() || having.size() == branches.size()) {
                return "";
            }
            String kind = having.size() == 1 ? "alternative" : "alternatives";
            return having.stream()
                    .map(this::nameOf)
                    .collect(
                            Collectors.joining(
                                    ", ", "for " + discriminator.orElse(kind) + " ", ""));
        }

        private String nameOf(SchemaView branch) {
            return discriminator
                    .map(fixed -> branch.property(fixed).enumValues().getFirst().toString())
                    .orElseGet(() -> Integer.toString(branches.indexOf(branch) + 1));
        }

        private List<SchemaView> branchesWith(String name) {
            return branches.stream().filter(each -> each.properties().containsKey(name)).toList();
        }
    }
}
