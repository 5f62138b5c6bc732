package dev.alkdev.operations.mcp;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;

/**
 * How long a client of 2026-07-28 may keep a result, and whether caches may share it between
 * callers. The protocol requires both members, so a result without hints of its origin is stale at
 * once and private.
 *
 * @param ttlMs zero for a result that clients must read again
 */
record CacheHints(long ttlMs, boolean isPublic) {
    private static final String TTL = "ttlMs";
    private static final String SCOPE = "cacheScope";
    private static final String PUBLIC = "public";

    /** Hints for a list that the gateway maintains and announces changes of. */
    static CacheHints ofList(Duration ttl, boolean isPublic) {
        return new CacheHints(ttl.toMillis(), isPublic);
    }

    /**
     * Returns the hints that the origin of a result gave, never wider than the access rules.
     *
     * @param isPublic whether every caller may read the result
     */
    static CacheHints ofOrigin(JsonNode result, boolean isPublic) {
        JsonNode ttl = result.path(TTL);
        boolean isUsable = ttl.isIntegralNumber() && ttl.canConvertToLong() && ttl.asLong() >= 0;
        return new CacheHints(
                isUsable ? ttl.asLong() : 0,
                isPublic && result.path(SCOPE).asString("").equals(PUBLIC));
    }

    void write(ObjectNode result) {
        result.put(TTL, ttlMs).put(SCOPE, isPublic ? PUBLIC : "private");
    }
}
