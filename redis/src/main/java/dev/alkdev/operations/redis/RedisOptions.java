package dev.alkdev.operations.redis;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.protocol.CallEventCodec;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.time.Duration;

/** The options of a link; {@link RedisLink.Builder} documents them. */
record RedisOptions(
        RedisAddress address,
        Keys keys,
        Caller peer,
        Caller self,
        boolean trustsIdentities,
        Duration expiry,
        Duration grace,
        int concurrency,
        CallEventCodec codec,
        @Nullable Path certificates,
        ByteBudget memory) {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    String name() {
        return "redis " + address.shown() + " " + keys.prefix();
    }

    /** The interval of heartbeats. */
    Duration beat() {
        return expiry.dividedBy(4);
    }

    /** How long Redis keeps keys that are no longer refreshed. */
    Duration kept() {
        return expiry.multipliedBy(12);
    }

    /** The timeout for answers of Redis, after which the connection is regarded as lost. */
    Duration patience() {
        return expiry.compareTo(PATIENCE) > 0 ? expiry : PATIENCE;
    }
}
