package dev.alkdev.operations.http;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Cancellation;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.McpMeta;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.base.ByteBudget;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Runs the calls of a batch on a few threads and collects their results. */
final class RunningBatch {
    private final RestGateway gateway;
    private final Exchange exchange;
    private final Cancellation cancellation;
    private final AtomicInteger size;
    private final ThreadPoolExecutor threads;

    RunningBatch(RestGateway gateway, Exchange exchange, Cancellation cancellation) {
        this.gateway = gateway;
        this.exchange = exchange;
        this.cancellation = cancellation;
        int concurrency = gateway.limits.batchConcurrency();
        this.size = new AtomicInteger(concurrency);
        this.threads =
                new ThreadPoolExecutor(
                        concurrency,
                        Integer.MAX_VALUE,
                        0,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(),
                        Thread.ofVirtual().name("operations-batch").factory());
    }

    /**
     * Returns the results in the order of the calls. Handlers may still run after their deadline.
     */
    ArrayNode run(BatchRequest batch) {
        // Created now, so that queued calls have the same deadline.
        List<RunningCall> calls =
                batch.calls().stream().map(entry -> new RunningCall(entry, batch)).toList();
        ArrayNode results = JsonNodeFactory.instance.arrayNode(calls.size());
        try {
            calls.forEach(threads::execute);
            for (RunningCall call : calls) {
                results.add(call.result.get());
            }
            return results;
        } catch (InterruptedException e) {
            stop();
            Thread.currentThread().interrupt();
            throw new CallException(ErrorCode.ABORTED, "the batch was interrupted");
        } catch (ExecutionException e) {
            stop();
            throw new IllegalStateException("a call of a batch failed unexpectedly", e);
        } finally {
            threads.shutdown();
        }
    }

    /** Waits for all handlers: their results need the exchange. */
    private void stop() {
        cancellation.cancel();
        threads.close();
    }

    /** The handler of a call keeps its thread, so that another one is needed for the queue. */
    private void addThread() {
        threads.setCorePoolSize(size.incrementAndGet());
    }

    /** A call, and its result for the client. */
    private final class RunningCall implements Runnable {
        private final BatchRequest.Entry entry;
        private final Call call;
        private final OverdueResponse overdue;
        private final CompletableFuture<ObjectNode> result = new CompletableFuture<>();

        RunningCall(BatchRequest.Entry entry, BatchRequest batch) {
            this.entry = entry;
            this.overdue = new OverdueResponse(entry.operation(), this::goOn);
            this.call =
                    exchange.call(batch.timeout(), gateway.limits, gateway.registry.time())
                            .requestId(Call.newRequestId())
                            .parentRequestId(exchange.requestId())
                            .cancellation(cancellation)
                            .onOverdue(overdue)
                            .to(entry.operation(), entry.input());
        }

        private void goOn(CallException failure) {
            addThread();
            result.complete(failed(failure));
        }

        @Override
        public void run() {
            try {
                Supplier<ObjectNode> outcome = outcome();
                // The exchange has ended if the result is late.
                if (!overdue.isSent()) {
                    result.complete(outcome.get());
                }
            } catch (RuntimeException | Error bug) {
                result.completeExceptionally(bug);
            }
        }

        private Supplier<ObjectNode> outcome() {
            try {
                if (entry.problem() != null) {
                    throw new CallException(ErrorCode.VALIDATION_ERROR, entry.problem());
                }
                ResponseEnvelope<JsonNode> envelope = gateway.registry.execute(call);
                return () -> succeeded(envelope);
            } catch (CallException failure) {
                return () -> failed(failure);
            }
        }

        private ObjectNode succeeded(ResponseEnvelope<JsonNode> envelope) {
            JsonNode data = envelope.data();
            // Results wait for each other, and then for the client.
            if (!exchange.tryHold(2 * ByteBudget.weight(data))) {
                return failed(OperationEndpoint.noMemory(entry.operation()));
            }
            ObjectNode succeeded = begin();
            succeeded.put("status", 200).set("data", data);
            if (envelope.meta() instanceof McpMeta tool && tool.isError()) {
                succeeded.put("isError", true);
            }
            return succeeded;
        }

        private ObjectNode failed(CallException failure) {
            OperationSpec spec = gateway.registry.find(entry.operation()).orElse(null);
            Problem problem = Problem.of(failure, spec, call.caller());
            String instance = exchange.mount() + OperationEndpoint.PREFIX + entry.operation();
            ObjectNode failed = begin();
            failed.put("status", problem.status());
            failed.set("error", problem.toJson(instance, call.requestId()));
            return failed;
        }

        private ObjectNode begin() {
            ObjectNode begun = JsonNodeFactory.instance.objectNode();
            if (entry.id() != null) {
                begun.set("id", entry.id());
            }
            return begun;
        }
    }
}
