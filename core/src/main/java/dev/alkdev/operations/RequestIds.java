package dev.alkdev.operations;

import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Makes request ids: random UUIDs. They tell calls apart and guard nothing, so that they need no
 * secure randomness, which would cost more than the rest of an in-process call.
 */
public final class RequestIds {
    private RequestIds() {}

    public static String next() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        long version4 = (random.nextLong() & ~0xF000L) | 0x4000L;
        long variant2 = (random.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
        return new UUID(version4, variant2).toString();
    }
}
