package dev.alkdev.operations.console;

import dev.alkdev.operations.OperationQuery;
import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.http.Refusal;
import dev.alkdev.operations.http.SourceEntry;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The sources and links as one viewer sees them, as JSON. */
record SourceView(ConsoleOptions options, Viewer viewer) {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final int MOST_LISTED = 1_000;

    JsonNode all() {
        ObjectNode json = JSON.objectNode();
        ArrayNode sources = json.putArray("sources");
        Map<String, ObjectNode> latencies = latencies();
        options.sources().entries().forEach(entry -> sources.add(source(entry, latencies)));
        options.sources().describeLinks(viewer, json);
        return json;
    }

    private Map<String, ObjectNode> latencies() {
        return new ActivityView(options.activity(), viewer).latencies();
    }

    /**
     * One source, with what it has.
     *
     * @throws Refusal if there is no such source
     */
    JsonNode one(String name) {
        SourceEntry entry =
                options.sources().entries().stream()
                        .filter(each -> each.name().equals(name))
                        .findFirst()
                        .orElseThrow(() -> Refusal.notFound("there is no such source"));
        ObjectNode json = source(entry, latencies());
        options.sources().describeWhole(name, viewer, json);
        ArrayNode ids = json.putArray("operationIds");
        options
                .registry()
                .list(OperationQuery.all().withLimit(Integer.MAX_VALUE))
                .operations()
                .stream()
                .filter(viewer::mayUse)
                .filter(spec -> options.listing().source(spec).equals(name))
                .limit(MOST_LISTED)
                .map(OperationSpec::id)
                .forEach(ids::add);
        return json;
    }

    private ObjectNode source(SourceEntry entry, Map<String, ObjectNode> latencies) {
        OperationSource.Status status = entry.status();
        ObjectNode json = JSON.objectNode();
        json.put("name", entry.name()).put("type", entry.kind());
        json.put("state", status.state().name().toLowerCase(Locale.ROOT));
        json.putNull("since");
        json.put("error", status.lastError()).put("operations", status.operations());
        ArrayNode leftOut = json.putArray("leftOut");
        new TreeMap<>(status.leftOut())
                .forEach((name, why) -> leftOut.addObject().put("name", name).put("reason", why));
        json.set("latency", latencies.get(entry.name()));
        options.sources().describe(entry.name(), viewer, json);
        return json;
    }
}
