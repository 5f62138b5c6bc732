package dev.alkdev.operations.protocol;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Emitter;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.OperationQuery;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.RegistryChange;
import dev.alkdev.operations.base.LogCounter;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.Schemas;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The part of a registry that is offered to a peer, and discovery: lists its operations and reports
 * their changes; a peer sees only those it may call.
 */
final class Services implements Offering {
    private static final Logger LOG = LoggerFactory.getLogger(Services.class);
    private static final Logger PEER_LOG = LoggerFactory.getLogger(Peer.class);

    /** For all links: listings could fill the log. */
    private static final LogCounter UNLISTED = new LogCounter();

    static final String NAMESPACE = "services";
    static final String LIST = "services.list";
    static final String SCHEMA = "services.schema";
    static final String CHANGES = "services.changes";

    /** The size of a page, in characters, so that it fits an event; one operation may have more. */
    private static final int MAX_PAGE = 1024 * 1024;

    private static final int MAX_SPEC = CallEventCodec.DEFAULT_LIMIT - 64 * 1024;

    /** Changes that wait for a slow reader; more are reported as one. */
    static final int MAX_WAITING_CHANGES = 1_000;

    /** How many subscriptions to changes a link may have open. */
    private static final int MAX_FOLLOWERS = 16;

    /** How many operations a log line names. */
    private static final int NAMED = 10;

    private static final Schema TEXT = Schemas.string().build();
    private static final Schema TYPE =
            Schemas.string().oneOf("query", "mutation", "subscription").build();
    private static final Schema CHANGE =
            Schemas.string().oneOf("listening", "added", "replaced", "removed").build();
    private static final OperationSpec LIST_SPEC =
            OperationSpec.query(LIST)
                    .describedAs("Lists the operations the caller may use, a page at a time")
                    .input(
                            Schemas.object()
                                    .optional("namespace", TEXT)
                                    .optional("type", TYPE)
                                    .optional("tag", TEXT)
                                    .optional("text", TEXT)
                                    .optional("limit", Schemas.integer().minimum(1).maximum(1_000))
                                    .optional("cursor", TEXT)
                                    .build())
                    .output(
                            Schemas.object()
                                    .property("operations", Schemas.array(Schemas.any()))
                                    .optional("nextCursor", TEXT)
                                    .optional("node", TEXT)
                                    .optional("paths", Schemas.any())
                                    .build())
                    .build();
    private static final OperationSpec SCHEMA_SPEC =
            OperationSpec.query(SCHEMA)
                    .describedAs("Gives the spec of one operation")
                    .input(Schemas.object().property("id", TEXT).build())
                    .output(Schema.unknown())
                    .build();
    private static final OperationSpec CHANGES_SPEC =
            OperationSpec.subscription(CHANGES)
                    .describedAs("Reports added, changed and removed operations")
                    .input(Schemas.object().build())
                    .output(
                            Schemas.object()
                                    .property("change", CHANGE)
                                    .optional("operationId", TEXT)
                                    .build())
                    .build();

    final OperationRegistry registry;
    private final Link link;
    private final Function<String, @Nullable List<String>> paths;
    private final Set<String> knownAsHidden = ConcurrentHashMap.newKeySet();
    private final AtomicInteger followers = new AtomicInteger();

    /**
     * What is offered over a link.
     *
     * @param paths the nodes from here to where an operation runs, by its id; null if the peer does
     *     not get to see it
     */
    Services(
            OperationRegistry registry, Link link, Function<String, @Nullable List<String>> paths) {
        this.registry = registry;
        this.link = link;
        this.paths = paths;
    }

    /**
     * A registry that answers the questions of the peer, with the same clock and observer as the
     * one they are about: limits and metrics of the one apply to the other.
     */
    OperationRegistry answers() {
        OperationRegistry own = registry.observedAlike().leadingToOthers().build();
        own.register(LIST_SPEC, this::list);
        own.register(SCHEMA_SPEC, this::schema);
        own.register(CHANGES_SPEC, this::changes);
        return own;
    }

    @Override
    public List<OperationSpec> operations() {
        OperationQuery all = OperationQuery.all().withLimit(Integer.MAX_VALUE);
        return registry.list(all).operations().stream()
                .filter(spec -> offeredPath(spec.id()) != null)
                .toList();
    }

    /** The path of an operation that can be called and that the peer gets to see. */
    private @Nullable List<String> offeredPath(String id) {
        return registry.isCallable(id) ? paths.apply(id) : null;
    }

    @Override
    public List<String> path(String operationId) {
        List<String> path = paths.apply(operationId);
        return path == null ? List.of() : path;
    }

    @Override
    public Registration onChange(Runnable listener) {
        return onChange(change -> listener.run(), id -> listener.run());
    }

    private Registration onChange(
            Consumer<RegistryChange> listener, Consumer<String> pathListener) {
        Registration changes = registry.onChange(listener);
        Registration paths = Node.of(registry).onPathChange(pathListener);
        return () -> {
            changes.close();
            paths.close();
        };
    }

    private JsonNode list(JsonNode input, OperationContext context) {
        Caller viewer = viewer(context);
        if (!input.has("cursor")) {
            logHidden(viewer);
        }
        OperationQuery.Page page = registry.list(query(input, viewer));
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        answer.put("node", node());
        ArrayNode operations = answer.putArray("operations");
        ObjectNode ways = JsonNodeFactory.instance.objectNode();
        String nextCursor = page.nextCursor();
        String last = null;
        int size = 0;
        for (OperationSpec spec : page.operations()) {
            JsonNode json = spec.toJson();
            int length = json.toString().length();
            List<String> path = offeredPath(spec.id());
            if (path != null && fitsAnEvent(spec, length)) {
                if (size + length > MAX_PAGE && last != null) {
                    nextCursor = last;
                    break;
                }
                size += length;
                operations.add(json);
                if (path.size() != 1 || !path.getFirst().equals(node())) {
                    path.forEach(ways.withArray(spec.id())::add);
                }
            }
            last = spec.id();
        }
        if (!ways.isEmpty()) {
            answer.set("paths", ways);
        }
        if (nextCursor != null) {
            answer.put("nextCursor", nextCursor);
        }
        return answer;
    }

