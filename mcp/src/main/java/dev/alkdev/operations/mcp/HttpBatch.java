package dev.alkdev.operations.mcp;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.http.Exchange;

import jakarta.servlet.http.HttpServletResponse;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.io.IOException;

/** Several messages in one request, which only 2025-03-26 and before knew. For one thread. */
final class HttpBatch {
    private final HttpMessages messages;
    private final Exchange exchange;
    private final ToolView view;

    HttpBatch(HttpMessages messages, Exchange exchange, ToolView view) {
        this.messages = messages;
        this.exchange = exchange;
        this.view = view;
    }

    void post(JsonNode batch) throws IOException {
        ClientInfo client = messages.legacy(exchange);
        HttpChannel channel = messages.channel(exchange, false);
        if (client.version().atLeast(McpVersion.V2025_06_18)
                || batch.isEmpty()
                || batch.size() > messages.maxBatch()) {
            McpException refused =
                    new McpException(
                            McpErrorCode.INVALID_REQUEST,
                            "several messages at once are for clients of 2025-03-26, at most "
                                    + messages.maxBatch());
            channel.finish(400, HttpAnswers.error(null, refused));
            return;
        }
        try {
            ArrayNode answers = JsonNodeFactory.instance.arrayNode();
            for (JsonNode message : batch) {
                answer(message, client, channel, answers);
            }
            finish(channel, answers);
        } finally {
            channel.close();
        }
    }

    private void answer(JsonNode json, ClientInfo client, HttpChannel channel, ArrayNode answers) {
        RpcMessage message;
        try {
            message = RpcMessage.of(json);
        } catch (McpException e) {
            answers.add(RpcMessage.Failure.of(null, e).toJson());
            return;
        }
        if (message instanceof RpcMessage.Request request) {
            JsonNode answer = answer(HttpMessages.asked(request, client, channel, view));
            if (answer != null) {
                answers.add(answer);
            }
        } else {
            messages.server().received(client.session(), message);
        }
    }

    private @Nullable JsonNode answer(ServerRequest request) {
        return StdioServer.message(messages.server(), request);
    }

    private void finish(HttpChannel channel, ArrayNode answers) throws IOException {
        if (answers.isEmpty()) {
            exchange.response().setStatus(HttpServletResponse.SC_ACCEPTED);
        } else if (channel.isStreaming()) {
            try {
                for (int i = 0; i < answers.size() - 1; i++) {
                    channel.send(answers.get(i));
                }
            } catch (CallException gone) {
                channel.abandon();
                return;
            }
            channel.finish(200, HttpAnswers.bytes(answers.get(answers.size() - 1)));
        } else {
            channel.finish(200, HttpAnswers.bytes(answers));
        }
    }
}
