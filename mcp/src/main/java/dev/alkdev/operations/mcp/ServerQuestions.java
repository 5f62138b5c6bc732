package dev.alkdev.operations.mcp;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.mcp.Reports.Report;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * What a server of before 2026-07-28 asks in the course of a request: it is passed on to who made
 * the request. Which one that is, is certain if the question came with its answer, or if it is the
 * only one; otherwise the wrong person would be asked, and nobody is. Threads may share it.
 */
final class ServerQuestions implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ServerQuestions.class);

    /** A server that has asked more does not wait for answers. */
    private static final int MOST_OPEN = 1_000;

    private final McpServerOptions config;
    private final Map<Long, PendingRequest> pending;
    private final Consumer<RpcMessage> answers;
    private final Map<JsonNode, Thread> open = new ConcurrentHashMap<>();

    ServerQuestions(
            McpServerOptions config,
            Map<Long, PendingRequest> pending,
            Consumer<RpcMessage> answers) {
        this.config = config;
        this.pending = pending;
        this.answers = answers;
    }

    /** Answers at once, or on a thread of its own if somebody has to be asked. */
    void asked(RpcMessage.Request request, @Nullable PendingRequest origin) {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        switch (request.method()) {
            case "ping" -> onThread(request, () -> result);
            case McpQuestion.ROOTS -> {
                if (config.roots.isEmpty()) {
                    passOn(request, origin);
                } else {
                    onThread(request, () -> roots(config));
                }
            }
            case McpQuestion.ELICIT, McpQuestion.SAMPLE -> passOn(request, origin);
            default ->
                    onThread(
                            request,
                            () -> {
                                throw new McpException(
                                        McpErrorCode.METHOD_NOT_FOUND,
                                        "the client has no method " + request.method());
                            });
        }
    }

    static ObjectNode roots(McpServerOptions config) {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        config.roots.forEach(result.putArray("roots")::add);
        return result;
    }

    private void passOn(RpcMessage.Request request, @Nullable PendingRequest origin) {
        PendingRequest call = origin == null ? only() : origin;
        JsonNode params = request.params();
        McpQuestion question =
                new McpQuestion(
                        request.method(),
                        params == null ? JsonNodeFactory.instance.objectNode() : params);
        onThread(request, () -> new Asking(config, call).one(question));
    }

    /** The only request in whose course somebody can be asked; null if there are more or none. */
    private @Nullable PendingRequest only() {
        List<PendingRequest> all =
                pending.values().stream().filter(one -> one.caller() != null).toList();
        return all.size() == 1 ? all.getFirst() : null;
    }

    /** What is asked. */
    private interface Question {
        JsonNode answer();
    }

    private void onThread(RpcMessage.Request request, Question question) {
        long weight = ByteBudget.weight(request.id());
        weight += request.params() == null ? 0 : ByteBudget.weight(request.params());
        if (open.size() >= MOST_OPEN || !ServerMemory.QUESTIONS.poll(weight)) {
            LOG.debug("{}: too many concurrent requests, {} dropped", config, request.method());
            return;
        }
        long held = weight;
        Thread thread =
                Thread.ofVirtual()
                        .name("operations-mcp question")
                        .unstarted(
                                () -> {
                                    try {
                                        answer(request, question);
                                    } finally {
                                        ServerMemory.QUESTIONS.release(held);
                                    }
                                });
        open.put(request.id(), thread);
        thread.start();
    }

    private void answer(RpcMessage.Request request, Question question) {
        RpcMessage answer;
        try {
            answer = new RpcMessage.Result(request.id(), question.answer());
        } catch (McpException e) {
            answer = RpcMessage.Failure.of(request.id(), e);
        } catch (RuntimeException e) {
            LOG.debug("A question of {} was not answered", config, e);
            String message = e instanceof CallException ? e.getMessage() : "it was not answered";
            answer =
                    new RpcMessage.Failure(
                            request.id(), McpErrorCode.INTERNAL_ERROR, "" + message, null);
        }
        // Who was interrupted is not asked any more, and the server does not wait.
        if (open.remove(request.id()) != null && !Thread.currentThread().isInterrupted()) {
            answers.accept(answer);
        }
    }

    /** A log message of the server is for the caller of the request it belongs to. */
    void logged(JsonNode params, @Nullable PendingRequest origin) {
        PendingRequest call = origin == null || origin.caller() == null ? only() : origin;
        McpCaller caller = call == null ? null : call.caller();
        JsonNode logger = params.path("logger");
        JsonNode data = params.path("data");
        if (call == null || caller == null) {
            LOG.debug("Log message of {}: {}", config, data);
            return;
        }
        String said = params.path("level").asString("");
        // Some servers have levels of their own.
        String level = LogLevel.of(said) == null ? "info" : said;
        String name = logger.isString() ? logger.asString() : null;
        call.report(
                new Report(() -> caller.log(level, name, data), ByteBudget.weight(params), false));
    }

    /** The server does not want an answer any more. */
    void cancelled(JsonNode id) {
        Thread asking = open.remove(id);
        if (asking != null) {
            asking.interrupt();
        }
    }

    @Override
    public void close() {
        List.copyOf(open.keySet()).forEach(this::cancelled);
    }
}
