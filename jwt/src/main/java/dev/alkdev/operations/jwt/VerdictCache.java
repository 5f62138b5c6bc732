package dev.alkdev.operations.jwt;

import dev.alkdev.operations.TimeSource;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Verdicts by the hash of their token. A token that is valid is remembered until it expires or the
 * keys of its issuer change; one that is not, for a few seconds. Both are bounded apart, so that
 * wrong tokens cannot displace right ones. Threads share it.
 */
final class VerdictCache {
    static final int MOST_ACCEPTED = 10_000;
    static final int MOST_REFUSED = 1_000;
    static final Duration REFUSED = Duration.ofSeconds(5);

    private final Map<Key, Entry> accepted = new ConcurrentHashMap<>();
    private final Map<Key, Entry> refused = new ConcurrentHashMap<>();
    private final TimeSource time;

    /** The SHA-256 of a token. */
    record Key(long first, long second, long third, long fourth) {
        static Key of(String token) {
            try {
                byte[] digest =
                        MessageDigest.getInstance("SHA-256")
                                .digest(token.getBytes(StandardCharsets.UTF_8));
                ByteBuffer longs = ByteBuffer.wrap(digest);
                return new Key(longs.getLong(), longs.getLong(), longs.getLong(), longs.getLong());
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every Java has SHA-256", e);
            }
        }
    }

    /**
     * A verdict.
     *
     * @param keys whose version it holds for; null for any
     */
    private record Entry(
            Verdict verdict, long start, long end, @Nullable IssuerKeys keys, long version) {
        /** Also not if the clock was set back, which would keep it for longer than was meant. */
        boolean holds(long now) {
            return now >= start && now < end && (keys == null || keys.version() == version);
        }
    }

    VerdictCache(TimeSource time) {
        this.time = time;
    }

    @Nullable Verdict get(Key key) {
        long now = time.millis();
        Entry entry = accepted.get(key);
        if (entry == null) {
            entry = refused.get(key);
        }
        if (entry == null) {
            return null;
        }
        if (entry.holds(now)) {
            return entry.verdict;
        }
        accepted.remove(key, entry);
        refused.remove(key, entry);
        return null;
    }

    /**
     * Remembers a verdict.
     *
     * @param version that the keys had before it was found
     */
    void put(Key key, Verdict verdict, @Nullable IssuerKeys keys, long version) {
        long now = time.millis();
        switch (verdict) {
            case Verdict.Accepted valid -> {
                long end = valid.expires().toEpochMilli();
                put(accepted, MOST_ACCEPTED, key, new Entry(verdict, now, end, keys, version));
            }
            case Verdict.Refused wrong -> {
                long end = now + REFUSED.toMillis();
                put(refused, MOST_REFUSED, key, new Entry(verdict, now, end, null, 0));
            }
            case Verdict.Undecided undecided -> {}
        }
    }

    private void put(Map<Key, Entry> entries, int most, Key key, Entry entry) {
        if (entries.size() >= most) {
            long now = time.millis();
            entries.values().removeIf(each -> now >= each.end);
            // A tenth at once, so that not each insertion looks at all; which, is up to the hashes.
            Iterator<Key> some = entries.keySet().iterator();
            for (int i = entries.size() - most + most / 10; i > 0 && some.hasNext(); i--) {
                some.next();
                some.remove();
            }
        }
        entries.put(key, entry);
    }

    /** How many verdicts are remembered. */
    int size() {
        return accepted.size() + refused.size();
    }
}
