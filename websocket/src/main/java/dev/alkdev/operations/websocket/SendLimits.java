package dev.alkdev.operations.websocket;

import java.time.Duration;

/**
 * How much may wait to be sent over one link. While that much waits, sending blocks. A peer that
 * takes nothing for the stall timeout, or behind which more than the hard limit piles up, is cut
 * off with close code 1013.
 *
 * @param maxEvents how many events may wait before sending blocks
 * @param maxCharacters how many characters of JSON may wait before sending blocks
 * @param hardLimit how many characters may wait together with those of blocked senders, each of
 *     which counts for 2,000 more
 * @param stallTimeout how long a blocked sender waits for the peer to take anything at all
 */
public record SendLimits(int maxEvents, long maxCharacters, long hardLimit, Duration stallTimeout) {
    private static final SendLimits DEFAULTS =
            new SendLimits(1_024, 8 << 20, 64 << 20, Duration.ofSeconds(30));

    public SendLimits {
        if (maxEvents < 1 || maxCharacters < 1 || hardLimit < maxCharacters) {
            throw new IllegalArgumentException(
                    "limits should be positive, and hardLimit at least maxCharacters");
        }
        Durations.requirePositive("stallTimeout", stallTimeout);
    }

    /** 1,024 events, 8 Mi characters, 64 Mi at the most, 30 s. */
    public static SendLimits defaults() {
        return DEFAULTS;
    }

    public SendLimits withMaxEvents(int maxEvents) {
        return new SendLimits(maxEvents, maxCharacters, hardLimit, stallTimeout);
    }

    public SendLimits withMaxCharacters(long maxCharacters) {
        return new SendLimits(maxEvents, maxCharacters, hardLimit, stallTimeout);
    }

    public SendLimits withHardLimit(long hardLimit) {
        return new SendLimits(maxEvents, maxCharacters, hardLimit, stallTimeout);
    }

    public SendLimits withStallTimeout(Duration stallTimeout) {
        return new SendLimits(maxEvents, maxCharacters, hardLimit, stallTimeout);
    }
}
