package dev.alkdev.operations.hub;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.CallObservation;
import dev.alkdev.operations.CallObserver;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.IncomingCall;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.List;

/**
 * Several observers as one. They learn of a call in order, and of its end in the opposite order; if
 * one refuses it, those before learn of that.
 */
record ObserverChain(List<CallObserver> observers) implements CallObserver {
    private static final Logger LOG = LoggerFactory.getLogger(ObserverChain.class);

    ObserverChain {
        observers = List.copyOf(observers);
    }

    @Override
    public CallObservation begin(IncomingCall call) {
        CallObservation[] begun = new CallObservation[observers.size()];
        for (int i = 0; i < begun.length; i++) {
            try {
                begun[i] = observers.get(i).begin(call);
            } catch (RuntimeException e) {
                end(begun, i, failure(e));
                throw e;
            }
        }
        return new All(begun);
    }

    private static CallException failure(RuntimeException e) {
        return e instanceof CallException refusal
                ? refusal
                : new CallException(ErrorCode.UNKNOWN_ERROR, "an observer failed");
    }

    private static void end(CallObservation[] begun, int count, @Nullable CallException failure) {
        RuntimeException first = null;
        for (int i = count - 1; i >= 0; i--) {
            try {
                begun[i].ended(failure);
            } catch (RuntimeException e) {
                // The others must learn of the end all the same, or they count for ever.
                first = first == null ? e : first;
            }
        }
        if (first != null) {
            LOG.warn("An observer failed at the end of a call", first);
        }
    }

    /** What all of them learn of one call. */
    private static final class All implements CallObservation {
        private final CallObservation[] observations;

        All(CallObservation[] observations) {
            this.observations = observations;
        }

        @Override
        public void running() {
            for (CallObservation observation : observations) {
                observation.running();
            }
        }

        @Override
        public void item() {
            for (CallObservation observation : observations) {
                observation.item();
            }
        }

        @Override
        public void ended(@Nullable CallException failure) {
            end(observations, observations.length, failure);
        }
    }
}
