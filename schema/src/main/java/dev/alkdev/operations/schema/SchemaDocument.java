package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;

/**
 * A document with schemas in it, such as an OpenAPI description. Its schemas share what has been
 * compiled, and nothing is compiled before it is used. Threads may share it.
 */
public final class SchemaDocument {
    private final Resource root;

    private SchemaDocument(Resource root) {
        this.root = root;
    }

    /**
     * Opens a document whose schemas may stand anywhere in it.
     *
     * @param json the document; it must not change afterwards
     */
    public static SchemaDocument of(JsonNode json, SchemaOptions options) {
        return new SchemaDocument(new Library(options, true).open(json));
    }

    /**
     * The schema at a JSON pointer or anchor of this document ({@code #/components/schemas/Pet}),
     * or at a URI its resolver knows. What it refers to is looked at when it is first needed: a
     * broken reference there shows as an error of the value that needs it.
     *
     * @throws SchemaException if there is no schema
     */
    public Schema at(String reference) {
        Library library = root.library();
        Located located = library.locate(root, reference, Location.root(""));
        return new Schema(located);
    }
}
