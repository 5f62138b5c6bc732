package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

/** Takes the results of a subscription from its handler. Threads may share it. */
public interface Emitter<T extends @Nullable Object> {
    /**
     * Passes one result on. Blocks while the reader is slow.
     *
     * @throws CallException {@link ErrorCode#ABORTED} when nobody reads any longer; let it pass
     */
    void emit(T item);

    /**
     * Passes one result on, with the id by which a reader that lost the stream resumes after it:
     * the handler finds it in {@link OperationContext#lastEventId}.
     *
     * @param eventId one line of text
     * @throws CallException {@link ErrorCode#ABORTED} when nobody reads any longer; let it pass
     */
    void emit(T item, String eventId);
}
