package dev.alkdev.operations.mcp;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.LongNode;
import tools.jackson.databind.node.ObjectNode;

import java.security.SecureRandom;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;

/** The requests of the server that wait for an answer of their client. Threads may share it. */
final class OpenQuestions {
    /** JavaScript has no larger whole numbers. */
    private static final long MAX_ID = 1L << 53;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final Map<Key, CompletableFuture<JsonNode>> open = new ConcurrentHashMap<>();

    /**
     * Ids are numbers, since some clients take nothing else. They cannot be guessed, and only the
     * session that was asked can answer.
     */
    private record Key(String session, String id) {}

    /** One that was sent. */
    final class Question implements AutoCloseable {
        private final Key key;
        private final ServerRequest request;
        private final CompletableFuture<JsonNode> answer = new CompletableFuture<>();

        private Question(Key key, ServerRequest request) {
            this.key = key;
            this.request = request;
        }

        JsonNode await() throws InterruptedException {
            try {
                return answer.get();
            } catch (ExecutionException e) {
                Throwable refusal = e.getCause() == null ? e : e.getCause();
                throw new CallException(
                        ErrorCode.EXECUTION_ERROR,
                        "the client refused to answer: " + refusal.getMessage());
            }
        }

        /** Forgets it, and cancels it at a client that has not answered. */
        @Override
        public void close() {
            if (open.remove(key) != null && !answer.isDone()) {
                ObjectNode params = JsonNodeFactory.instance.objectNode();
                params.put("requestId", Long.parseLong(key.id()));
                params.put("reason", "the requesting call has ended");
                try {
                    request.channel()
                            .send(new RpcMessage.Notification("notifications/cancelled", params));
                } catch (CallException gone) {
                    answer.cancel(false);
                }
            }
        }
    }

    /**
     * Sends a question over the channel of a request.
     *
     * @throws CallException {@code UNAVAILABLE} if the client has gone
     */
    Question send(ServerRequest request, McpQuestion question) {
        String session = Objects.requireNonNull(request.client().session(), "session");
        long id = RANDOM.nextLong(1, MAX_ID);
        Key key = new Key(session, Long.toString(id));
        Question sent = new Question(key, request);
        open.put(key, sent.answer);
        try {
            JsonNode params =
                    question.method().equals(McpQuestion.ROOTS) && question.params().isEmpty()
                            ? null
                            : question.params();
            request.channel()
                    .send(new RpcMessage.Request(LongNode.valueOf(id), question.method(), params));
        } catch (RuntimeException e) {
            open.remove(key);
            throw e;
        }
        return sent;
    }

    /** A client answered. What nobody waits for is dropped. */
    void answered(String session, RpcMessage.Result result) {
        CompletableFuture<JsonNode> question = open.get(new Key(session, result.id().asString("")));
        if (question != null) {
            question.complete(result.result());
        }
    }

    /** A client cannot answer. */
    void refused(String session, RpcMessage.Failure failure) {
        JsonNode id = failure.id();
        CompletableFuture<JsonNode> question =
                id == null ? null : open.get(new Key(session, id.asString("")));
        if (question != null) {
            question.completeExceptionally(failure.toException());
        }
    }

    int size() {
        return open.size();
    }
}
