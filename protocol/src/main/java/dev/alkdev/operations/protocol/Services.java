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

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Predicate;

/** What a peer can ask about the operations of a registry; it sees only those it may use. */
final class Services {
    static final String PREFIX = "services.";
    static final String LIST = "services.list";
    static final String SCHEMA = "services.schema";
    static final String CHANGES = "services.changes";

    /** Changes that wait for a slow reader; more are told as one. */
    private static final int MAX_WAITING_CHANGES = 1_000;

    private static final OperationSpec LIST_SPEC =
            OperationSpec.query(LIST)
                    .describedAs("Lists the operations the caller may use, a page at a time")
                    .input(
                            Schemas.object()
                                    .optional("namespace", Schemas.string())
                                    .optional("type", Schemas.string())
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
        for (OperationSpec spec : page.operations()) {
            if (offered.test(spec.id())) {
                operations.add(spec.toJson());
            }
        }
        if (page.nextCursor() != null) {
            answer.put("nextCursor", page.nextCursor());
        }
        return answer;
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
                .filter(spec -> spec.accessControl().permits(context.caller()))
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
                            if (!waiting.offer(change)) {
                                waiting.poll();
                            }
                        })) {
            emitter.emit(JsonNodeFactory.instance.objectNode().put("change", "listening"));
            while (true) {
                RegistryChange change = waiting.take();
                if (offered.test(change.operationId())) {
                    emitter.emit(
                            JsonNodeFactory.instance
                                    .objectNode()
                                    .put("change", kind(change))
                                    .put("operationId", change.operationId()));
                }
            }
        }
    }

    private static String kind(RegistryChange change) {
        return switch (change) {
            case RegistryChange.Added added -> "added";
            case RegistryChange.Replaced replaced -> "replaced";
            case RegistryChange.Removed removed -> "removed";
        };
    }
}
