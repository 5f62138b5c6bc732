package dev.alkdev.operations.protocol;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.base.LogCounter;
import dev.alkdev.operations.base.Sha256;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads all operations of a peer, page by page. However the peer answers, it comes to an end. The
 * memory of a listing is acquired from a budget and belongs to the {@link Listing}.
 */
final class OperationListing {
    static final int MAX_OPERATIONS = 100_000;
    static final int MAX_PAGES = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(OperationListing.class);
    private static final LogCounter UNUSABLE = new LogCounter();
    private static final int PAGE = 500;

    /** Longer ids and node ids no request can carry. */
    private static final int MAX_ID = 500;

    private static final int MAX_NODE_ID = 200;
    private static final int STEP = 64 * 1024;

    /** What a text takes in memory besides its characters. */
    private static final int TEXT = 56;

    private final PendingRequests requests;
    private final String peer;
    private final Listing before;
    private final ByteBudget budget;
    private final Map<String, Entry> operations = new LinkedHashMap<>();
    private final Set<String> cursors = new HashSet<>();
    private int listed;
    private long bytes;

    /** What is acquired from the budget: at first what the listing before has. */
    private long acquired;

    private int unusable;

    /**
     * An operation of the peer.
     *
     * @param path the nodes from the peer to where it runs
     * @param bytes about how many bytes the spec takes in memory
     */
    record Entry(OperationSpec spec, List<String> path, long bytes) {}

    /**
     * What a peer offers.
     *
     * @param node the id of the peer; null if it gives none
     * @param operations by the digests of their specs
     * @param bytes what it holds of the budget, until it is released
     */
    record Listing(@Nullable String node, Map<String, Entry> operations, long bytes) {
        static final Listing NONE = new Listing(null, Map.of(), 0);
    }

    OperationListing(PendingRequests requests, String peer, Listing before, ByteBudget budget) {
        this.requests = requests;
        this.before = before;
        this.peer = peer;
        this.budget = budget;
        this.acquired = before.bytes;
    }

    /**
     * Lists the operations of the peer.
     *
     * @param before the last listing, whose memory goes over to this one: what has not changed is
     *     not compiled again. If this fails, the last listing keeps its memory
     */
    static Listing of(PendingRequests requests, String peer, Listing before, ByteBudget budget) {
        return new OperationListing(requests, peer, before, budget).read();
    }

    Listing read() {
        try {
            Listing listing = readPages();
            budget.release(acquired - bytes);
            return listing;
        } catch (RuntimeException | Error e) {
            budget.release(acquired - before.bytes);
            throw e;
        }
    }

    private Listing readPages() {
        ObjectNode query = JsonNodeFactory.instance.objectNode().put("limit", PAGE);
        while (true) {
            JsonNode page = requests.call(Services.LIST, query).data();
            String node = page.path("node").asString("");
            for (JsonNode spec : page.path("operations")) {
                add(spec, node, page.path("paths"));
            }
            JsonNode next = page.path("nextCursor");
            if (next.isMissingNode() || next.isNull()) {
                return new Listing(node.isEmpty() ? null : node, operations, bytes);
            }
            String cursor = next.asString("");
            hold(TEXT + cursor.length());
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
        byte[] text = spec.toString().getBytes(StandardCharsets.UTF_8);
        try {
            String digest = Sha256.hex(text);
            Entry same = before.operations.get(digest);
            long weight = same == null ? ByteBudget.weightOfText(text) : same.bytes;
            hold(weight);
            OperationSpec read = same == null ? OperationSpec.fromPeer(spec) : same.spec;
            if (read.id().length() > MAX_ID) {
                throw new IllegalArgumentException(
                        "an operation id has more than " + MAX_ID + " characters");
            }
            operations.put(digest, new Entry(read, path(paths.path(read.id()), node), weight));
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
            String id = hop.asString("");
            if (path.size() < Providers.MAX_NODES && id.length() <= MAX_NODE_ID) {
                hold(TEXT + id.length());
                path.add(id);
            }
        }
        return path.isEmpty() ? List.of(node.isEmpty() ? peer : node) : List.copyOf(path);
    }

    /** Adds to what the listing takes in memory. */
    private void hold(long more) {
        bytes += more;
        long missing = bytes - acquired;
        if (missing <= 0) {
            return;
        }
        long step = Math.max(missing, STEP);
        if (budget.poll(step)) {
            acquired += step;
        } else if (budget.tryAcquire(missing)) {
            acquired += missing;
        } else {
            throw wrong(
                    "it is larger than the memory for the operations of all peers, "
                            + budget.limit()
                            + " bytes, allows");
        }
    }

    private CallException wrong(String reason) {
        return new CallException(
                ErrorCode.EXECUTION_ERROR, "the list of operations of " + peer + ": " + reason);
    }
}
