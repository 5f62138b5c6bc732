package dev.alkdev.operations.mcp;

import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.http.Exchange;

import jakarta.servlet.http.HttpServletResponse;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.Iterator;

/**
 * Several messages in one request, which only 2025-03-26 and before knew. They run one after the
 * other; if the handler of one runs on after its deadline, another thread continues with the next.
 */
final class HttpBatch implements Channel {
    private final HttpMessages messages;
    private final Exchange exchange;
    private final ToolView view;
    private final ClientInfo client;
    private final HttpChannel channel;
    private final ArrayNode answers = JsonNodeFactory.instance.arrayNode();
    private Iterator<JsonNode> remaining = Collections.emptyIterator();
    private boolean isOverdue;
    private boolean isFinished;

    HttpBatch(HttpMessages messages, Exchange exchange, ToolView view) {
        this.messages = messages;
        this.exchange = exchange;
        this.view = view;
        this.client = messages.legacy(exchange);
        this.channel = messages.channel(exchange, false);
    }

    void post(JsonNode batch) throws IOException {
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
        remaining = batch.iterator();
        try {
            serve();
        } finally {
            channel.close();
        }
    }

    /** Serves the remaining messages, unless another thread did while a handler was running. */
    private void serve() throws IOException {
        while (remaining.hasNext()) {
            JsonNode answer = answer(remaining.next());
            if (isFinished) {
                return;
            }
            if (answer != null) {
                answers.add(answer);
            }
        }
        isFinished = true;
        finish();
    }

    /** The thread of the request waits until all is sent. */
    @Override
    public void sendEarly(RpcMessage.Result response) throws IOException {
        isOverdue = true;
        answers.add(response.toJson());
        serve();
    }

    @Override
    public void send(RpcMessage message) {
        channel.send(message);
    }

    @Override
    public CallBuilder call(@Nullable Duration timeout) {
        return channel.call(timeout);
    }

    private @Nullable JsonNode answer(JsonNode json) {
        RpcMessage message;
        try {
            message = RpcMessage.of(json);
        } catch (McpException e) {
            return RpcMessage.Failure.of(null, e).toJson();
        }
        if (message instanceof RpcMessage.Request request) {
            return StdioServer.message(
                    messages.server(), HttpMessages.asked(request, client, this, view));
        }
        messages.server().received(client.session(), message);
        return null;
    }

    private void finish() throws IOException {
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
            finish(HttpAnswers.bytes(answers.get(answers.size() - 1)));
        } else {
            finish(HttpAnswers.bytes(answers));
        }
    }

    private void finish(byte[] last) throws IOException {
        if (isOverdue) {
            channel.finishEarly(last);
        } else {
            channel.finish(200, last);
        }
    }
}
