package dev.alkdev.operations.redis;

import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.protocol.Offering;
import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a participant offers. Those who offer exactly the same share a hash, and so their requests.
 *
 * @param hash of the text
 * @param text the specs as JSON, ordered by id; empty if there are none, or if others offer them
 * @param operations the specs by id
 * @param paths the nodes from the participant to where an operation runs, by its id; nothing for
 *     operations of its own
 */
record Announcement(
        String hash,
        String text,
        Map<String, OperationSpec> operations,
        Map<String, List<String>> paths) {
    private static final String PATH = "path";
    private static final int HASH_BYTES = 16;
    private static final Announcement NOTHING = new Announcement("none", "", Map.of(), Map.of());

    static Announcement nothing() {
        return NOTHING;
    }

    static Announcement of(Offering offering) {
        List<OperationSpec> specs = offering.operations();
        if (specs.isEmpty()) {
            return NOTHING;
        }
        ArrayNode json = JsonNodeFactory.instance.arrayNode();
        Map<String, OperationSpec> operations = new LinkedHashMap<>();
        Map<String, List<String>> paths = new LinkedHashMap<>();
        for (OperationSpec spec : specs) {
            operations.put(spec.id(), spec);
            List<String> path = offering.path(spec.id());
            // Without the participant itself if it runs the operation, or no two would offer the
            // same. One that passes it on is named, so that it knows in a ring what comes from it.
            List<String> behind = path.size() > 1 ? path : List.of();
            JsonNode written = spec.toJson();
            if (!behind.isEmpty()) {
                paths.put(spec.id(), behind);
                ObjectNode withPath = written.deepCopy().asObject();
                behind.forEach(withPath.putArray(PATH)::add);
                written = withPath;
            }
            json.add(written);
        }
        String text = json.toString();
        return new Announcement(hash(text), text, operations, paths);
    }

    /**
     * Reads what another participant announced.
     *
     * @throws IllegalArgumentException if it is not readable
     */
    static Announcement read(String hash, String text) {
        Map<String, OperationSpec> operations = new LinkedHashMap<>();
        Map<String, List<String>> paths = new LinkedHashMap<>();
        for (JsonNode json : Json.parse(text)) {
            OperationSpec spec = OperationSpec.fromPeer(json);
            operations.put(spec.id(), spec);
            if (json.has(PATH)) {
                List<String> path =
                        json.get(PATH).valueStream().map(node -> node.asString("")).toList();
                paths.put(spec.id(), path);
            }
        }
        return new Announcement(hash, "", operations, paths);
    }

    /** The nodes from the participant to where an operation runs. */
    List<String> path(String operationId) {
        return paths.getOrDefault(operationId, List.of());
    }

    boolean isEmpty() {
        return operations.isEmpty();
    }

    @Nullable OperationSpec find(String operationId) {
        return operations.get(operationId);
    }

    private static String hash(String text) {
        try {
            byte[] bytes =
                    MessageDigest.getInstance("SHA-256")
                            .digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(Arrays.copyOf(bytes, HASH_BYTES));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
