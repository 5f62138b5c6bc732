package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Keeps what an observation throws away from the call, and tells it the end once. */
final class LoggedObservation implements CallObservation {
    private static final Logger LOG = LoggerFactory.getLogger(OperationRegistry.class);

    private final CallObservation observation;
    private final AtomicBoolean told = new AtomicBoolean();

    LoggedObservation(CallObservation observation) {
        this.observation = observation;
    }

    @Override
    public void running() {
        guard(CallObservation::running);
    }

    @Override
    public void item() {
        guard(CallObservation::item);
    }

    @Override
    public void ended(@Nullable CallException failure) {
        if (told.compareAndSet(false, true)) {
            guard(one -> one.ended(failure));
        }
    }

    private void guard(Consumer<CallObservation> event) {
        try {
            event.accept(observation);
        } catch (Throwable e) {
            LOG.warn("An observer of calls failed", e);
        }
    }
}
