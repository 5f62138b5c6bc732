package dev.alkdev.operations.protocol;

import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.protocol.CallEvent.Requested;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The nodes that a request has passed, on its way from the link it came over to the one it leaves
 * by. They belong to that one request: calls made in the course of it begin anew, since calling
 * back is no loop.
 */
final class Hops {
    /** More nodes than this no request passes. */
    static final int MAX = 64;

    private static final String KEY = "operations.via";

    private Hops() {}

    /** The metadata of a request that is going to be forwarded. */
    static Map<String, JsonNode> keep(Requested request) {
        Map<String, JsonNode> metadata = new HashMap<>(request.metadata());
        ObjectNode hops = JsonNodeFactory.instance.objectNode();
        hops.put("requestId", request.requestId());
        ArrayNode nodes = hops.putArray("nodes");
        request.via().forEach(nodes::add);
        metadata.put(KEY, hops);
        return metadata;
    }

    /** What the request passed that is being forwarded; nothing if it began here. */
    static List<String> of(OperationContext context) {
        JsonNode hops = context.metadata().get(KEY);
        if (hops == null || !hops.path("requestId").asString("").equals(context.requestId())) {
            return List.of();
        }
        List<String> nodes = new ArrayList<>();
        hops.path("nodes").forEach(node -> nodes.add(node.asString("")));
        return nodes;
    }

    /** What travels as metadata: the nodes have a field of their own. */
    static Map<String, JsonNode> without(Map<String, JsonNode> metadata) {
        if (!metadata.containsKey(KEY)) {
            return metadata;
        }
        Map<String, JsonNode> rest = new HashMap<>(metadata);
        rest.remove(KEY);
        return rest;
    }

    static List<String> and(List<String> nodes, String next) {
        List<String> all = new ArrayList<>(nodes);
        all.add(next);
        return List.copyOf(all);
    }
}
