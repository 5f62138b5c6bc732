package dev.alkdev.operations.protocol;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.TimeSource;
import dev.alkdev.operations.protocol.CallEvent.Requested;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;

/** On which terms the requests of a peer run: in whose name, and until when. */
final class RequestTerms {
    private final Link link;
    private final TimeSource time;
    private final HandlerOptions options;

    RequestTerms(Link link, TimeSource time, HandlerOptions options) {
        this.link = link;
        this.time = time;
        this.options = options;
    }

    OperationContext ofCall(ActiveCall call) {
        return context(call).deadline(Instant.ofEpochMilli(callDeadline(call))).build();
    }

    OperationContext ofStream(ActiveCall call) {
        OperationContext.Builder context = context(call);
        Long deadline = call.deadline();
        if (deadline != null) {
            context.deadline(Instant.ofEpochMilli(deadline));
        }
        Integer window = call.request().window();
        if (window != null) {
            context.streamBuffer(window);
        }
        return context.build();
    }

    /** Whatever a peer writes, a call ends after the longest time that is allowed. */
    private long callDeadline(ActiveCall call) {
        long now = time.millis();
        Long given = call.deadline();
        long wanted = given == null ? Deadlines.after(now, options.defaultTimeout()) : given;
        return Math.min(wanted, Deadlines.after(now, options.maxTimeout()));
    }

    /**
     * When a request that has just come must have ended, by this clock; null if it names no time.
     * The time left counts before the deadline, because the clock of the peer may be wrong.
     */
    @Nullable Long deadline(Requested request) {
        Long left = request.timeLeft();
        if (left != null) {
            return Deadlines.after(time.millis(), Duration.ofMillis(Math.max(0, left)));
        }
        Long given = request.deadline();
        return given == null ? null : (Long) Math.clamp(given, 0, Deadlines.LAST);
    }

    private OperationContext.Builder context(ActiveCall call) {
        Requested request = call.request();
        OperationContext.Builder context =
                OperationContext.builder()
                        .caller(caller(request))
                        .requestId(request.requestId())
                        .metadata(call.metadata())
                        .cancellation(call.cancellation());
        if (request.parentRequestId() != null) {
            context.parentRequestId(request.parentRequestId());
        }
        return context;
    }

    private Caller caller(Requested request) {
        if (!link.trustsIdentities()) {
            return link.peer();
        }
        return switch (request.caller()) {
            case Caller.Authenticated known -> known;
            // Somebody whom the peer serves and does not know has no part in what the peer may do.
            case Caller.Anonymous anonymous -> anonymous;
            case Caller.Trusted ownCode -> link.peer();
        };
    }
}
