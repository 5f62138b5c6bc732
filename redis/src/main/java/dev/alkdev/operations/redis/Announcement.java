package dev.alkdev.operations.redis;

import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a participant offers. Those who offer exactly the same share a hash, and so their requests.
 *
 * @param hash of the text
 * @param text the specs as JSON, ordered by id; empty if there are none
 * @param operations the specs by id
 */
record Announcement(String hash, String text, Map<String, OperationSpec> operations) {
    private static final int HASH_BYTES = 16;
    private static final Announcement NOTHING = new Announcement("none", "", Map.of());

    static Announcement nothing() {
        return NOTHING;
    }

    static Announcement of(List<OperationSpec> specs) {
        if (specs.isEmpty()) {
            return NOTHING;
        }
        ArrayNode json = JsonNodeFactory.instance.arrayNode();
        Map<String, OperationSpec> operations = new LinkedHashMap<>();
        for (OperationSpec spec : specs) {
            json.add(spec.toJson());
            operations.put(spec.id(), spec);
        }
        String text = json.toString();
        return new Announcement(hash(text), text, operations);
    }

    /**
     * Reads what another participant announced.
     *
     * @throws IllegalArgumentException if it is not readable
     */
    static Announcement read(String hash, String text) {
        Map<String, OperationSpec> operations = new LinkedHashMap<>();
        for (JsonNode json : Json.parse(text)) {
            OperationSpec spec = OperationSpec.fromJson(json);
            operations.put(spec.id(), spec);
        }
        return new Announcement(hash, text, operations);
    }

    boolean isEmpty() {
        return operations.isEmpty();
    }

    @Nullable OperationSpec find(String operationId) {
        return operations.get(operationId);
    }

    /** Whether running an operation twice does no harm. */
    static boolean isRepeatable(OperationSpec spec) {
        return switch (spec.type()) {
            case QUERY -> true;
            case SUBSCRIPTION -> false;
            case MUTATION -> isIdempotent(spec.annotations()) || isIdempotent(spec.meta());
        };
    }

    private static boolean isIdempotent(Optional<JsonNode> hints) {
        return hints.map(json -> json.path("idempotentHint").asBoolean(false)).orElse(false);
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
