package dev.alkdev.operations.redis;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.protocol.CallEventCodec;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.time.Duration;

/** How a link was configured; {@link RedisLink.Builder} says what each thing means. */
record Settings(
        RedisAddress address,
        Keys keys,
        Caller peer,
        Caller self,
        boolean trustsIdentities,
        Duration expiry,
        Duration grace,
        int concurrency,
        CallEventCodec codec,
        @Nullable Path certificates) {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    String name() {
        return "redis " + address.shown() + " " + keys.prefix();
    }

    /** How often a participant says that it lives. */
    Duration beat() {
        return expiry.dividedBy(4);
    }

    /** How long Redis keeps what nobody looks after any more. */
    Duration kept() {
        return expiry.multipliedBy(12);
    }

    /** How long Redis may take to answer before it counts as lost. */
    Duration patience() {
        return expiry.compareTo(PATIENCE) > 0 ? expiry : PATIENCE;
    }
}
