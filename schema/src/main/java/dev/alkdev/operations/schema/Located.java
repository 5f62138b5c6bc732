package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/** A schema in its document: what a reference leads to. Compiled when it is first needed. */
final class Located {
    private final JsonNode node;
    private final Resource resource;
    private final Location location;
    private final @Nullable String owner;
    private volatile @Nullable Compiled compiled;

    Located(JsonNode node, Resource resource, Location location) {
        this(node, resource, location, null);
    }

    /**
     * A schema of somebody.
     *
     * @param owner what it is for, as people call it; null if it is known by its document
     */
    Located(JsonNode node, Resource resource, Location location, @Nullable String owner) {
        this.node = node;
        this.owner = owner;
        this.resource = resource;
        this.location = location;
    }

    JsonNode node() {
        return node;
    }

    Resource resource() {
        return resource;
    }

    /** What the schema is for or stands in, as people call it. */
    String owner() {
        if (owner != null) {
            return owner;
        }
        return resource.uri().isEmpty() ? "a document" : resource.uri();
    }

    Location location() {
        return location;
    }

    /** Whether the other one is this very place. */
    boolean isSame(Located other) {
        return node == other.node && resource == other.resource;
    }

    /**
     * Whether one look at a schema of a document tells that it demands something. Thousands of them
     * are asked when they are registered, and most are never needed in compiled form.
     */
    boolean isObviouslyClosed() {
        return compiled == null
                && resource.library().holdsSchemasEverywhere()
                && (node.has("$ref") || node.has("type") || node.has("properties"));
    }

    /**
     * The compiled schema.
     *
     * @throws SchemaException if it turns out to be no schema
     */
    Compiled compiled() {
        Compiled known = compiled;
        if (known == null) {
            known = resource.library().compile(this);
            compiled = known;
        }
        return known;
    }
}
