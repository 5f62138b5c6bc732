package dev.alkdev.operations.console;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.http.Exchange;
import dev.alkdev.operations.http.OperationListing;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** How many operations of each source, namespace, type, tag and scope there are. For one thread. */
final class Facets {
    private static final int MOST_VALUES = 500;

    /** What asks for no scope, as the filter of listings names it. */
    private static final String OPEN = "none";

    private final OperationListing listing;
    private final Map<String, Integer> sources = new HashMap<>();
    private final Map<String, Integer> namespaces = new HashMap<>();
    private final Map<String, Integer> types = new HashMap<>();
    private final Map<String, Integer> tags = new HashMap<>();
    private final Map<String, Integer> scopes = new HashMap<>();
    private int total;

    private Facets(OperationListing listing) {
        this.listing = listing;
    }

    /** Of what a listing with the same parameters has on all its pages. */
    static JsonNode of(OperationListing listing, Viewer viewer, Exchange asked) {
        Facets facets = new Facets(listing);
        listing.all(asked.request().getQueryString(), viewer.caller()).forEach(facets::count);
        return facets.toJson();
    }

    private void count(OperationSpec spec) {
        total++;
        sources.merge(listing.source(spec), 1, Integer::sum);
        namespaces.merge(spec.namespace(), 1, Integer::sum);
        types.merge(spec.type().wireName(), 1, Integer::sum);
        spec.tags().forEach(tag -> tags.merge(tag, 1, Integer::sum));
        scopes(spec.accessControl()).forEach(scope -> scopes.merge(scope, 1, Integer::sum));
    }

    private static Set<String> scopes(AccessControl access) {
        if (access.isPublic()) {
            return Set.of(OPEN);
        }
        Set<String> all = new HashSet<>(access.requiredScopes());
        all.addAll(access.requiredScopesAny());
        return all;
    }

    private JsonNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("total", total);
        write(sources, json.putArray("sources"));
        write(namespaces, json.putArray("namespaces"));
        write(types, json.putArray("types"));
        write(tags, json.putArray("tags"));
        write(scopes, json.putArray("scopes"));
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
