package dev.alkdev.operations;

import tools.jackson.databind.JsonNode;

/**
 * Takes the items of a stream as its handler emits them, for {@link OperationRegistry#stream}. It
 * is called by one thread at a time, and not after the stream has ended.
 */
@FunctionalInterface
public interface StreamSink {
    /**
     * The call was accepted; its handler runs next.
     *
     * @throws CallException to end the stream
     */
    default void open() {}

    /**
     * Whether an item is written out before {@link #item} returns. Then it may be the very JSON
     * that the handler emitted, which may change it afterwards; otherwise it is a copy.
     */
    default boolean writesAtOnce() {
        return false;
    }

    /**
     * Takes an item. The handler waits as long as this blocks; the thread is interrupted if the
     * stream is ended meanwhile.
     *
     * @throws CallException to end the stream, which fails with it; {@link ErrorCode#ABORTED} if
     *     nobody reads any longer
     */
    void item(ResponseEnvelope<JsonNode> item) throws InterruptedException;
}
