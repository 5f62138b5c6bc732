package dev.alkdev.operations.redis;

import io.lettuce.core.RedisURI;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Where Redis is: one server, the master that sentinels name, or a cluster.
 *
 * @param nodes one, or those of a cluster that are asked for all others
 */
record RedisAddress(List<RedisURI> nodes, boolean isCluster) {
    private static final Pattern CLUSTER =
            Pattern.compile(
                    "(?<scheme>rediss?)-cluster://(?<user>.*@)?(?<hosts>[^@/?#]+)(?<path>[^?]*)"
                            + "(?<query>.*)");
    private static final String CLUSTER_FORM = "redis-cluster://user:password@host:6379,other:6379";

    RedisAddress {
        nodes = List.copyOf(nodes);
    }

    /**
     * Reads a URL.
     *
     * @throws IllegalArgumentException if it is none of Redis, or nobody can connect with it
     */
    static RedisAddress parse(String url) {
        RedisUrlCheck.check(url);
        if (!url.startsWith("redis-cluster:") && !url.startsWith("rediss-cluster:")) {
            return new RedisAddress(List.of(RedisURI.create(url)), false);
        }
        Matcher parts = CLUSTER.matcher(url);
        if (!parts.matches()) {
            // The URL may hold a password, and is not told.
            throw new IllegalArgumentException(
                    "the URL of a cluster should be as in " + CLUSTER_FORM);
        }
        if (!List.of("", "/", "/0").contains(parts.group("path"))) {
            throw new IllegalArgumentException(
                    "a Redis Cluster has no databases, but the URL names "
                            + parts.group("path").substring(1));
        }
        String user = parts.group("user") == null ? "" : parts.group("user");
        return new RedisAddress(
                Arrays.stream(parts.group("hosts").split(",", -1))
                        .map(host -> node(parts, user + host))
                        .toList(),
                true);
    }

    private static RedisURI node(Matcher parts, String authority) {
        return RedisURI.create(parts.group("scheme") + "://" + authority + parts.group("query"));
    }

    /** For logs: no user and no password. */
    String shown() {
        return nodes.stream().map(RedisAddress::shown).collect(Collectors.joining(","));
    }

    private static String shown(RedisURI uri) {
        if (uri.getSentinelMasterId() != null) {
            return uri.getSentinelMasterId();
        }
        return uri.getSocket() != null ? uri.getSocket() : uri.getHost() + ":" + uri.getPort();
    }
}
