package dev.alkdev.operations.http;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Cancellation;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.RegisteredOperation;
import dev.alkdev.operations.base.JsonWeight;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.base.RequestIds;
import dev.alkdev.operations.schema.Json;

import tools.jackson.databind.JsonNode;
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
final class BatchEndpoint implements Endpoint {
    private final RestGateway gateway;
    private final OperationRegistry registry;

    BatchEndpoint(RestGateway gateway) {
        this.gateway = gateway;
        this.registry = gateway.registry;
    }

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
            answer.putArray("results")
                    .addAll(run(tasks(exchange, batch, cancellation), cancellation));
        }
        exchange.send(200, Exchange.JSON, Json.write(answer));
    }

    private List<Callable<ObjectNode>> tasks(
            Exchange exchange, BatchRequest batch, Cancellation cancellation) {
        List<Callable<ObjectNode>> tasks = new ArrayList<>(batch.calls().size());
        for (BatchRequest.Entry call : batch.calls()) {
            // Made now, so that all calls have the same time, also those that must wait.
            CallBuilder terms =
                    exchange.call(batch.timeout(), gateway.limits, registry.time())
                            .requestId(RequestIds.next())
                            .parentRequestId(exchange.requestId())
                            .cancellation(cancellation);
            String instance = exchange.mount() + OperationEndpoint.PREFIX + call.operation();
            tasks.add(() -> result(exchange, call, terms, instance));
        }
        return tasks;
    }

    private List<ObjectNode> run(List<Callable<ObjectNode>> tasks, Cancellation cancellation) {
        List<ObjectNode> results = new ArrayList<>(tasks.size());
        try (ExecutorService threads =
                Executors.newFixedThreadPool(
                        gateway.limits.batchConcurrency(),
                        Thread.ofVirtual().name("operations-batch").factory())) {
            for (Future<ObjectNode> future : allOf(tasks, threads, cancellation)) {
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

    /** Cancels at once if it is interrupted: closing the threads waits for what they run. */
    private static List<Future<ObjectNode>> allOf(
            List<Callable<ObjectNode>> tasks, ExecutorService threads, Cancellation cancellation)
            throws InterruptedException {
        try {
            return threads.invokeAll(tasks);
        } catch (InterruptedException e) {
            cancellation.cancel();
            throw e;
        }
    }

    private ObjectNode result(
            Exchange exchange, BatchRequest.Entry call, CallBuilder terms, String instance) {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        if (call.id() != null) {
            result.set("id", call.id());
        }
        RegisteredOperation operation = registry.resolve(call.operation()).orElse(null);
        Call asked =
                operation == null
                        ? terms.to(call.operation(), call.input())
                        : terms.to(operation, call.input());
        try {
            if (call.problem() != null) {
                throw new CallException(ErrorCode.VALIDATION_ERROR, call.problem());
            }
            JsonNode data = registry.execute(asked).data();
            // Results wait for each other, and then for the client.
            if (!exchange.tryHold(2 * JsonWeight.of(data))) {
                throw OperationEndpoint.noMemory(call.operation());
            }
            result.put("status", 200).set("data", data);
        } catch (CallException failure) {
            OperationSpec spec = operation == null ? null : operation.spec();
            Problem problem = Problem.of(failure, spec, asked.caller());
            result.put("status", problem.status());
            result.set("error", problem.toJson(instance, asked.requestId()));
        }
        return result;
    }
}
