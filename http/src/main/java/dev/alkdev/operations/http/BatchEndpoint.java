package dev.alkdev.operations.http;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Cancellation;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.JsonWeight;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.RegisteredOperation;
import dev.alkdev.operations.Registration;
import dev.alkdev.operations.RequestIds;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

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
    private final RestOptions settings;
    private final OperationRegistry registry;
    private final CallRequests requests;

    BatchEndpoint(RestOptions settings) {
        this.settings = settings;
        this.registry = settings.registry();
        this.requests = new CallRequests(settings);
    }

    @Override
    public List<String> methods() {
        return POSTS;
    }

    @Override
    public void serve(Exchange exchange) throws IOException {
        LimitOptions limits = settings.limits();
        JsonNode body = JsonBody.read(exchange, limits);
        BatchRequest batch =
                BatchRequest.parse(body, limits.maxBatch(), requests.asked(exchange.request()));
        Cancellation cancellation = Cancellation.create();
        Runnable gone = () -> cancellation.cancel("the client closed the connection");
        List<BatchResult> results;
        try (Registration watching = settings.onGone(exchange, gone)) {
            results = run(tasks(exchange, batch, cancellation), cancellation);
        }
        exchange.send(200, Exchange.JSON, JsonText.write(json -> write(json, results)));
    }

    private List<Callable<BatchResult>> tasks(
            Exchange exchange, BatchRequest batch, Cancellation cancellation) {
        List<Callable<BatchResult>> tasks = new ArrayList<>(batch.calls().size());
        for (BatchCall call : batch.calls()) {
            // Made now, so that all calls have the same time, also those that must wait.
            CallBuilder terms =
                    requests.ofCall(exchange, batch.timeout())
                            .requestId(RequestIds.next())
                            .parentRequestId(exchange.requestId())
                            .cancellation(cancellation);
            String instance = exchange.mount() + OperationEndpoint.PREFIX + call.operation();
            tasks.add(() -> held(exchange, call, result(call, terms, instance)));
        }
        return tasks;
    }

    private List<BatchResult> run(List<Callable<BatchResult>> tasks, Cancellation cancellation) {
        List<BatchResult> results = new ArrayList<>(tasks.size());
        try (ExecutorService threads =
                Executors.newFixedThreadPool(
                        settings.limits().batchConcurrency(),
                        Thread.ofVirtual().name("operations-batch").factory())) {
            for (Future<BatchResult> future : allOf(tasks, threads, cancellation)) {
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
    private static List<Future<BatchResult>> allOf(
            List<Callable<BatchResult>> tasks, ExecutorService threads, Cancellation cancellation)
            throws InterruptedException {
        try {
            return threads.invokeAll(tasks);
        } catch (InterruptedException e) {
            cancellation.cancel();
            throw e;
        }
    }

    /** Results wait for each other, and then for the client: what has no room is refused. */
    private static BatchResult held(Exchange exchange, BatchCall call, BatchResult result) {
        JsonNode data = result.data();
        if (data == null || exchange.held().tryTake(2 * JsonWeight.of(data))) {
            return result;
        }
        CallException failure =
                new CallException(
                                ErrorCode.UNAVAILABLE,
                                call.operation()
                                        + " ran, but there is no memory left for its result")
                        .withRetryable(false);
        Problem problem = Problem.of(failure, null, exchange.caller());
        return new BatchResult(call.id(), problem.status(), null, exchange.json(problem));
    }

    private BatchResult result(BatchCall call, CallBuilder terms, String instance) {
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
            return new BatchResult(call.id(), 200, data, null);
        } catch (CallException failure) {
            OperationSpec spec = operation == null ? null : operation.spec();
            Problem problem = Problem.of(failure, spec, asked.caller());
            JsonNode error = problem.toJson(instance, asked.requestId());
            return new BatchResult(call.id(), problem.status(), null, error);
        }
    }

    private static void write(JsonGenerator json, List<BatchResult> results) {
        json.writeStartObject();
        json.writeArrayPropertyStart("results");
        results.forEach(result -> result.write(json));
        json.writeEndArray();
        json.writeEndObject();
    }
}
