package dev.alkdev.operations.protocol;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Cancellation;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.StreamSink;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.protocol.CallEvent.Requested;
import dev.alkdev.operations.protocol.CallEvent.Responded;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A request of the peer while it is answered. Sends the items of a stream, as many as its reader
 * has given credit for.
 */
final class ActiveCall implements StreamSink {
    /** More credit than this is not kept: it means any number. */
    private static final int MAX_CREDITS = 1 << 30;

    /** How long a reader may take nothing before its stream gives up its place. */
    private static final Duration READ_TIMEOUT = Duration.ofMinutes(30);

    /** What a text takes in memory besides its characters. */
    private static final int TEXT = 100;

    final Requested request;

    /** When it must have ended, by this clock. */
    final long deadline;

    /** About how many bytes it takes in memory. */
    final long weight;

    final Cancellation cancellation = Cancellation.create();
    private final Link link;
    private final @Nullable Semaphore credits;
    private long sequence;

    ActiveCall(Requested request, long deadline, Link link) {
        this.request = request;
        this.deadline = deadline;
        this.link = link;
        this.weight = weight(request.call());
        this.credits = request.call().window().map(Semaphore::new).orElse(null);
    }

    private static long weight(Call call) {
        long sum = ByteBudget.weight(call.input());
        for (Map.Entry<String, JsonNode> entry : call.metadata().entrySet()) {
            sum += TEXT + entry.getKey().length() + ByteBudget.weight(entry.getValue());
        }
        for (String node : call.via()) {
            sum += TEXT + node.length();
        }
        sum += call.parentRequestId().map(String::length).orElse(0);
        sum += call.lastEventId().map(String::length).orElse(0);
        return call.caller() instanceof Caller.Authenticated(Identity identity)
                ? sum + weight(identity)
                : sum;
    }

    private static long weight(Identity identity) {
        long sum = identity.id().length();
        for (String scope : identity.scopes()) {
            sum += TEXT + scope.length();
        }
        if (identity.operations() != null) {
            sum += identity.operations().stream().mapToInt(each -> TEXT + each.length()).sum();
        }
        for (Map.Entry<String, Set<String>> resource : identity.resources().entrySet()) {
            sum += TEXT + resource.getKey().length();
            for (String action : resource.getValue()) {
                sum += TEXT + action.length();
            }
        }
        return sum;
    }

    /** Waits until the reader is ready for one more item; false if it took none for so long. */
    boolean awaitCredit(Duration timeout) throws InterruptedException {
        return credits == null || credits.tryAcquire(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    void addCredits(int count) {
        if (credits != null && count > 0 && credits.availablePermits() < MAX_CREDITS) {
            credits.release(Math.min(count, MAX_CREDITS));
        }
    }

    @Override
    public boolean writesAtOnce() {
        return link.writesAtOnce();
    }

    @Override
    public void item(ResponseEnvelope<JsonNode> item) throws InterruptedException {
        if (!awaitCredit(READ_TIMEOUT)) {
            throw new CallException(
                    ErrorCode.TIMEOUT, request.operationId() + " was not read for " + READ_TIMEOUT);
        }
        try {
            link.send(new Responded(request.requestId(), item, sequence++));
        } catch (CallException refused) {
            throw refused;
        } catch (RuntimeException | Error e) {
            throw CallHandler.unanswerable(request, e);
        }
    }
}
