package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.regex.Pattern;

/** A schema in its document: what a reference leads to. Compiled when it is first needed. */
final class Located {
    private static final class Secrets {
        /** User and password, and any query. */
        static final Pattern IN_ADDRESS = Pattern.compile("(?<=//)[^/?#]*@|[?#].*");
    }

    private final JsonNode node;
    private final Resource resource;
    private final Location location;
    private final boolean guest;
    private final @Nullable String owner;
    private volatile @Nullable Compiled compiled;
    private volatile @Nullable JsonNode portable;

    Located(JsonNode node, Resource resource, Location location) {
        this.node = node;
        this.resource = resource;
        this.location = location;
        this.guest = false;
        this.owner = null;
    }

    private Located(JsonNode node, Resource resource, @Nullable String owner) {
        this.node = node;
        this.resource = resource;
        this.location = Location.root("");
        this.guest = true;
        this.owner = owner;
    }

    /**
     * A schema that is no part of the document, though its references lead into it.
     *
     * @param owner what it is for, as people call it; null if it is known by its document
     */
    static Located guest(JsonNode node, Resource resource, @Nullable String owner) {
        return new Located(node, resource, owner);
    }

    /** Whether nothing in the document can refer to it. */
    boolean isGuest() {
        return guest;
    }

    boolean isCompiled() {
        return compiled != null;
    }

    JsonNode node() {
        return node;
    }

    Resource resource() {
        return resource;
    }

    /** What the schema is for and in which document, as people call it; without credentials. */
    String owner() {
        String document = Secrets.IN_ADDRESS.matcher(resource.uri()).replaceAll("");
        if (owner == null) {
            return document.isEmpty() ? "a document" : document;
        }
        return document.isEmpty() ? owner : owner + " (" + document + ")";
    }

    Location location() {
        return location;
    }

    /** The schema as it is published. The copy of a part of a document is not kept. */
    JsonNode portable() {
        JsonNode known = portable;
        if (known == null) {
            known = resource.library().portable(this);
            if (!resource.library().holdsSchemasEverywhere()) {
                portable = known;
            }
        }
        return known;
    }

    Rules portableRules() {
        return resource.library().portableRules(this);
    }

    /** Whether {@link #portable} has more than so many bytes as text, about. */
    boolean isLargerThan(int bytes) {
        return resource.library().isLarger(this, bytes);
    }

    /** Whether the other one is this very place. */
    boolean isSame(Located other) {
        return node == other.node && resource == other.resource;
    }

    /**
     * Whether a schema evidently demands something, at first sight. Thousands of them are asked
     * when they are registered, and most are never needed in compiled form.
     */
    boolean isObviouslyClosed() {
        return compiled == null
                && (node.has("$ref")
                        || node.has("type")
                        || node.has("properties")
                        || node.has("anyOf"));
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
