package dev.alkdev.operations.http;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Cancellation;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.McpMeta;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.schema.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Many calls in one request, some at once, each answered for itself. */
record BatchEndpoint(RestGateway gateway) implements Endpoint {

    @Override
    public List<String> methods() {
        return POSTS;
    }

    @Override
    public void serve(Exchange exchange) throws IOException {
        JsonNode body = JsonBody.read(exchange, gateway.limits);
        BatchRequest batch =
                BatchRequest.parse(body, gateway.limits.maxBatch(), exchange.timeout());
        Cancellation cancellation = Cancellation.create();
        Runnable gone = () -> cancellation.cancel("the client closed the connection");
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        try (Registration watching = gateway.onGone(exchange, gone)) {
            answer.set("results", run(tasks(exchange, batch, cancellation), cancellation));
        }
        exchange.send(200, Exchange.JSON, Json.write(answer));
    }

    private List<Callable<ObjectNode>> tasks(
            Exchange exchange, BatchRequest batch, Cancellation cancellation) {
        List<Callable<ObjectNode>> tasks = new ArrayList<>(batch.calls().size());
        for (BatchRequest.Entry entry : batch.calls()) {
            // Made now, so that all calls have the same time, also those that must wait.
            Call call =
                    exchange.call(batch.timeout(), gateway.limits, gateway.registry.time())
                            .requestId(Call.newRequestId())
                            .parentRequestId(exchange.requestId())
                            .cancellation(cancellation)
                            .to(entry.operation(), entry.input());
            String instance = exchange.mount() + OperationEndpoint.PREFIX + entry.operation();
            tasks.add(() -> result(exchange, entry, call, instance));
        }
        return tasks;
    }

    private ArrayNode run(List<Callable<ObjectNode>> tasks, Cancellation cancellation) {
        ArrayNode results = JsonNodeFactory.instance.arrayNode(tasks.size());
        // Closing the threads waits for what they run, which is cancelled first.
        try (ExecutorService threads =
                        Executors.newFixedThreadPool(
                                gateway.limits.batchConcurrency(),
                                Thread.ofVirtual().name("operations-batch").factory());
                Registration left = cancellation::cancel) {
            for (Future<ObjectNode> future : threads.invokeAll(tasks)) {
                results.add(future.get());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CallException(ErrorCode.ABORTED, "the batch was interrupted");
        } catch (ExecutionException e) {
            throw new IllegalStateException("a call of a batch failed unexpectedly", e);
        }
        return results;
    }

    private ObjectNode result(
            Exchange exchange, BatchRequest.Entry entry, Call call, String instance) {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        if (entry.id() != null) {
            result.set("id", entry.id());
        }
        try {
            if (entry.problem() != null) {
                throw new CallException(ErrorCode.VALIDATION_ERROR, entry.problem());
            }
            ResponseEnvelope<JsonNode> envelope = gateway.registry.execute(call);
            JsonNode data = envelope.data();
            // Results wait for each other, and then for the client.
            if (!exchange.tryHold(2 * ByteBudget.weight(data))) {
                throw OperationEndpoint.noMemory(entry.operation());
            }
            result.put("status", 200).set("data", data);
            if (envelope.meta() instanceof McpMeta tool && tool.isError()) {
                result.put("isError", true);
            }
        } catch (CallException failure) {
            OperationSpec spec = gateway.registry.find(entry.operation()).orElse(null);
            Problem problem = Problem.of(failure, spec, call.caller());
            result.put("status", problem.status());
            result.set("error", problem.toJson(instance, call.requestId()));
        }
        return result;
    }
}
