package dev.alkdev.operations.cli;

import dev.alkdev.operations.schema.SchemaView;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;

/** Describes the format, bounds and default of a value in a few words each. */
final class ValueConstraints {
    private static final int LONGEST = 40;

    private final SchemaView schema;
    private final List<String> found = new ArrayList<>();

    private ValueConstraints(SchemaView schema) {
        this.schema = schema;
    }

    static List<String> of(SchemaView schema) {
        ValueConstraints constraints = new ValueConstraints(schema);
        if (schema.enumValues().isEmpty() && !schema.types().isEmpty()) {
            constraints.addText("", "format");
            constraints.addRange("minimum", "maximum", "");
            constraints.addBound("more than ", "exclusiveMinimum");
            constraints.addBound("less than ", "exclusiveMaximum");
            constraints.addRange("minLength", "maxLength", "character");
            constraints.addRange("minItems", "maxItems", "item");
            constraints.addText("pattern ", "pattern");
        }
        JsonNode value = schema.defaultValue();
        if (!value.isMissingNode() && !value.isNull()) {
            constraints.add("default ", value.toString());
        }
        return constraints.found;
    }

    private void addText(String label, String keyword) {
        String text = schema.keyword(keyword).asString("");
        if (!text.isEmpty()) {
            add(label, text);
        }
    }

    private void addBound(String label, String keyword) {
        JsonNode bound = schema.keyword(keyword);
        if (bound.isNumber()) {
            add(label, bound.toString());
        }
    }

    private void addRange(String least, String most, String unit) {
        JsonNode from = schema.keyword(least);
        JsonNode to = schema.keyword(most);
        if (from.isNumber() && to.isNumber()) {
            found.add(from.equals(to) ? counted(from, unit) : from + " to " + counted(to, unit));
        } else if (from.isNumber()) {
            found.add("at least " + counted(from, unit));
        } else if (to.isNumber()) {
            found.add("at most " + counted(to, unit));
        }
    }

    private static String counted(JsonNode number, String unit) {
        return unit.isEmpty() ? number.toString() : Console.count(number.longValue(), unit);
    }

    private void add(String label, String text) {
        found.add(label + (text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…"));
    }
}
