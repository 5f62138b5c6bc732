package dev.alkdev.operations.openapi;

import dev.alkdev.operations.schema.SchemaView;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A node and its position in its document. The way there is kept as a chain, so that a pointer
 * costs nothing until it is written.
 */
record Place(LoadedDocument document, JsonNode node, @Nullable Place parent, String token) {

    static Place root(LoadedDocument document) {
        return new Place(document, document.root(), null, "");
    }

    /**
     * The root of the document that is imported, wherever this place is: what applies to the whole
     * API is there, and not in the documents it refers to.
     */
    Place mainRoot() {
        return root(document.documents().main);
    }

    /** A part, with a missing node if it is not there. */
    Place child(String name) {
        return new Place(document, node.path(name), this, name);
    }

    Place child(int index) {
        return new Place(document, node.path(index), this, Integer.toString(index));
    }

    /** Another node in the same place, such as one made up from it. */
    Place holding(JsonNode other) {
        return new Place(document.forMadeUp(), other, parent, token);
    }

    boolean exists() {
        return !node.isMissingNode() && !node.isNull();
    }

    boolean has(String name) {
        return node.has(name);
    }

    /** The text of a member, or null if it is not there or no text. */
    @Nullable String text(String name) {
        JsonNode value = node.get(name);
        return value != null && value.isString() ? value.asString() : null;
    }

    String text(String name, String otherwise) {
        String text = text(name);
        return text == null ? otherwise : text;
    }

    boolean flag(String name) {
        return node.path(name).asBoolean(false);
    }

    List<Place> items() {
        List<Place> items = new ArrayList<>(node.size());
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            items.add(child(i));
        }
        return items;
    }

    void forEachMember(BiConsumer<String, Place> action) {
        if (node.isObject()) {
            node.forEachEntry(
                    (name, value) -> action.accept(name, new Place(document, value, this, name)));
        }
    }

    /**
     * Gives each object in this place that has a {@code $ref}. It does not call itself: a document
     * may be nested deeply.
     *
     * @param entered whether what stands under a name is looked into
     */
    void forEachReference(Predicate<String> entered, Consumer<Place> action) {
        Deque<Place> open = new ArrayDeque<>();
        open.push(this);
        while (!open.isEmpty()) {
            Place next = open.pop();
            if (next.text("$ref") != null) {
                action.accept(next);
            }
            next.forEachMember(
                    (name, member) -> {
                        if (member.node.isContainer() && entered.test(name)) {
                            open.push(member);
                        }
                    });
            next.items().forEach(open::push);
        }
    }

    /** Follows {@code $ref}s until there is none; empty for a broken one, which is reported. */
    Optional<Place> resolved(Problems problems) {
        return resolved(problems, step -> {});
    }

    /**
     * As {@link #resolved(Problems)}.
     *
     * @param steps receives this place and each place that a reference leads to
     */
    Optional<Place> resolved(Problems problems, Consumer<? super Place> steps) {
        return document.documents().follow(this, problems, steps);
    }

    /** How the schema in this place reads. */
    SchemaView view() {
        return document.documents().view(this);
    }

    /** The place that a part of the {@link #view} of this one has as its pointer. */
    Place at(String pointer) {
        return document.documents().at(this, pointer);
    }

    String pointer() {
        StringBuilder pointer = new StringBuilder(document.prefix());
        write(pointer);
        return pointer.toString();
    }

    /** The pointer as a {@code $ref} has it. */
    String reference() {
        return pointer().replace("%", "%25");
    }

    private void write(StringBuilder pointer) {
        if (parent != null) {
            parent.write(pointer);
            pointer.append('/').append(token.replace("~", "~0").replace("/", "~1"));
        }
    }
}
