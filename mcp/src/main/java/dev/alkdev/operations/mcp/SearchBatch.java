package dev.alkdev.operations.mcp;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.OperationHandler;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.http.LimitOptions;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Makes several calls at once, each answered for itself, within the time of one. Its calls can ask
 * the caller nothing: answers could not be told apart.
 */
record SearchBatch(OperationRegistry target, LimitOptions limits) implements OperationHandler {

    @Override
    public Object handle(JsonNode input, OperationContext context) throws InterruptedException {
        List<Callable<JsonNode>> calls = new ArrayList<>();
        for (JsonNode call : input.path("calls")) {
            CallBuilder terms = terms(context);
            calls.add(() -> result(call, terms));
        }
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        answer.set("results", run(calls));
        return answer;
    }

    private static CallBuilder terms(OperationContext context) {
        return SearchOperations.same(context)
                .requestId(Call.newRequestId())
                .parentRequestId(context.requestId())
                .onProgress(progress -> {})
                .attach(McpCaller.KEY, NoMcpCaller.INSTANCE);
    }

    private ArrayNode run(List<Callable<JsonNode>> calls) throws InterruptedException {
        ArrayNode results = JsonNodeFactory.instance.arrayNode();
        // Closing the threads waits for what they run, which ends with the call around it.
        try (ExecutorService threads =
                Executors.newFixedThreadPool(
                        limits.batchConcurrency(),
                        Thread.ofVirtual().name("operations-mcp-batch").factory())) {
            for (Future<JsonNode> result : threads.invokeAll(calls)) {
                results.add(result.get());
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("a call of a batch failed unexpectedly", e);
        }
        return results;
    }

    private JsonNode result(JsonNode call, CallBuilder terms) {
        String operation = call.path("operation").asString();
        ObjectNode result = JsonNodeFactory.instance.objectNode().put("operation", operation);
        try {
            ResponseEnvelope<JsonNode> envelope =
                    target.execute(terms.to(operation, SearchOperations.calledInput(call)));
            if (envelope.isError()) {
                return result.set(
                        "error",
                        error(ErrorCode.EXECUTION_ERROR, "the tool failed")
                                .set("details", envelope.data()));
            }
            return result.set("data", envelope.data());
        } catch (CallException failure) {
            ObjectNode error = error(failure.code(), String.valueOf(failure.getMessage()));
            failure.details().ifPresent(details -> error.set("details", details));
            return result.set("error", error);
        }
    }

    private static ObjectNode error(String code, String message) {
        return JsonNodeFactory.instance.objectNode().put("code", code).put("message", message);
    }
}
