package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.net.URI;
import java.util.List;

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
     * Opens a document whose schemas may be anywhere in it.
     *
     * @param json the document; it must not change afterwards
     */
    public static SchemaDocument of(JsonNode json, SchemaOptions options) {
        return new SchemaDocument(new Library(options, true).open(json, ""));
    }

    /**
     * Opens a document whose relative references start from where it was found.
     *
     * @param base its URI, without fragment
     */
    public static SchemaDocument of(JsonNode json, URI base, SchemaOptions options) {
        return new SchemaDocument(new Library(options, true).open(json, base.toString()));
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
        return Schema.compiled(located);
    }

    /**
     * A schema that is not in the document but reads as if it were: its references lead into it,
     * and parts of the document may be parts of it. It is compiled when it is first used; if it is
     * broken, it accepts nothing and {@link Schema#errors} says why.
     *
     * @param schema must not change afterwards
     */
    public Schema compose(JsonNode schema) {
        return compose(schema, null);
    }

    /**
     * As {@link #compose(JsonNode)}.
     *
     * @param owner what the schema is for, as a log should call it: {@code the input of pets.add}
     */
    public Schema compose(JsonNode schema, @Nullable String owner) {
        Located located = Located.guest(schema, root, owner);
        root.library().addTarget(located);
        return Schema.later(located);
    }

    /**
     * How the schema at a place reads, which {@link #at} would compile.
     *
     * @throws SchemaException if there is no schema
     */
    public SchemaView view(String reference) {
        return view(root.library().locate(root, reference, Location.root("")));
    }

    /**
     * How a schema reads that {@link #compose} would take.
     *
     * @param pointer where it stands, if it stands in the document
     */
    public SchemaView view(JsonNode schema, String pointer) {
        return view(new Located(schema, root, Location.root(pointer)));
    }

    private static SchemaView view(Located schema) {
        return SchemaView.of(ViewPart.of(schema));
    }

    /**
     * Compiles what has been asked for so far with all it refers to, and gives what is wrong with
     * it, each thing once.
     */
    public List<SchemaException> check() {
        return root.library().check();
    }
}
