package dev.alkdev.operations.mcp;

import dev.alkdev.operations.schema.Change;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The data that normalization removed from a result since its output schema does not declare it. A
 * model and a person see where, so that nobody takes the result for complete. For one thread.
 */
final class RemovedData implements Consumer<Change> {
    private static final int MOST = 10;

    private final Set<String> places = new LinkedHashSet<>();
    private boolean hasMore;

    @Override
    public void accept(Change change) {
        if (change.kind() != Change.Kind.STRIPPED) {
            return;
        }
        // The elements of an array lack the same members: one line names them all.
        String place = change.pointer().replaceAll("/\\d+(?=/|$)", "/*");
        if (places.size() < MOST || places.contains(place)) {
            places.add(place);
        } else {
            hasMore = true;
        }
    }

    boolean isEmpty() {
        return places.isEmpty();
    }

    /** Adds a note for models to the content, and the places for programs to {@code _meta}. */
    ObjectNode noteIn(ObjectNode result) {
        String text =
                "Note: data that the output schema does not declare was removed: "
                        + String.join(", ", places)
                        + (hasMore ? " and more" : "");
        result.withArray("content").addObject().put("type", "text").put("text", text);
        ArrayNode removed = JsonNodeFactory.instance.arrayNode();
        places.forEach(removed::add);
        result.withObject("_meta").set(MetaKeys.REMOVED, removed);
        return result;
    }
}
