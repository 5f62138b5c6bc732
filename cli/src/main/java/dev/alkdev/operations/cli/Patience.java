package dev.alkdev.operations.cli;

import java.time.Duration;

/**
 * How long a hub is waited for.
 *
 * @param head until an answer begins, unless a call has a time of its own
 * @param body the longest silence within an answer
 * @param events the longest silence within a stream, on which a hub sends a heartbeat every ten
 *     seconds
 */
record Patience(Duration head, Duration body, Duration events) {
    static final Patience USUAL =
            new Patience(Duration.ofSeconds(30), Duration.ofSeconds(30), Duration.ofMinutes(2));
}
