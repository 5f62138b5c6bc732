package dev.alkdev.operations;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.Objects;

/** A call together with who watches it. */
record ObservedCall(IncomingCall incoming, CallObservation observation) {
    private static final Logger LOG = LoggerFactory.getLogger(OperationRegistry.class);

    /**
     * Lets an observer have a look at a call, and refuse it. One that fails by itself refuses it as
     * well: it may be there to keep calls out.
     */
    static ObservedCall begin(CallObserver observer, IncomingCall incoming) {
        try {
            CallObservation observation = Objects.requireNonNull(observer.begin(incoming));
            return new ObservedCall(incoming, new LoggedObservation(observation));
        } catch (CallException refusal) {
            throw refusal;
        } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
            LOG.warn("The observer of calls failed at {}", incoming.operationId(), e);
            throw unknown(incoming.operationId()).causedBy(e);
        }
    }

    /**
     * Reports the failure of a call that is over.
     *
     * @return the failure, to be thrown
     * @throws Error if it is one
     */
    CallException failed(Throwable failure) {
        CallException told =
                failure instanceof CallException call ? call : unknown(incoming.operationId());
        observation.ended(told);
        if (failure instanceof Error error) {
            throw error;
        }
        return failure instanceof CallException ? told : told.causedBy(failure);
    }

    private static CallException unknown(String id) {
        return new CallException(ErrorCode.UNKNOWN_ERROR, id + " failed");
    }
}
