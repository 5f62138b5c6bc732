package dev.alkdev.operations.http;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationQuery;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.search.OperationSearch;
import dev.alkdev.operations.search.SearchHit;
import dev.alkdev.operations.search.SearchResult;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What {@code GET /operations} answers, also for programs that list the operations of a registry in
 * their own process. Threads may share it.
 */
public final class OperationListing {
    /** Operations that processes offer each other to find out about the rest. */
    private static final String INTERNAL = "services";

    /** The source name of operations of this process that belong to no source. */
    public static final String NO_SOURCE = "hub";

    private final OperationRegistry registry;
    private final Supplier<List<SourceEntry>> sources;
    private final OperationSearch search;

    /**
     * Lists operations.
     *
     * @param search over the same registry; whoever gives it closes it
     */
    public OperationListing(
            OperationRegistry registry,
            Supplier<List<SourceEntry>> sources,
            OperationSearch search) {
        this.registry = registry;
        this.sources = sources;
        this.search = search;
    }

    /**
     * The answer to one caller.
     *
     * @param parameters the query of the URL, percent-encoded
     * @throws CallException {@code VALIDATION_ERROR} if there is no such parameter, or it is wrong
     * @throws Refusal if something is not percent-encoded as it should be
     */
    public JsonNode get(@Nullable String parameters, Caller caller) {
        return Json.parse(write(parameters, caller));
    }

    /**
     * Everything that a listing with these parameters would have on all its pages; of a search, the
     * best 10,000.
     *
     * @throws CallException or Refusal, as {@link #get}
     */
    public List<OperationSpec> all(@Nullable String parameters, Caller caller) {
        ListingQuery query = ListingQuery.parse(parameters, this::source);
        int limit = query.search() == null ? Integer.MAX_VALUE : ListingQuery.MAX_LIMIT;
        OperationQuery all = query.operations().usableBy(caller).withLimit(limit);
        return listed(query, all).page.operations().stream().filter(this::isListed).toList();
    }

    /** The source of an operation, as metrics name it. */
    public String source(OperationSpec spec) {
        return source(registry, spec).orElse(NO_SOURCE);
    }

    static Optional<String> source(OperationRegistry registry, OperationSpec spec) {
        return registry.binding(spec.id())
                .map(OperationBinding::origin)
                .map(OperationBinding.Origin::name);
    }

    /** Writes without a tree in between. */
    byte[] write(@Nullable String parameters, Caller caller) {
        ListingQuery query = ListingQuery.parse(parameters, this::source);
        Listed listed = listed(query, query.operations().usableBy(caller));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
        try (JsonGenerator json = Json.mapper().createGenerator(bytes)) {
            write(json, listed, query);
        }
        return bytes.toByteArray();
    }

    /**
     * What is listed.
     *
     * @param fitsWell what {@link SearchResult#fitsWell} says; null if nothing was searched for
     */
    private record Listed(OperationQuery.Page page, @Nullable Boolean fitsWell) {}

    private Listed listed(ListingQuery query, OperationQuery operations) {
        String words = query.search();
        if (words == null) {
            return new Listed(registry.list(operations), null);
        }
        SearchResult found =
                search.find(
                        words,
                        operations.limit(),
                        spec -> isListed(spec) && operations.includes(spec));
        List<OperationSpec> specs = found.hits().stream().map(SearchHit::spec).toList();
        return new Listed(new OperationQuery.Page(specs, null), found.fitsWell());
    }

    /** Whether an operation is for everybody who may call it, and can be called. */
    private boolean isListed(OperationSpec spec) {
        return !spec.namespace().equals(INTERNAL) && registry.isCallable(spec.id());
    }

    private void write(JsonGenerator json, Listed listed, ListingQuery query) {
        OperationQuery.Page page = listed.page;
        json.writeStartObject();
        if (listed.fitsWell != null) {
            json.writeBooleanProperty("fitsWell", listed.fitsWell);
        }
        json.writeArrayPropertyStart("operations");
        for (OperationSpec spec : page.operations()) {
            if (!isListed(spec)) {
                continue;
            }
            if (query.schemas()) {
                json.writeTree(spec.toJson());
            } else {
                write(json, spec, query.brief());
            }
        }
        json.writeEndArray();
        if (page.nextCursor() != null) {
            json.writeStringProperty("nextCursor", ListingCursor.write(page.nextCursor()));
        }
        if (query.isFirstPage()) {
            json.writeArrayPropertyStart("sources");
            sources.get().forEach(each -> json.writeTree(each.toJson()));
            json.writeEndArray();
        }
        json.writeEndObject();
    }

    private void write(JsonGenerator json, OperationSpec spec, boolean brief) {
        json.writeStartObject();
        json.writeStringProperty("id", spec.id());
        json.writeStringProperty("type", spec.type().wireName());
        json.writeStringProperty("summary", spec.summary());
        source(registry, spec).ifPresent(source -> json.writeStringProperty("source", source));
        if (!brief) {
            writeRest(json, spec);
        }
        json.writeEndObject();
    }

    private static void writeRest(JsonGenerator json, OperationSpec spec) {
        json.writeStringProperty("version", spec.version());
        spec.title().ifPresent(title -> json.writeStringProperty("title", title));
        json.writeStringProperty("description", spec.description());
        if (!spec.tags().isEmpty()) {
            json.writeArrayPropertyStart("tags");
            spec.tags().forEach(json::writeString);
            json.writeEndArray();
        }
        if (isDeprecated(spec)) {
            json.writeBooleanProperty("deprecated", true);
        }
        json.writeName("accessControl");
        json.writeTree(spec.accessControl().toJson());
    }

    static boolean isDeprecated(OperationSpec spec) {
        return spec.meta().map(meta -> meta.path("deprecated").asBoolean(false)).orElse(false);
    }
}
