package dev.alkdev.operations.examples.tasks;

import org.jspecify.annotations.Nullable;

import java.time.Instant;

/**
 * One thing to do.
 *
 * @param doneAt null while it is open
 */
record Task(long id, String title, boolean done, Instant createdAt, @Nullable Instant doneAt) {

    Task doneAt(Instant time) {
        return new Task(id, title, true, createdAt, time);
    }
}
