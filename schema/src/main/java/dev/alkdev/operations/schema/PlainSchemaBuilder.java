package dev.alkdev.operations.schema;

import tools.jackson.databind.node.ObjectNode;

/** A schema that has no steps of its own. */
public final class PlainSchemaBuilder extends SchemaBuilder<PlainSchemaBuilder> {

    PlainSchemaBuilder(ObjectNode keywords) {
        super(keywords);
    }

    @Override
    PlainSchemaBuilder copy(ObjectNode keywords) {
        return new PlainSchemaBuilder(keywords);
    }
}
