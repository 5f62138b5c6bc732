package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

import java.util.Map;

/**
 * The state of a source.
 *
 * @param state whether it works
 * @param operations how many of its operations are in the registry
 * @param lastError what is wrong, for people to read; null if nothing is, also after a recovery. A
 *     source that is ready may say here what it could not bring in
 * @param leftOut what it has and the registry does not, by its name there, and why; for people
 */
public record SourceStatus(
        State state, int operations, @Nullable String lastError, Map<String, String> leftOut) {

    /** The states of a source. */
    public enum State {
        /** Not started yet. */
        NEW,
        /** Its operations are in the registry and up to date. */
        READY,
        /** It cannot do its work: what it published may be out of date or missing. */
        FAILED,
        /** Closed for good. */
        CLOSED
    }

    public SourceStatus {
        if (state == State.FAILED && lastError == null) {
            throw new IllegalArgumentException("a source that failed needs a reason");
        }
        leftOut = Map.copyOf(leftOut);
    }

    /** The state of a source that leaves nothing out. */
    public SourceStatus(State state, int operations, @Nullable String lastError) {
        this(state, operations, lastError, Map.of());
    }
}
