package dev.alkdev.operations.protocol;

import org.jspecify.annotations.Nullable;

/** The result of decoding a text. */
public sealed interface Decoded {

    /** An event. */
    record Event(CallEvent event) implements Decoded {}

    /** An event of a type this version does not know; to be ignored. */
    record Unknown(String type) implements Decoded {}

    /**
     * No event.
     *
     * @param requestId the request it names, if it names one
     * @param reason what is wrong, and where
     */
    record Malformed(@Nullable String requestId, String reason) implements Decoded {}
}
