package dev.alkdev.operations.redis;

import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.base.LogCounter;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The offerings of the other participants, as far as they are readable and fit into memory. They
 * outlive the sessions of a link, so that connecting again does not parse them again. Threads may
 * share it.
 */
final class Offerings {
    private static final Logger LOG = LoggerFactory.getLogger(Offerings.class);
    private static final LogCounter SKIPPED = new LogCounter();

    private record Known(Announcement announcement, long weight) {}

    private final Mutex lock = new Mutex();
    private final Keys keys;
    private final OfferingLimits limits;
    private final Map<String, Known> known = new HashMap<>();
    private final Set<String> skipped = new HashSet<>();
    private long weight;

    Offerings(Keys keys, OfferingLimits limits) {
        this.keys = keys;
        this.limits = limits;
    }

    /**
     * Reads the offerings of these participants.
     *
     * @param workers how many participants have each offering, by its hash
     * @throws RedisException if Redis does not respond
     */
    List<View.Offer> read(
            RedisClusterCommands<String, byte[]> redis, Map<String, Integer> workers) {
        // Offerings of many workers come first, in case that not all offerings fit.
        Comparator<Map.Entry<String, Integer>> byWorkers = Map.Entry.comparingByValue();
        List<Map.Entry<String, Integer>> ordered =
                workers.entrySet().stream()
                        .sorted(byWorkers.reversed().thenComparing(Map.Entry::getKey))
                        .toList();
        List<View.Offer> offers = new ArrayList<>();
        try (Registration held = lock.hold()) {
            forgetAllBut(workers.keySet());
            for (Map.Entry<String, Integer> entry : ordered) {
                Announcement offering = offering(redis, entry.getKey());
                if (offering != null && !offering.isEmpty()) {
                    offers.add(new View.Offer(offering, entry.getValue()));
                }
            }
        }
        return offers;
    }

    private void forgetAllBut(Set<String> hashes) {
        if (known.keySet().retainAll(hashes)) {
            weight = known.values().stream().mapToLong(Known::weight).sum();
            // There is room again.
            skipped.clear();
        }
        skipped.retainAll(hashes);
    }

    private @Nullable Announcement offering(
            RedisClusterCommands<String, byte[]> redis, String hash) {
        Known before = known.get(hash);
        if (before != null) {
            return before.announcement;
        }
        if (skipped.contains(hash) || hash.equals(Announcement.nothing().hash())) {
            return null;
        }
        try {
            byte[] text = redis.getrange(keys.offering(hash), 0, limits.longestText());
            return text.length == 0 ? null : add(hash, text);
        } catch (IllegalArgumentException e) {
            skip(hash, e.getMessage());
        } catch (RedisCommandExecutionException e) {
            if (!isWrongType(e)) {
                throw e;
            }
            skip(hash, "it is not a string");
        }
        return null;
    }

    /** Whether a participant stored another type of value under a key. */
    static boolean isWrongType(Throwable failure) {
        return String.valueOf(failure.getMessage()).startsWith("WRONGTYPE");
    }

    private Announcement add(String hash, byte[] text) {
        long parsed = ByteBudget.weightOfText(text);
        if (text.length > limits.longestText() || parsed > limits.largest()) {
            throw new IllegalArgumentException("it is larger than this heap allows");
        }
        Announcement read = Announcement.read(hash, new String(text, StandardCharsets.UTF_8));
        long all = parsed + (long) read.operations().size() * OfferingLimits.OPERATION;
        if (all > limits.largest()) {
            throw new IllegalArgumentException(
                    "its "
                            + read.operations().size()
                            + " operations are more than this heap allows");
        }
        if (weight + all > limits.total()) {
            throw new IllegalArgumentException(
                    "it and the other offerings are more than this heap allows");
        }
        weight += all;
        known.put(hash, new Known(read, all));
        return read;
    }

    private void skip(String hash, @Nullable String reason) {
        skipped.add(hash);
        long times = SKIPPED.due(keys.prefix());
        if (times > 0) {
            LOG.warn(
                    "Skipped an offering in Redis ({} so far), the key {}: {}. Its operations are"
                            + " not available here; a larger heap (-Xmx) allows larger offerings",
                    times,
                    keys.offering(hash),
                    reason);
        }
    }
}
