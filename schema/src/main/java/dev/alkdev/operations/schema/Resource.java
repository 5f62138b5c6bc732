package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A schema with an identity of its own: a whole document, or a part of one with an {@code $id}. */
final class Resource {
    private final Library library;
    private final Located root;
    private final String uri;
    private final Rules rules;
    private final Map<String, Located> anchors = new ConcurrentHashMap<>();
    private final Map<String, Located> dynamicAnchors = new ConcurrentHashMap<>();

    Resource(Library library, JsonNode node, Location location, Identity identity) {
        this.library = library;
        this.root = new Located(node, this, location);
        this.uri = identity.uri;
        this.rules = identity.rules;
    }

    /** What a resource is called, without fragment, and how it is read. */
    record Identity(String uri, Rules rules) {}

    Library library() {
        return library;
    }

    Located root() {
        return root;
    }

    String uri() {
        return uri;
    }

    Rules rules() {
        return rules;
    }

    void addAnchor(String name, Located located) {
        anchors.put(name, located);
    }

    void addDynamicAnchor(String name, Located located) {
        dynamicAnchors.put(name, located);
    }

    @Nullable Located anchor(String name) {
        library.index();
        Located plain = anchors.get(name);
        return plain != null ? plain : dynamicAnchors.get(name);
    }

    @Nullable Located dynamicAnchor(String name) {
        library.index();
        return dynamicAnchors.get(name);
    }
}