    /**
     * Logs once which operations the other end of an outgoing link is not offered because it lacks
     * scopes. Without it, nobody would know why they do not appear.
     */
    private void logHidden(Caller viewer) {
        if (!link.isOutgoing() || viewer instanceof Caller.Trusted) {
            return;
        }
        List<String> hidden =
                operations().stream()
                        .filter(spec -> !isUsable(spec, viewer))
                        .map(OperationSpec::id)
                        .filter(knownAsHidden::add)
                        .toList();
        if (!hidden.isEmpty()) {
            PEER_LOG.warn(
                    "{} operations hidden from {}, which lacks their scopes: {}. A"
                            + " spoke that trusts its hub configures its link with trustingHub()",
                    hidden.size(),
                    link.name(),
                    String.join(", ", hidden.subList(0, Math.min(NAMED, hidden.size()))));
        }
    }

    /**
     * Whose view of the operations is given. A peer that is trusted to name its callers sees what
     * any of them may use; each call is checked against the caller it names.
     */
    private Caller viewer(OperationContext context) {
        Caller caller = context.caller();
        return link.trustsIdentities() && caller.equals(link.peer()) ? Caller.trusted() : caller;
    }

    private String node() {
        return Node.of(registry).id();
    }

    /** An operation that no event can carry must not hide the others. */
    private static boolean fitsAnEvent(OperationSpec spec, int length) {
        if (length > MAX_SPEC) {
            long times = UNLISTED.due(spec.id());
            if (times > 0) {
                LOG.warn(
                        "{} is not listed: its spec has {} characters, of {} that fit an event ({}"
                                + " times so far)",
                        spec.id(),
                        length,
                        MAX_SPEC,
                        times);
            }
        }
        return length <= MAX_SPEC;
    }

    private static OperationQuery query(JsonNode input, Caller caller) {
        String type = text(input, "type");
        return new OperationQuery(
                text(input, "namespace"),
                type == null ? null : OperationType.parse(type),
                text(input, "tag"),
                text(input, "text"),
                caller,
                null,
                input.path("limit").asInt(100),
                text(input, "cursor"));
    }

    private static @Nullable String text(JsonNode input, String name) {
        return input.has(name) ? input.get(name).asString() : null;
    }

    private JsonNode schema(JsonNode input, OperationContext context) {
        String id = input.get("id").asString();
        OperationSpec spec = registry.find(id).orElse(null);
        if (spec != null && offeredPath(id) != null && isUsable(spec, viewer(context))) {
            return spec.toJson();
        }
        // Whoever may not use an operation learns no more of it than if it were not there.
        throw new CallException(ErrorCode.OPERATION_NOT_FOUND, "there is no operation " + id);
    }

    private void changes(
            JsonNode input, OperationContext context, Emitter<@Nullable Object> emitter)
            throws InterruptedException {
        try {
            if (followers.incrementAndGet() > MAX_FOLLOWERS) {
                throw new CallException(
                        ErrorCode.OVERLOADED,
                        "more than " + MAX_FOLLOWERS + " subscriptions to " + CHANGES);
            }
            follow(viewer(context), emitter);
        } finally {
            followers.decrementAndGet();
        }
    }

    private void follow(Caller caller, Emitter<@Nullable Object> emitter)
            throws InterruptedException {
        BlockingQueue<JsonNode> waiting = new LinkedBlockingQueue<>(MAX_WAITING_CHANGES);
        try (Registration changes =
                onChange(
                        change -> {
                            if (concerns(change, caller)) {
                                add(waiting, kind(change), change.operationId());
                            }
                        },
                        id -> {
                            if (registry.find(id).filter(it -> isUsable(it, caller)).isPresent()) {
                                add(waiting, "replaced", id);
                            }
                        })) {
            emitter.emit(JsonNodeFactory.instance.objectNode().put("change", "listening"));
            while (true) {
                emitter.emit(waiting.take());
            }
        }
    }

    /** A reader lists anew after a change, so that one of many is enough. */
    private static void add(BlockingQueue<JsonNode> waiting, String change, String operationId) {
        ObjectNode news = JsonNodeFactory.instance.objectNode();
        if (!waiting.offer(news.put("change", change).put("operationId", operationId))) {
            waiting.poll();
        }
    }

    /** Whether it is about an operation that the caller may use, or might until now. */
    private boolean concerns(RegistryChange change, Caller caller) {
        boolean usable =
                switch (change) {
                    case RegistryChange.Added(OperationSpec spec) -> isUsable(spec, caller);
                    case RegistryChange.Replaced(OperationSpec before, OperationSpec spec) ->
                            isUsable(before, caller) || isUsable(spec, caller);
                    case RegistryChange.Removed(OperationSpec spec) -> isUsable(spec, caller);
                };
        // What came from the peer alone is no news for it; what is gone has no path any more.
        return usable
                && (registry.find(change.operationId()).isEmpty()
                        || paths.apply(change.operationId()) != null);
    }

    private static boolean isUsable(OperationSpec spec, Caller caller) {
        return spec.permits(caller);
    }

    private static String kind(RegistryChange change) {
        return switch (change) {
            case RegistryChange.Added added -> "added";
            case RegistryChange.Replaced replaced -> "replaced";
            case RegistryChange.Removed removed -> "removed";
        };
    }
}
