package dev.alkdev.operations.protocol;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Progress;
import dev.alkdev.operations.ResponseEnvelope;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.function.Supplier;

/** A request that waits for its answer. Told of it by the link's threads. */
sealed interface Pending permits PendingCall, PendingStream {

    /**
     * A result came.
     *
     * @param output for whoever waits: getting it may take a while, and fail
     * @param bytes the length of its text; 0 if it never was one
     */
    void responded(Supplier<ResponseEnvelope<JsonNode>> output, @Nullable Long sequence, int bytes);

    void progressed(Progress progress);

    void completed();

    void failed(CallException failure);
}
