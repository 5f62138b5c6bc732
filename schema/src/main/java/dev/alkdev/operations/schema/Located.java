package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/** A schema in its document: what a reference leads to. Compiled when it is first needed. */
final class Located {
    private final JsonNode node;
    private final Resource resource;
    private final Location location;
    private volatile @Nullable Compiled compiled;

    Located(JsonNode node, Resource resource, Location location) {
        this.node = node;
        this.resource = resource;
        this.location = location;
    }

    JsonNode node() {
        return node;
    }

    Resource resource() {
        return resource;
    }

    Location location() {
        return location;
    }

    /** Whether the other one is this very place. */
    boolean isSame(Located other) {
        return node == other.node && resource == other.resource;
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
