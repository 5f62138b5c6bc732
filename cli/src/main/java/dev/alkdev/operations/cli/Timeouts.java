package dev.alkdev.operations.cli;

import java.time.Duration;

/**
 * The timeouts of requests to a hub.
 *
 * @param head until an answer begins, unless a call has a time of its own
 * @param body the longest silence within an answer
 * @param events the longest silence within a stream, on which a hub sends a heartbeat every ten
 *     seconds
 */
record Timeouts(Duration head, Duration body, Duration events) {
    static final Timeouts DEFAULT =
            new Timeouts(Duration.ofSeconds(30), Duration.ofSeconds(30), Duration.ofMinutes(2));
}
