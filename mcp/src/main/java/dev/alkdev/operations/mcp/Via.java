package dev.alkdev.operations.mcp;

import dev.alkdev.operations.NodePath;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The hubs that a tool, a resource or a prompt has passed. Hubs that import each other's lists
 * would otherwise import their own, under longer names each time and without an end. A hub says who
 * it is when it asks for a list; what has passed it is left out, and the rest is marked. Other
 * clients see no mark.
 */
final class Via {
    /** Who asks, in {@code _meta} of a request for a list. */
    static final String NODE = "dev.alkdev.operations/node";

    private static final String META = "_meta";
    private static final String KEY = NodePath.KEY;

    /** No longer way makes sense. */
    private static final int MOST = 16;

    private Via() {}

    /** The mark of an item; missing if it has none. */
    static JsonNode of(JsonNode item) {
        return item.path(META).path(KEY);
    }

    /** An item as clients see it that are no hubs: itself if it has no mark. */
    static JsonNode plain(JsonNode item) {
        if (of(item).isMissingNode()) {
            return item;
        }
        ObjectNode plain = (ObjectNode) item.deepCopy();
        ObjectNode meta = (ObjectNode) plain.get(META);
        meta.remove(KEY);
        return meta.isEmpty() ? plain.without(META) : plain;
    }

    /** {@code _meta} without the mark. */
    static ObjectNode without(ObjectNode meta) {
        return meta.without(KEY);
    }

    /**
     * An item as a hub sees it.
     *
     * @param via its mark here
     * @param here this hub
     * @param asker the other one
     * @return null if the other one has it already
     */
    static @Nullable JsonNode marked(JsonNode item, JsonNode via, String here, String asker) {
        boolean hasPassed =
                here.equals(asker)
                        || via.size() >= MOST
                        || via.valueStream().anyMatch(node -> node.asString("").equals(asker));
        if (hasPassed) {
            return null;
        }
        ObjectNode marked = (ObjectNode) item.deepCopy();
        ObjectNode meta =
                marked.path(META) instanceof ObjectNode given ? given : marked.putObject(META);
        ArrayNode further = JsonNodeFactory.instance.arrayNode().add(here);
        via.forEach(further::add);
        meta.set(KEY, further);
        return marked;
    }
}
