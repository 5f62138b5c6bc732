package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;

/** A limit to the number of items or properties. */
final class Size extends Assertion {

    /** Which limit, of what. */
    enum Limit {
        MIN_ITEMS("minItems", JsonType.ARRAY, "at least", "item", "items"),
        MAX_ITEMS("maxItems", JsonType.ARRAY, "at most", "item", "items"),
        MIN_PROPERTIES("minProperties", JsonType.OBJECT, "at least", "property", "properties"),
        MAX_PROPERTIES("maxProperties", JsonType.OBJECT, "at most", "property", "properties");

        final String keyword;
        private final JsonType type;
        private final String words;
        private final String unit;
        private final String units;

        Limit(String keyword, JsonType type, String words, String unit, String units) {
            this.keyword = keyword;
            this.type = type;
            this.words = words;
            this.unit = unit;
            this.units = units;
        }

        boolean isMinimum() {
            return this == MIN_ITEMS || this == MIN_PROPERTIES;
        }
    }

    private final Limit limit;
    private final int count;

    Size(Location schema, Limit limit, int count) {
        super(schema, limit.keyword, limit.type.bit);
        this.limit = limit;
        this.count = count;
    }

    @Override
    boolean holds(JsonNode value) {
        return limit.isMinimum() ? value.size() >= count : value.size() <= count;
    }

    @Override
    String demand(JsonNode value) {
        return "must have "
                + limit.words
                + " "
                + count
                + " "
                + (count == 1 ? limit.unit : limit.units)
                + ", has "
                + value.size();
    }
}
