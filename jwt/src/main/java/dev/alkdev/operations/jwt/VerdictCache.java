package dev.alkdev.operations.jwt;

import dev.alkdev.operations.Identity;
import dev.alkdev.operations.base.Sha256;
import dev.alkdev.operations.base.TimeSource;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Verdicts by the hash of their token. A token that is valid is remembered until it expires or the
 * keys of its issuer change; one that is not, for a few seconds. Both are bounded apart, so that
 * wrong tokens cannot displace right ones. Threads share it.
 */
final class VerdictCache {
    /** What they may weigh together; one with few scopes weighs 1. */
    static final int MOST_ACCEPTED = 10_000;

    static final int MOST_REFUSED = 1_000;
    static final Duration REFUSED = Duration.ofSeconds(5);

    private final Bounded accepted = new Bounded(MOST_ACCEPTED);
    private final Bounded refused = new Bounded(MOST_REFUSED);
    private final TimeSource time;

    /** The SHA-256 of a token. */
    record Key(long first, long second, long third, long fourth) {
        static Key of(String token) {
            ByteBuffer longs = ByteBuffer.wrap(Sha256.of(token));
            return new Key(longs.getLong(), longs.getLong(), longs.getLong(), longs.getLong());
        }
    }

    /**
     * A verdict.
     *
     * @param keys whose version it holds for; null for any
     */
    private record Entry(
            Verdict verdict, long start, long end, @Nullable IssuerKeys keys, long version) {
        /** A caller with very many scopes takes the place of several others. */
        int weight() {
            return verdict instanceof Verdict.Accepted(Identity identity, Instant end)
                    ? 1 + (length(identity.scopes()) + length(identity.operations())) / 512
                    : 1;
        }

        private static int length(@Nullable Set<String> texts) {
            return texts == null ? 0 : texts.stream().mapToInt(String::length).sum();
        }

        /** Also not if the clock was set back, which would keep it for longer than was meant. */
        boolean holds(long now) {
            return now >= start && now < end && (keys == null || keys.version() == version);
        }
    }

    VerdictCache(TimeSource time) {
        this.time = time;
    }

    @Nullable Verdict get(Key key) {
        Verdict known = accepted.get(key, time.millis());
        return known == null ? refused.get(key, time.millis()) : known;
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
                accepted.put(key, new Entry(verdict, now, end, keys, version), now);
            }
            case Verdict.Refused wrong -> {
                long end = now + REFUSED.toMillis();
                refused.put(key, new Entry(verdict, now, end, null, 0), now);
            }
            case Verdict.Undecided undecided -> {}
        }
    }

    /** How many verdicts are remembered. */
    int size() {
        return accepted.entries.size() + refused.entries.size();
    }

    /** Entries up to a weight. */
    private static final class Bounded {
        private final Map<Key, Entry> entries = new ConcurrentHashMap<>();
        private final AtomicLong weight = new AtomicLong();
        private final int most;

        Bounded(int most) {
            this.most = most;
        }

        @Nullable Verdict get(Key key, long now) {
            Entry entry = entries.get(key);
            if (entry == null) {
                return null;
            }
            if (entry.holds(now)) {
                return entry.verdict;
            }
            remove(key, entry);
            return null;
        }

        private void remove(Key key, Entry entry) {
            if (entries.remove(key, entry)) {
                weight.addAndGet(-entry.weight());
            }
        }

        void put(Key key, Entry entry, long now) {
            if (weight.get() + entry.weight() > most) {
                makeRoom(now);
            }
            Entry before = entries.put(key, entry);
            weight.addAndGet(entry.weight() - (before == null ? 0 : before.weight()));
        }

        /** A tenth at once, so that not each insertion looks at all; which, is up to the hashes. */
        private void makeRoom(long now) {
            entries.forEach(
                    (key, entry) -> {
                        if (now >= entry.end) {
                            remove(key, entry);
                        }
                    });
            Iterator<Map.Entry<Key, Entry>> some = entries.entrySet().iterator();
            while (weight.get() > most - most / 10 && some.hasNext()) {
                Map.Entry<Key, Entry> next = some.next();
                remove(next.getKey(), next.getValue());
            }
        }
    }
}
