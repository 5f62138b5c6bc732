package dev.alkdev.operations.cli;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.OperationPage;
import dev.alkdev.operations.OperationQuery;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.Subscription;
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
    private final OperationRegistry registry;
    private final List<JsonNode> sources;
    private final Runnable whenClosed;

    LocalTarget(OperationRegistry registry, List<JsonNode> sources, Runnable whenClosed) {
        this.registry = registry;
        this.sources = List.copyOf(sources);
        this.whenClosed = whenClosed;
    }

    static LocalTarget open(Path config, Console console) {
        throw new UnsupportedOperationException(config + " " + console);
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
        return new Listing(operations, sources);
    }

    private static OperationQuery query(ListingFilter filter) {
        OperationQuery query = OperationQuery.all().withLimit(1_000);
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
        return registry.spec(id);
    }

    @Override
    public ResponseEnvelope<JsonNode> call(String id, JsonNode input, @Nullable Duration timeout) {
        OperationContext.Builder context = OperationContext.builder();
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
    public ItemStream subscribe(String id, JsonNode input) {
        return new LocalStream(registry.subscribe(id, input));
    }

    /** In this process only an interrupt of the command aborts its call. */
    private static RuntimeException unlessInterrupted(CallException failure) {
        return failure.code().equals(ErrorCode.ABORTED) ? CommandFailure.interrupted() : failure;
    }

    @Override
    public void close() {
        whenClosed.run();
    }

    private record LocalStream(Subscription<JsonNode> items) implements ItemStream {
        @Override
        public Optional<JsonNode> next() {
            try {
                return items.hasNext() ? Optional.of(items.next().data()) : Optional.empty();
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
