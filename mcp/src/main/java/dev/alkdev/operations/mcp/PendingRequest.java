package dev.alkdev.operations.mcp;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.Progress;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.mcp.Reports.Report;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A request that waits for its answer. Whatever the server sends for it renews the idle limit; the
 * limit rests while the server waits for an answer of ours. Threads may share it.
 */
final class PendingRequest {
    private static final Set<String> PROGRESS =
            Set.of(MetaKeys.PROGRESS_TOKEN, "progress", "total", "message");

    /** No server asks more; one that does runs in circles. */
    static final int MOST_QUESTIONS = 100;

    private final CompletableFuture<Result> answer = new CompletableFuture<>();
    private final AtomicInteger questions = new AtomicInteger();
    private final AtomicInteger openQuestions = new AtomicInteger();
    private final Set<Thread> askers = ConcurrentHashMap.newKeySet();
    private final Reports reports = new Reports();
    private final AtomicBoolean ended = new AtomicBoolean();

    /** Wakes the thread that waits for the answer. */
    private final Semaphore news = new Semaphore(0);

    private final RpcMessage.Request request;
    private final Map<String, String> headers;
    private final Call call;
    private final @Nullable McpCaller caller;
    private volatile long active = System.nanoTime();
    private volatile boolean suspended;
    private volatile Exchange exchange = () -> true;

    /**
     * A result whose memory counts until its caller has taken it.
     *
     * @param weight about how many bytes it takes
     */
    private record Result(JsonNode json, long weight) {}

    /** A request on its way to the server. */
    @FunctionalInterface
    interface Exchange {
        /** Stops receiving anything for it; false if the server will never see it. */
        boolean giveUp();
    }

    /**
     * @param headers further ones of the transport, if it has headers
     * @param call on whose behalf it is made
     */
    PendingRequest(RpcMessage.Request request, Map<String, String> headers, Call call) {
        this.request = request;
        this.headers = headers;
        this.call = call;
        this.caller = call.attachment(McpCaller.KEY).orElse(null);
    }

    RpcMessage.Request request() {
        return request;
    }

    Map<String, String> headers() {
        return headers;
    }

    Call call() {
        return call;
    }

    /** Who can be asked; null if nobody. */
    @Nullable McpCaller caller() {
        return caller;
    }

    boolean isDone() {
        return answer.isDone();
    }

    void complete(JsonNode result) {
        long weight = ByteBudget.weight(result);
        ServerMemory.MESSAGES.force(weight);
        if (!answer.complete(new Result(result, weight))) {
            ServerMemory.MESSAGES.release(weight);
        }
        news.release();
    }

    void fail(RuntimeException failure) {
        answer.completeExceptionally(failure);
        news.release();
    }

    /** How the transport gives it up. */
    void exchange(Exchange begun) {
        exchange = begun;
    }

    /** Stops receiving anything for it; false if the server will never see it. */
    boolean giveUp() {
        return exchange.giveUp();
    }

    /** Fails since its maker has to handle something else first. */
    void suspend(RuntimeException reason) {
        suspended = true;
        fail(reason);
    }

    /** Whether it failed here, and the server is still at work. */
    boolean isSuspended() {
        return suspended;
    }

    /** Something was received for it. */
    void renew() {
        active = System.nanoTime();
    }

    void progress(JsonNode params) {
        renew();
        JsonNode total = params.path("total");
        JsonNode message = params.path("message");
        Progress progress =
                new Progress(
                        params.path("progress").asDouble(0),
                        total.isNumber() ? total.asDouble() : null,
                        message.isString() ? message.asString() : null,
                        further(params));
        report(new Report(() -> call.progress(progress), ByteBudget.weight(params), true));
    }

    /** The members that the caller's own client may know, such as {@code _meta}. */
    private static @Nullable ObjectNode further(JsonNode params) {
        if (!(params instanceof ObjectNode all) || PROGRESS.containsAll(all.propertyNames())) {
            return null;
        }
        return all.deepCopy().without(PROGRESS);
    }

    /** Reports something to the caller, on the thread that waits for the answer. */
    void report(Report report) {
        if (!answer.isDone()) {
            reports.add(report);
            news.release();
        }
    }

    /**
     * Begins to ask on this thread.
     *
     * @return the number of the question, from 1
     */
    int beginQuestion() {
        openQuestions.incrementAndGet();
        askers.add(Thread.currentThread());
        int number = questions.incrementAndGet();
        if (number > MOST_QUESTIONS) {
            endQuestion();
            throw new McpException(
                    McpErrorCode.INVALID_REQUEST,
                    "a request may lead to " + MOST_QUESTIONS + " questions");
        }
        return number;
    }

    void endQuestion() {
        askers.remove(Thread.currentThread());
        renew();
        openQuestions.decrementAndGet();
    }

    /** Its caller does not wait any more: threads that ask on its behalf stop. */
    void end() {
        if (ended.getAndSet(true)) {
            return;
        }
        answer.cancel(false);
        if (answer.state() == Future.State.SUCCESS) {
            ServerMemory.MESSAGES.release(answer.resultNow().weight());
        }
        reports.close();
        news.release();
        askers.forEach(Thread::interrupt);
    }

    /**
     * Waits for the result, and meanwhile passes reports to the caller.
     *
     * @param idle how long nothing may come; null for ever
     * @param end when it is over whatever comes, as {@link System#nanoTime} has it; null for never
     * @throws CallException {@code TIMEOUT} if it takes too long
     */
    JsonNode await(@Nullable Duration idle, @Nullable Long end) throws InterruptedException {
        while (!answer.isDone()) {
            reports.tell();
            long now = System.nanoTime();
            long left = end == null ? Long.MAX_VALUE : end - now;
            if (left <= 0) {
                throw new CallException(
                        ErrorCode.TIMEOUT, request.method() + " took too long at the MCP server");
            }
            if (idle != null) {
                long quiet = openQuestions.get() > 0 ? idle.toNanos() : idleLeft(idle, now);
                left = Math.min(left, quiet);
            }
            // Which limit it was, if it was one, is found out above.
            if (news.tryAcquire(left, TimeUnit.NANOSECONDS)) {
                news.drainPermits();
            }
        }
        // What came before the answer is told before it.
        reports.tell();
        return result();
    }

    private JsonNode result() throws InterruptedException {
        try {
            return answer.get().json();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure
                    ? failure
                    : new IllegalStateException(e.getCause());
        }
    }

    private long idleLeft(Duration idle, long now) {
        long left = active + idle.toNanos() - now;
        if (left <= 0) {
            throw new CallException(
                    ErrorCode.TIMEOUT,
                    "the MCP server neither answered "
                            + request.method()
                            + " nor reported progress for "
                            + idle.toMillis()
                            + " ms");
        }
        return left;
    }
}
