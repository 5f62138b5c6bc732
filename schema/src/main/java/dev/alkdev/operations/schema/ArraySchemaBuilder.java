package dev.alkdev.operations.schema;

import tools.jackson.databind.node.ObjectNode;

/** A schema for arrays. */
public final class ArraySchemaBuilder extends SchemaBuilder<ArraySchemaBuilder> {

    ArraySchemaBuilder(ObjectNode keywords) {
        super(keywords);
    }

    @Override
    ArraySchemaBuilder copy(ObjectNode keywords) {
        return new ArraySchemaBuilder(keywords);
    }

    public ArraySchemaBuilder minItems(int minItems) {
        return count("minItems", minItems);
    }

    public ArraySchemaBuilder maxItems(int maxItems) {
        return count("maxItems", maxItems);
    }

    /** Refuses equal items. */
    public ArraySchemaBuilder uniqueItems() {
        return change(keywords -> keywords.put("uniqueItems", true));
    }
}
