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
     * A call arrived, and nothing of it is checked yet. Runs on the caller's thread.
     *
     * @return what receives the progress of the call; its end is reported exactly once
     * @throws CallException to refuse the call
     */
    CallObservation begin(ObservedCall call);
}
