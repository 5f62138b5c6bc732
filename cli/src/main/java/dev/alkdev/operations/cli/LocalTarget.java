package dev.alkdev.operations.cli;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.OperationPage;
import dev.alkdev.operations.OperationQuery;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.hub.Hub;
import dev.alkdev.operations.hub.HubConfig;
import dev.alkdev.operations.hub.TokenStore;
import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The operations of a config, in this process. For one thread. */
final class LocalTarget implements Target {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Hub hub;
    private final OperationRegistry registry;
    private final Caller caller;

    private LocalTarget(Hub hub, Caller caller) {
        this.hub = hub;
        this.registry = hub.registry();
        this.caller = caller;
    }

    /**
     * Starts the sources of a config and waits for them.
     *
     * @param token who asks; null for whoever has the config, who may do everything
     */
    static LocalTarget open(Path file, @Nullable String token, Console console) {
        HubConfig config = new HubFile(file).read();
        Caller caller = caller(config, token);
        Hub hub = Hub.of(config);
        try (Progress progress = Progress.start(console, "Starting the sources of " + file)) {
            hub.startSources();
            hub.awaitSources(PATIENCE);
            return new LocalTarget(hub, caller);
        } catch (RuntimeException e) {
            hub.close();
            throw e;
        }
    }

    private static Caller caller(HubConfig config, @Nullable String token) {
        if (token == null) {
            return Caller.trusted();
        }
        return TokenStore.of(config.tokens())
                .identify(token)
                .map(Caller::of)
                .orElseThrow(
                        () ->
                                new CallException(
                                        ErrorCode.ACCESS_DENIED, "the config knows no such token"));
    }

    @Override
    public Listing list(ListingFilter filter) {
        OperationQuery query = query(filter);
        List<JsonNode> operations = new ArrayList<>();
        @Nullable String cursor = null;
        do {
            OperationPage page = registry.list(cursor == null ? query : query.withCursor(cursor));
            page.operations().forEach(spec -> operations.add(summary(spec)));
            cursor = page.nextCursor();
        } while (cursor != null);
        return new Listing(operations, SourceList.of(hub.sources()));
    }

    private OperationQuery query(ListingFilter filter) {
        OperationQuery query = OperationQuery.all().withLimit(1_000).usableBy(caller);
        if (filter.text() != null) {
            query = query.withText(filter.text());
        }
        if (filter.namespace() != null) {
            query = query.withNamespace(filter.namespace());
        }
        if (filter.type() != null) {
            query = query.withType(OperationType.parse(filter.type()));
        }
        return filter.tag() == null ? query : query.withTag(filter.tag());
    }

    private static JsonNode summary(OperationSpec spec) {
        JsonNode whole = spec.toJson();
        ObjectNode summary = Json.mapper().createObjectNode().put("id", spec.id());
        for (String name :
                List.of("type", "version", "title", "description", "tags", "accessControl")) {
            if (whole.has(name)) {
                summary.set(name, whole.get(name));
            }
        }
        return summary;
    }

    @Override
    public OperationSpec describe(String id) {
        OperationSpec spec = registry.spec(id);
        if (!spec.accessControl().permits(caller)) {
            // As a hub answers: somebody who may not use it is not told that it is there.
            throw new CallException(ErrorCode.OPERATION_NOT_FOUND, "there is no operation " + id);
        }
        return spec;
    }

    @Override
    public ResponseEnvelope<JsonNode> call(String id, JsonNode input, @Nullable Duration timeout) {
        OperationContext.Builder context = OperationContext.builder().caller(caller);
        if (timeout != null) {
            context.timeout(timeout);
        }
        try {
            return registry.execute(id, input, context.build());
        } catch (CallException e) {
            throw unlessInterrupted(e);
        }
    }

    @Override
    public ItemStream subscribe(StreamRequest stream) {
        OperationContext.Builder context = OperationContext.builder().caller(caller);
        if (stream.after() != null) {
            context.lastEventId(stream.after());
        }
        return new LocalStream(
                registry.subscribe(stream.id(), stream.input(), context.build()),
                stream.envelopes());
    }

    /** In this process only an interrupt of the command aborts its call. */
    private static RuntimeException unlessInterrupted(CallException failure) {
        return failure.code().equals(ErrorCode.ABORTED) ? CommandFailure.interrupted() : failure;
    }

    @Override
    public void close() {
        hub.close();
    }

    private record LocalStream(Subscription<JsonNode> items, boolean envelopes)
            implements ItemStream {
        @Override
        public Optional<JsonNode> next() {
            try {
                if (!items.hasNext()) {
                    return Optional.empty();
                }
                ResponseEnvelope<JsonNode> item = items.next();
                return Optional.of(envelopes ? item.toJson() : item.data());
            } catch (CallException e) {
                throw unlessInterrupted(e);
            }
        }

        @Override
        public void close() {
            items.close();
        }
    }
}
