package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;

/** {@code minLength} or {@code maxLength}, counted in code points. */
final class TextLength extends Assertion {
    private final int limit;
    private final boolean isMinimum;

    private TextLength(Location schema, String keyword, int limit, boolean isMinimum) {
        super(schema, keyword, JsonType.STRING.bit);
        this.limit = limit;
        this.isMinimum = isMinimum;
    }

    static TextLength atLeast(Location schema, int limit) {
        return new TextLength(schema, "minLength", limit, true);
    }

    static TextLength atMost(Location schema, int limit) {
        return new TextLength(schema, "maxLength", limit, false);
    }

    @Override
    boolean holds(JsonNode value) {
        String text = value.asString();
        // A code point takes one or two chars, so that most lengths need no counting.
        int chars = text.length();
        if (isMinimum) {
            return chars >= limit
                    && (chars >= 2L * limit || text.codePointCount(0, chars) >= limit);
        }
        return chars <= limit || (chars <= 2L * limit && text.codePointCount(0, chars) <= limit);
    }

    @Override
    String demand(JsonNode value) {
        String text = value.asString();
        return "must have "
                + (isMinimum ? "at least " : "at most ")
                + limit
                + (limit == 1 ? " character, has " : " characters, has ")
                + text.codePointCount(0, text.length());
    }
}
