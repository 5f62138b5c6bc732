package dev.alkdev.operations.protocol;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationSpec;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads all operations of a peer, page by page. However the peer answers, it comes to an end. */
final class OperationListing {
    static final int MAX_OPERATIONS = 100_000;
    static final int MAX_PAGES = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(OperationListing.class);
    private static final int PAGE = 500;

    private final PendingRequests requests;
    private final String peer;
    private final List<OperationSpec> operations = new ArrayList<>();
    private final Set<String> cursors = new HashSet<>();

    private OperationListing(PendingRequests requests, String peer) {
        this.requests = requests;
        this.peer = peer;
    }

    static List<OperationSpec> of(PendingRequests requests, String peer) {
        return new OperationListing(requests, peer).read();
    }

    private List<OperationSpec> read() {
        ObjectNode query = JsonNodeFactory.instance.objectNode().put("limit", PAGE);
        while (true) {
            JsonNode page = requests.call(Services.LIST, query).data();
            page.path("operations").forEach(this::add);
            JsonNode next = page.path("nextCursor");
            if (next.isMissingNode() || next.isNull()) {
                return operations;
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
    private void add(JsonNode spec) {
        if (operations.size() >= MAX_OPERATIONS) {
            throw wrong("it has more than " + MAX_OPERATIONS + " operations");
        }
        try {
            operations.add(OperationSpec.fromJson(spec));
        } catch (IllegalArgumentException e) {
            LOG.warn("{} offers an operation that cannot be used: {}", peer, e.getMessage());
        }
    }

    private CallException wrong(String reason) {
        return new CallException(
                ErrorCode.EXECUTION_ERROR, "the list of operations of " + peer + ": " + reason);
    }
}
