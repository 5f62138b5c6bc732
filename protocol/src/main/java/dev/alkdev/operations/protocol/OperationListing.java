package dev.alkdev.operations.protocol;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.base.LogCounter;
import dev.alkdev.operations.base.Sha256;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
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
    private final Map<String, Entry> before;
    private final long maxCharacters;
    private final Map<String, Entry> operations = new LinkedHashMap<>();
    private final Set<String> cursors = new HashSet<>();
    private int listed;
    private long characters;
    private int unusable;

    /**
     * An operation of the peer.
     *
     * @param path the nodes from the peer to where it runs
     */
    record Entry(OperationSpec spec, List<String> path) {}

    /**
     * What a peer offers.
     *
     * @param node the id of the peer; null if it gives none
     * @param operations by the digests of their specs
     */
    record Listing(@Nullable String node, Map<String, Entry> operations) {
        static final Listing NONE = new Listing(null, Map.of());
    }

    OperationListing(PendingRequests requests, String peer, Listing before, long maxCharacters) {
        this.requests = requests;
        this.before = before.operations;
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

    Listing read() {
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
        if (++listed > MAX_OPERATIONS) {
            throw wrong("it has more than " + MAX_OPERATIONS + " operations");
        }
        String text = spec.toString();
        characters += text.length();
        if (characters > maxCharacters) {
            throw wrong("it has more than " + maxCharacters + " characters");
        }
        try {
            String digest = Sha256.hex(text);
            Entry same = before.get(digest);
            OperationSpec read = same == null ? OperationSpec.fromPeer(spec) : same.spec;
            operations.put(digest, new Entry(read, path(paths.path(read.id()), node)));
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

    /** A peer that gives no path is the whole path. */
    private List<String> path(JsonNode given, String node) {
        List<String> path = new ArrayList<>();
        for (JsonNode hop : given) {
            if (path.size() < Providers.MAX_NODES) {
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
