package dev.alkdev.operations.spring;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.base.Registration;

import java.util.Optional;

/** Adapts the handlers of beans to a part of the framework. Threads share it. */
interface HandlerAdvice {
    /**
     * Prepares this thread for a handler.
     *
     * @return what restores the thread when the handler is done
     */
    default Registration enter(Caller caller) {
        return () -> {};
    }

    /**
     * The failure that callers receive for an exception of the framework; empty for others. The
     * causes of an exception are translated one by one.
     */
    Optional<CallException> translate(String operationId, Throwable failure);
}
