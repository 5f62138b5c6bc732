package dev.alkdev.operations.cli;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
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
import dev.alkdev.operations.search.OperationSearch;
import dev.alkdev.operations.search.SearchResult;

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
    private static final String FOR_HUBS = "services";

    private final Hub hub;
    private final OperationRegistry registry;
    private final Caller caller;

    private LocalTarget(Hub hub, Caller caller) {
        this.hub = hub;
        this.registry = hub.registry();
        this.caller = caller;
    }

    /**
     * Starts the sources of a config and waits for them. What has not come in time a listing tells.
     *
     * @param token who asks; null for whoever has the config, who may do everything
     */
    static LocalTarget open(Path file, @Nullable String token, Console console) {
        return open(file, token, console, PATIENCE);
    }

    static LocalTarget open(Path file, @Nullable String token, Console console, Duration patience) {
        HubConfig config = new HubFile(file).read();
        Caller caller = caller(config, token);
        Hub hub = Hub.of(config);
        try (Progress progress = Progress.start(console, "Starting the sources of " + file)) {
            hub.startSources();
            hub.awaitSources(patience);
            if (Thread.currentThread().isInterrupted()) {
                throw CommandFailure.interrupted();
            }
            return of(hub, caller);
        } catch (RuntimeException e) {
            hub.close();
            throw e;
        }
    }

    /** The operations of a hub that was started in this process. */
    static LocalTarget of(Hub hub, Caller caller) {
        return new LocalTarget(hub, caller);
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
            page.operations().stream()
                    .filter(this::isListed)
                    .forEach(spec -> operations.add(summary(spec)));
            cursor = page.nextCursor();
        } while (cursor != null);
        return new Listing(operations, SourceList.of(hub.sources()));
    }

    @Override
    public Found search(String words, int limit) {
        try (OperationSearch search = OperationSearch.over(registry)) {
            SearchResult result =
                    search.find(
                            words,
                            limit,
                            spec -> isListed(spec) && spec.accessControl().permits(caller));
            List<JsonNode> operations =
                    result.hits().stream().map(hit -> summary(hit.spec())).toList();
            return new Found(
                    new Listing(operations, SourceList.of(hub.sources())), result.fitsWell());
        }
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

    /** As a hub lists them: what can be called, and is not there for other hubs only. */
    private boolean isListed(OperationSpec spec) {
        return !spec.namespace().equals(FOR_HUBS) && registry.isCallable(spec.id());
    }

    private static JsonNode summary(OperationSpec spec) {
        ObjectNode summary = Json.mapper().createObjectNode();
        summary.put("id", spec.id())
                .put("type", spec.type().wireName())
                .put("summary", spec.summary())
                .put("version", spec.version());
        spec.title().ifPresent(title -> summary.put("title", title));
        summary.put("description", spec.description());
        if (!spec.tags().isEmpty()) {
            spec.tags().forEach(summary.putArray("tags")::add);
        }
        summary.set("accessControl", spec.accessControl().toJson());
        if (spec.meta().map(meta -> meta.path("deprecated").asBoolean(false)).orElse(false)) {
            summary.put("deprecated", true);
        }
        return summary;
    }

    @Override
    public Description describe(String id) {
        OperationSpec spec = registry.spec(id);
        if (!spec.accessControl().permits(caller)) {
            // As a hub answers: somebody who may not use it is not told that it is there.
            throw new CallException(ErrorCode.OPERATION_NOT_FOUND, "there is no operation " + id);
        }
        return new Description(spec, registry.drift(id));
    }

    @Override
    public ResponseEnvelope<JsonNode> call(String id, JsonNode input, @Nullable Duration timeout) {
        CallBuilder call = Call.builder().caller(caller);
        if (timeout != null) {
            call.timeout(timeout);
        }
        try {
            return registry.execute(call.to(id, input));
        } catch (CallException e) {
            throw unlessInterrupted(e);
        }
    }

    @Override
    public ItemStream subscribe(StreamRequest stream) {
        CallBuilder call = Call.builder().caller(caller);
        if (stream.after() != null) {
            call.lastEventId(stream.after());
        }
        return new LocalStream(
                registry.subscribe(call.to(stream.id(), stream.input())), stream.envelopes());
    }

    /** An operation may be aborted for reasons of its own. */
    private static RuntimeException unlessInterrupted(CallException failure) {
        boolean interrupted =
                failure.code().equals(ErrorCode.ABORTED) && Thread.currentThread().isInterrupted();
        return interrupted ? CommandFailure.interrupted() : failure;
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
