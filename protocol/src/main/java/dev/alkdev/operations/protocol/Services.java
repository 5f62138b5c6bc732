package dev.alkdev.operations.protocol;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Emitter;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.OperationPage;
import dev.alkdev.operations.OperationQuery;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.Registration;
import dev.alkdev.operations.RegistryChange;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.Schemas;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Predicate;

/** What a peer can ask about the operations of a registry; it sees only those it may use. */
final class Services {
    private static final Logger LOG = LoggerFactory.getLogger(Services.class);

    static final String LIST = "services.list";
    static final String SCHEMA = "services.schema";
    static final String CHANGES = "services.changes";

    /** The size of a page, in characters, so that it fits an event; one operation may have more. */
    private static final int MAX_PAGE = 1024 * 1024;

    private static final int MAX_SPEC = CallEventCodec.DEFAULT_LIMIT - 64 * 1024;

    /** Changes that wait for a slow reader; more are told as one. */
    private static final int MAX_WAITING_CHANGES = 1_000;

    private static final OperationSpec LIST_SPEC =
            OperationSpec.query(LIST)
                    .describedAs("Lists the operations the caller may use, a page at a time")
                    .input(
                            Schemas.object()
                                    .optional("namespace", Schemas.string())
                                    .optional(
                                            "type",
                                            Schemas.string()
                                                    .oneOf("query", "mutation", "subscription"))
                                    .optional("tag", Schemas.string())
                                    .optional("text", Schemas.string())
                                    .optional("limit", Schemas.integer().minimum(1).maximum(1_000))
                                    .optional("cursor", Schemas.string())
                                    .build())
                    .output(
                            Schemas.object()
                                    .property("operations", Schemas.array(Schemas.any()))
                                    .optional("nextCursor", Schemas.string())
                                    .build())
                    .build();
    private static final OperationSpec SCHEMA_SPEC =
            OperationSpec.query(SCHEMA)
                    .describedAs("Gives the spec of one operation")
                    .input(Schemas.object().property("id", Schemas.string()).build())
                    .output(Schema.unknown())
                    .build();
    private static final OperationSpec CHANGES_SPEC =
            OperationSpec.subscription(CHANGES)
                    .describedAs("Tells when operations come, change or go")
                    .input(Schemas.object().build())
                    .output(
                            Schemas.object()
                                    .property(
                                            "change",
                                            Schemas.string()
                                                    .oneOf(
                                                            "listening",
                                                            "added",
                                                            "replaced",
                                                            "removed"))
                                    .optional("operationId", Schemas.string())
                                    .build())
                    .build();

    private final OperationRegistry registry;
    private final Predicate<String> offered;

    private Services(OperationRegistry registry, Predicate<String> offered) {
        this.registry = registry;
        this.offered = offered;
    }

    /**
     * A registry with the services about another one.
     *
     * @param offered which operations the peer gets to see, by their ids
     */
    static OperationRegistry about(OperationRegistry registry, Predicate<String> offered) {
        Services services = new Services(registry, offered);
        OperationRegistry own = OperationRegistry.builder().time(registry.time()).build();
        own.register(LIST_SPEC, services::list);
        own.register(SCHEMA_SPEC, services::schema);
        own.register(CHANGES_SPEC, services::changes);
        return own;
    }

    private JsonNode list(JsonNode input, OperationContext context) {
        OperationPage page = registry.list(query(input, context.caller()));
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        ArrayNode operations = answer.putArray("operations");
        String nextCursor = page.nextCursor();
        String last = null;
        int size = 0;
        for (OperationSpec spec : page.operations()) {
            JsonNode json = spec.toJson();
            int length = json.toString().length();
            if (offered.test(spec.id()) && fitsAnEvent(spec, length)) {
                if (size + length > MAX_PAGE && last != null) {
                    nextCursor = last;
                    break;
                }
                size += length;
                operations.add(json);
            }
            last = spec.id();
        }
        if (nextCursor != null) {
            answer.put("nextCursor", nextCursor);
        }
        return answer;
    }

    /** An operation that no event can carry must not hide the others. */
    private static boolean fitsAnEvent(OperationSpec spec, int length) {
        if (length > MAX_SPEC) {
            LOG.warn("{} is not listed: its spec has {} characters", spec.id(), length);
        }
        return length <= MAX_SPEC;
    }

    private static OperationQuery query(JsonNode input, Caller caller) {
        String type = text(input, "type");
        String cursor = text(input, "cursor");
        return new OperationQuery(
                text(input, "namespace"),
                type == null ? null : OperationType.parse(type),
                text(input, "tag"),
                text(input, "text"),
                caller,
                input.path("limit").asInt(100),
                cursor);
    }

    private static @Nullable String text(JsonNode input, String name) {
        return input.has(name) ? input.get(name).asString() : null;
    }

    private JsonNode schema(JsonNode input, OperationContext context) {
        String id = input.get("id").asString();
        // Whoever may not use an operation learns no more of it than if it were not there.
        return registry.find(id)
                .filter(spec -> offered.test(id))
                .filter(spec -> isUsable(spec, context.caller()))
                .map(OperationSpec::toJson)
                .orElseThrow(
                        () ->
                                new CallException(
                                        ErrorCode.OPERATION_NOT_FOUND,
                                        "there is no operation " + id));
    }

    private void changes(
            JsonNode input, OperationContext context, Emitter<@Nullable Object> emitter)
            throws InterruptedException {
        BlockingQueue<RegistryChange> waiting = new LinkedBlockingQueue<>(MAX_WAITING_CHANGES);
        try (Registration listening =
                registry.onChange(
                        change -> {
                            // A reader lists anew after a change, so that one of many is enough.
                            if (concerns(change, context.caller()) && !waiting.offer(change)) {
                                waiting.poll();
                            }
                        })) {
            emitter.emit(JsonNodeFactory.instance.objectNode().put("change", "listening"));
            while (true) {
                RegistryChange change = waiting.take();
                emitter.emit(
                        JsonNodeFactory.instance
                                .objectNode()
                                .put("change", kind(change))
                                .put("operationId", change.operationId()));
            }
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
        return usable && offered.test(change.operationId());
    }

    private static boolean isUsable(OperationSpec spec, Caller caller) {
        return spec.accessControl().permits(caller);
    }

    private static String kind(RegistryChange change) {
        return switch (change) {
            case RegistryChange.Added added -> "added";
            case RegistryChange.Replaced replaced -> "replaced";
            case RegistryChange.Removed removed -> "removed";
        };
    }
}
