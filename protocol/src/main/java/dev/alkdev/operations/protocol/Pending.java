package dev.alkdev.operations.protocol;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Progress;
import dev.alkdev.operations.ResponseEnvelope;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.function.Supplier;

/** A pending request. Completed by the link's threads. */
abstract sealed class Pending permits PendingCall, PendingStream {
    final Dispatch dispatch;

    /** This side has ended it. */
    volatile boolean aborted;

    Pending(Dispatch dispatch) {
        this.dispatch = dispatch;
    }

    /**
     * A result was received.
     *
     * @param output for whoever waits: getting it may take a while, and fail
     * @param bytes about how many bytes it holds until it is read; 0 if it never was a text
     */
    abstract void responded(
            Supplier<ResponseEnvelope<JsonNode>> output, @Nullable Long sequence, long bytes);

    abstract void progressed(Progress progress);

    abstract void completed();

    /** It failed; made by whoever waits, the failure has the stack of its thread. */
    abstract void failed(Supplier<CallException> failure);

    final void abort(Supplier<CallException> reason) {
        aborted = true;
        failed(reason);
    }
}
