package dev.alkdev.operations.hub;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.CallObserver;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.ObservedCall;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.http.OperationListing;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.JsonNodeFactory;

import java.util.concurrent.atomic.AtomicInteger;

/** The source of an operation of a hub, and how many of its calls run. Threads share it. */
public final class SourceOrigin implements OperationBinding.Origin {
    /** The name of what is no source: code of the hub itself. */
    static final String HUB = OperationListing.NO_SOURCE;

    private final String name;
    private final @Nullable Integer most;
    private final AtomicInteger running = new AtomicInteger();

    public SourceOrigin(SourceConfig config) {
        this.name = config.name();
        this.most = config.rules().concurrency();
    }

    @Override
    public String name() {
        return name;
    }

    /** Observes calls: bounds the concurrent calls of each source. */
    static CallObserver.Observation begin(ObservedCall call) {
        return call.origin().orElse(null) instanceof SourceOrigin origin
                ? origin.enter()
                : outcome -> {};
    }

    private CallObserver.Observation enter() {
        int now = running.incrementAndGet();
        if (most != null && now > most) {
            running.decrementAndGet();
            throw new CallException(
                            ErrorCode.OVERLOADED,
                            "concurrency limit reached (" + most + " for the source " + name + ")")
                    .withDetails(JsonNodeFactory.instance.objectNode().put("retryAfter", 1));
        }
        return outcome -> running.decrementAndGet();
    }

    boolean isIdle() {
        return running.get() == 0;
    }
}
