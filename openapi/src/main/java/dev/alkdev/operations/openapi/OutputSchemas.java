package dev.alkdev.operations.openapi;

import dev.alkdev.operations.HttpMeta;
import dev.alkdev.operations.ResponseMeta;
import dev.alkdev.operations.schema.JsonType;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.SchemaDocument;
import dev.alkdev.operations.web.MediaType;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** Finds the schemas of what operations answer. For one thread. */
final class OutputSchemas {
    private final SchemaDocument schemas;
    private final SchemaParts parts;
    private final IdentityHashMap<JsonNode, Schema> known = new IdentityHashMap<>();
    private final IdentityHashMap<JsonNode, Schema> knownTexts = new IdentityHashMap<>();

    /**
     * The schemas of an operation.
     *
     * @param published all of them
     * @param chosen the one of an answer; null if there is only one
     */
    record Output(Schema published, @Nullable Function<ResponseMeta, Schema> chosen) {}

    OutputSchemas(SchemaDocument schemas, SchemaParts parts) {
        this.schemas = schemas;
        this.parts = parts;
    }

    /** The schemas of one result: that of the received status and media type. */
    Output ofResults(OperationModel model, String id) {
        Schema first = model.result().map(it -> schema(it, id)).orElseGet(Schema::unknown);
        List<Answer> answers = model.answers().stream().filter(Answer::isSuccess).toList();
        if (answers.size() < 2) {
            return new Output(first, null);
        }
        Map<String, Map<String, Schema>> byStatus = new LinkedHashMap<>();
        List<JsonNode> all = new ArrayList<>();
        for (Answer answer : answers) {
            Map<String, Schema> byType = new LinkedHashMap<>();
            answer.best(false)
                    .ifPresent(
                            best -> {
                                byType.put(best.type().name(), schema(best, id));
                                add(part(best), all);
                            });
            for (Content content : answer.contents()) {
                if (!content.type().isEventStream()) {
                    byType.computeIfAbsent(content.type().name(), type -> schema(content, id));
                }
            }
            byStatus.put(answer.status().toUpperCase(Locale.ROOT), byType);
        }
        return new Output(union(all, first, id), meta -> chosen(meta, byStatus));
    }

    private static Schema chosen(ResponseMeta meta, Map<String, Map<String, Schema>> byStatus) {
        if (!(meta instanceof HttpMeta http)) {
            return Schema.unknown();
        }
        Map<String, Schema> byType = byStatus.get(Integer.toString(http.statusCode()));
        if (byType == null) {
            byType = byStatus.getOrDefault(http.statusCode() / 100 + "XX", Map.of());
        }
        if (byType.isEmpty()) {
            return Schema.unknown();
        }
        Schema best = byType.values().iterator().next();
        return byType.size() == 1
                ? best
                : byType.getOrDefault(MediaType.parse(http.contentType()).name(), best);
    }

    /** The schemas of the data of events: that of the received type of event. */
    Output ofEvents(EventData data, String id) {
        Schema usual = schema(data.usual().schema(), id);
        if (data.byEvent().isEmpty()) {
            return new Output(usual, null);
        }
        List<JsonNode> all = new ArrayList<>();
        Map<String, Schema> byEvent = new LinkedHashMap<>();
        data.byEvent()
                .forEach(
                        (event, kind) -> {
                            byEvent.put(event, schema(kind.schema(), id));
                            add(parts.part(kind.schema()), all);
                        });
        return new Output(
                union(all, usual, id),
                meta ->
                        meta instanceof HttpMeta http && http.sse() != null
                                ? byEvent.getOrDefault(String.valueOf(http.sse().event()), usual)
                                : usual);
    }

    private static void add(JsonNode part, List<JsonNode> all) {
        if (!all.contains(part)) {
            all.add(part);
        }
    }

    private Schema union(List<JsonNode> all, Schema first, String id) {
        if (all.size() < 2) {
            return first;
        }
        ObjectNode union = JsonNodeFactory.instance.objectNode();
        ArrayNode branches = union.putArray("anyOf");
        all.forEach(branches::add);
        return compose(union, id);
    }

    private Schema compose(JsonNode schema, String id) {
        return schemas.compose(schema, "an answer of " + id);
    }

    private Schema schema(Content content, String id) {
        return isDescribedText(content)
                ? knownTexts.computeIfAbsent(
                        content.schema().node(), node -> compose(parts.text(content), id))
                : schema(content.schema(), id);
    }

    private JsonNode part(Content content) {
        return isDescribedText(content) ? parts.text(content) : parts.part(content.schema());
    }

    /**
     * Whether the data is a text while the schema is about the content of the text, as with XML.
     */
    private static boolean isDescribedText(Content content) {
        return BodyKind.of(content) == BodyKind.TEXT
                && content.schema().view().types().contains(JsonType.OBJECT);
    }

    private Schema schema(Place place, String id) {
        if (!place.exists()) {
            return Schema.unknown();
        }
        return known.computeIfAbsent(place.node(), node -> compose(parts.part(place), id));
    }
}
