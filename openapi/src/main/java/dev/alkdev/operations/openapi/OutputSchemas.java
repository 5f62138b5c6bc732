package dev.alkdev.operations.openapi;

import dev.alkdev.operations.HttpMeta;
import dev.alkdev.operations.ResponseMeta;
import dev.alkdev.operations.schema.JsonType;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.SchemaDocument;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Finds the schemas of what operations answer. For one thread. */
final class OutputSchemas {
    private static final Schema NOTHING = Schema.parse("{\"type\": \"null\"}");

    /** Statuses of responses that have no body, whatever a document declares. */
    private static final Set<String> WITHOUT_BODY = Set.of("204", "205");

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

    /** The schemas of one result: each response has the schema of its status and media type. */
    Output ofResults(OperationModel model, String id) {
        Map<String, List<ResponseSchemas.Entry>> byStatus = new LinkedHashMap<>();
        Set<JsonNode> all = new LinkedHashSet<>();
        for (Answer answer : model.results()) {
            List<ResponseSchemas.Entry> entries = new ArrayList<>();
            for (Content content : answer.contents()) {
                if (!content.type().isEventStream()) {
                    entries.add(new ResponseSchemas.Entry(content.type(), schema(content, id)));
                }
            }
            answer.preferred().forEach(content -> all.add(part(content)));
            byStatus.put(answer.status().toUpperCase(Locale.ROOT), entries);
        }
        if (!byStatus.isEmpty() && WITHOUT_BODY.containsAll(byStatus.keySet())) {
            return new Output(NOTHING, new ResponseSchemas(byStatus));
        }
        Schema first = model.result().map(it -> schema(it, id)).orElseGet(Schema::unknown);
        return new Output(union(all, first, id), new ResponseSchemas(byStatus));
    }

    /** The schema of the body of an error, in each media type that it has. */
    JsonNode published(Answer answer) {
        Set<JsonNode> all = new LinkedHashSet<>();
        answer.preferred().forEach(content -> all.add(part(content)));
        return switch (all.size()) {
            case 0 -> JsonNodeFactory.instance.objectNode();
            case 1 -> all.iterator().next();
            default -> union(all);
        };
    }

    /** The schemas of the data of events: that of the received type of event. */
    Output ofEvents(EventData data, String id) {
        Schema usual = schema(data.usual().schema(), id);
        if (data.byEvent().isEmpty()) {
            return new Output(usual, null);
        }
        Set<JsonNode> all = new LinkedHashSet<>();
        Map<String, Schema> byEvent = new LinkedHashMap<>();
        data.byEvent()
                .forEach(
                        (event, kind) -> {
                            byEvent.put(event, schema(kind.schema(), id));
                            all.add(parts.part(kind.schema()));
                        });
        return new Output(
                union(all, usual, id),
                meta ->
                        meta instanceof HttpMeta http && http.sse() != null
                                ? byEvent.getOrDefault(String.valueOf(http.sse().event()), usual)
                                : usual);
    }

    private Schema union(Set<JsonNode> all, Schema first, String id) {
        if (all.size() < 2) {
            return first;
        }
        return compose(union(all), id);
    }

    private static ObjectNode union(Set<JsonNode> all) {
        ObjectNode union = JsonNodeFactory.instance.objectNode();
        ArrayNode branches = union.putArray("anyOf");
        all.forEach(branches::add);
        return union;
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
