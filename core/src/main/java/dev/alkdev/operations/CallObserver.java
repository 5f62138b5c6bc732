package dev.alkdev.operations;

/**
 * Intercepts every call of a registry, nested ones included, and may refuse it. For limits, audit,
 * metrics and traces. Threads share it.
 *
 * @see OperationRegistryBuilder#observer
 */
@FunctionalInterface
public interface CallObserver {
    /**
     * A call has come, and nothing of it is checked yet. Runs on the caller's thread.
     *
     * @return what learns how the call goes on; its end is told exactly once
     * @throws CallException to refuse the call
     */
    CallObservation begin(ObservedCall call);
}
