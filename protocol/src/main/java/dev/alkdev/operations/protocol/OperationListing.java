package dev.alkdev.operations.protocol;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.base.LogCounter;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads all operations of a peer, page by page. However the peer answers, it comes to an end. */
final class OperationListing {
    static final int MAX_OPERATIONS = 100_000;
    static final int MAX_PAGES = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(OperationListing.class);
    private static final LogCounter UNUSABLE = new LogCounter();
    private static final int PAGE = 500;

    /** What a listing may take: its specs are many times as large in memory as in text. */
    private static final long MAX_CHARACTERS =
            Math.clamp(Runtime.getRuntime().maxMemory() / 16, 4L << 20, 256L << 20);

    private final PendingRequests requests;
    private final String peer;
    private final Map<String, OperationSpec> known;
    private final long maxCharacters;
    private final List<Entry> operations = new ArrayList<>();
    private final Set<String> cursors = new HashSet<>();
    private long characters;
    private int unusable;

    /**
     * An operation of the peer.
     *
     * @param path the nodes from the peer to where it runs
     * @param digest of the JSON of the spec
     */
    record Entry(OperationSpec spec, List<String> path, String digest) {}

    /**
     * What a peer offers.
     *
     * @param node the id of the peer; null if it gives none
     */
    record Listing(@Nullable String node, List<Entry> operations) {
        static final Listing NONE = new Listing(null, List.of());

        private Map<String, OperationSpec> byDigest() {
            Map<String, OperationSpec> specs = new HashMap<>();
            operations.forEach(entry -> specs.put(entry.digest, entry.spec));
            return specs;
        }
    }

    private OperationListing(
            PendingRequests requests, String peer, Listing before, long maxCharacters) {
        this.requests = requests;
        this.known = before.byDigest();
        this.peer = peer;
        this.maxCharacters = maxCharacters;
    }

    /**
     * Asks the peer.
     *
     * @param before what it answered the last time: what has not changed is not compiled again
     */
    static Listing of(PendingRequests requests, String peer, Listing before) {
        return new OperationListing(requests, peer, before, MAX_CHARACTERS).read();
    }

    static Listing of(PendingRequests requests, String peer, long maxCharacters) {
        return new OperationListing(requests, peer, Listing.NONE, maxCharacters).read();
    }

    private Listing read() {
        ObjectNode query = JsonNodeFactory.instance.objectNode().put("limit", PAGE);
        while (true) {
            JsonNode page = requests.call(Services.LIST, query).data();
            String node = page.path("node").asString("");
            for (JsonNode spec : page.path("operations")) {
                add(spec, node, page.path("paths"));
            }
            JsonNode next = page.path("nextCursor");
            if (next.isMissingNode() || next.isNull()) {
                return new Listing(node.isEmpty() ? null : node, operations);
            }
            String cursor = next.asString("");
            if (!cursors.add(cursor)) {
                throw wrong("it repeats the cursor " + cursor);
            }
            if (cursors.size() >= MAX_PAGES) {
                throw wrong("it has more than " + MAX_PAGES + " pages");
            }
            query = query.deepCopy().put("cursor", cursor);
        }
    }

    /** One spec that cannot be read does not hide the others. */
    private void add(JsonNode spec, String node, JsonNode paths) {
        if (operations.size() >= MAX_OPERATIONS) {
            throw wrong("it has more than " + MAX_OPERATIONS + " operations");
        }
        String text = spec.toString();
        characters += text.length();
        if (characters > maxCharacters) {
            throw wrong("it has more than " + maxCharacters + " characters");
        }
        try {
            String digest = digest(text);
            OperationSpec same = known.get(digest);
            OperationSpec read = same == null ? OperationSpec.fromJson(spec) : same;
            operations.add(new Entry(read, path(paths.path(read.id()), node), digest));
        } catch (IllegalArgumentException e) {
            unusable++;
            long times = unusable == 1 ? UNUSABLE.due(peer) : 0;
            if (times > 0) {
                LOG.warn(
                        "{} offers operations that cannot be used (in {} lists so far), as: {}",
                        peer,
                        times,
                        e.getMessage());
            }
        }
    }

    private static String digest(String text) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256")
                            .digest(text.getBytes(StandardCharsets.UTF_8));
            return new String(hash, StandardCharsets.ISO_8859_1);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
    }

    /** A peer that gives no path is the whole path. */
    private List<String> path(JsonNode given, String node) {
        List<String> path = new ArrayList<>();
        for (JsonNode hop : given) {
            if (path.size() < Forwarded.MAX_NODES) {
                path.add(hop.asString(""));
            }
        }
        return path.isEmpty() ? List.of(node.isEmpty() ? peer : node) : List.copyOf(path);
    }

    private CallException wrong(String reason) {
        return new CallException(
                ErrorCode.EXECUTION_ERROR, "the list of operations of " + peer + ": " + reason);
    }
}
