package dev.alkdev.operations.hub;

import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationOrigin;
import dev.alkdev.operations.OperationPage;
import dev.alkdev.operations.OperationQuery;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.http.Exchange;
import dev.alkdev.operations.http.QueryText;
import dev.alkdev.operations.search.SearchHit;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** How many operations of each source, namespace, type and tag there are. For one thread. */
final class Facets {
    private static final int MOST_VALUES = 500;
    private static final int MOST_HITS = 10_000;

    private final HubParts parts;
    private final Map<String, Integer> sources = new HashMap<>();
    private final Map<String, Integer> namespaces = new HashMap<>();
    private final Map<String, Integer> types = new HashMap<>();
    private final Map<String, Integer> tags = new HashMap<>();
    private int total;

    private Facets(HubParts parts) {
        this.parts = parts;
    }

    /** Of what somebody may use, and looks for if the request has {@code q}. */
    static JsonNode of(Viewer viewer, HubParts parts, Exchange asked) {
        String words =
                QueryText.parse(asked.request().getQueryString())
                        .getOrDefault("q", List.of(""))
                        .getLast();
        Facets facets = new Facets(parts);
        if (words.isBlank()) {
            each(viewer, parts, facets::count);
        } else {
            parts.search().find(words, MOST_HITS, viewer::mayUse).hits().stream()
                    .map(SearchHit::spec)
                    .forEach(facets::count);
        }
        return facets.toJson();
    }

    /** Shows every operation that somebody may use. */
    static void each(Viewer viewer, HubParts parts, Consumer<OperationSpec> action) {
        OperationPage page =
                parts.registry().list(OperationQuery.all().withLimit(Integer.MAX_VALUE));
        page.operations().stream().filter(viewer::mayUse).forEach(action);
    }

    /** The source of an operation, as calls of it are counted. */
    static String source(String operation, HubParts parts) {
        OperationOrigin origin =
                parts.registry().binding(operation).map(OperationBinding::origin).orElse(null);
        return origin == null ? SourceOrigin.HUB : origin.current().name();
    }

    private void count(OperationSpec spec) {
        total++;
        sources.merge(source(spec.id(), parts), 1, Integer::sum);
        namespaces.merge(spec.namespace(), 1, Integer::sum);
        types.merge(spec.type().wireName(), 1, Integer::sum);
        spec.tags().forEach(tag -> tags.merge(tag, 1, Integer::sum));
    }

    private JsonNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("total", total);
        write(sources, json.putArray("sources"));
        write(namespaces, json.putArray("namespaces"));
        write(types, json.putArray("types"));
        write(tags, json.putArray("tags"));
        return json;
    }

    private static void write(Map<String, Integer> counts, ArrayNode json) {
        counts.entrySet().stream()
                .sorted(
                        Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder())
                                .thenComparing(Map.Entry.comparingByKey()))
                .limit(MOST_VALUES)
                .forEach(
                        each ->
                                json.addObject()
                                        .put("name", each.getKey())
                                        .put("count", each.getValue()));
    }
}
