package dev.alkdev.operations.mcp;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.web.HttpFailure;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.LongNode;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses the messages of servers, and bounds the memory of those that are handled at once. */
final class IncomingMessages {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int SHOWN = 100;

    /** Servers write the id at the beginning of a message or at its end. */
    private static final Pattern ID_FIRST =
            Pattern.compile(
                    "^\\{\\s*(?:\"jsonrpc\"\\s*:\\s*\"2.0\"\\s*,\\s*)?\"id\"\\s*:\\s*(\\d{1,18})\\b");

    private static final Pattern ID_LAST =
            Pattern.compile(
                    "\"id\"\\s*:\\s*(\\d{1,18})\\s*(?:,\\s*\"jsonrpc\"\\s*:\\s*\"2.0\"\\s*)?}\\s*$");

    private IncomingMessages() {}

    /**
     * Parses a message, or several in an array, and handles each.
     *
     * @throws IllegalArgumentException if it is not a JSON object or array
     * @throws CallException if there is no memory for it
     */
    static void handle(byte[] json, Consumer<JsonNode> handler) throws InterruptedException {
        long weight = ByteBudget.weightOfText(json);
        if (weight > ServerMemory.MESSAGES.limit()
                || !ServerMemory.MESSAGES.acquire(weight, PATIENCE)) {
            throw HttpFailure.unusable(
                    "there is no memory left for a message of "
                            + json.length
                            + " bytes from the MCP server");
        }
        try {
            JsonNode message = Json.parse(json);
            if (!message.isContainer()) {
                throw new IllegalArgumentException("not a JSON object");
            }
            // Servers of 2025-03-26 may send several at once.
            if (message.isArray()) {
                message.forEach(handler);
            } else {
                handler.accept(message);
            }
        } finally {
            ServerMemory.MESSAGES.release(weight);
        }
    }

    /**
     * The failure of the request that an unreadable message responds to, so that its caller need
     * not wait; null if the message does not look like a response.
     *
     * @param end the last bytes of the message
     */
    static @Nullable JsonNode failure(byte[] begin, String end, String reason) {
        String first = text(begin, 0, Math.min(SHOWN, begin.length));
        Matcher atBegin = ID_FIRST.matcher(first);
        Matcher atEnd = ID_LAST.matcher(end);
        String id = null;
        if (atBegin.find()) {
            id = atBegin.group(1);
        } else if (first.startsWith("{") && atEnd.find()) {
            id = atEnd.group(1);
        }
        return id == null
                ? null
                : new RpcMessage.Failure(
                                LongNode.valueOf(Long.parseLong(id)),
                                McpErrorCode.INTERNAL_ERROR,
                                reason,
                                null)
                        .toJson();
    }

    /** As the other, for a message that is complete. */
    static @Nullable JsonNode failure(byte[] message, String reason) {
        int from = Math.max(0, message.length - SHOWN);
        return failure(message, text(message, from, message.length), reason);
    }

    private static String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    }
}
