package dev.alkdev.operations.websocket;

import dev.alkdev.operations.base.Durations;

import java.time.Duration;

/**
 * Limits of the send buffer of one link. While it is full, sending blocks. A peer that takes
 * nothing for the stall timeout, or behind which more than the hard limit piles up, is cut off with
 * close code 1013.
 *
 * @param maxEvents how many events may wait before sending blocks
 * @param maxBytes how many bytes of JSON may wait before sending blocks
 * @param hardLimit how many bytes may wait together with those of blocked senders, each of which
 *     counts for 2,000 more
 * @param stallTimeout how long a blocked sender waits for the peer to take anything at all
 */
public record SendOptions(int maxEvents, long maxBytes, long hardLimit, Duration stallTimeout) {
    private static final SendOptions DEFAULTS =
            new SendOptions(1_024, 8 << 20, 64 << 20, Duration.ofSeconds(30));

    public SendOptions {
        if (maxEvents < 1 || maxBytes < 1 || hardLimit < maxBytes) {
            throw new IllegalArgumentException(
                    "limits should be positive, and hardLimit at least maxBytes");
        }
        Durations.requirePositive("stallTimeout", stallTimeout);
    }

    /** 1,024 events, 8 MiB, 64 MiB at the most, 30 s. */
    public static SendOptions defaults() {
        return DEFAULTS;
    }

    public SendOptions withMaxEvents(int maxEvents) {
        return new SendOptions(maxEvents, maxBytes, hardLimit, stallTimeout);
    }

    public SendOptions withMaxBytes(long maxBytes) {
        return new SendOptions(maxEvents, maxBytes, hardLimit, stallTimeout);
    }

    public SendOptions withHardLimit(long hardLimit) {
        return new SendOptions(maxEvents, maxBytes, hardLimit, stallTimeout);
    }

    public SendOptions withStallTimeout(Duration stallTimeout) {
        return new SendOptions(maxEvents, maxBytes, hardLimit, stallTimeout);
    }
}
