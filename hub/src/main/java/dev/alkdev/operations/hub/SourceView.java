package dev.alkdev.operations.hub;

import dev.alkdev.operations.SourceStatus;
import dev.alkdev.operations.http.Refusal;
import dev.alkdev.operations.http.SourceEntry;
import dev.alkdev.operations.mcp.McpCatalog;
import dev.alkdev.operations.mcp.McpDirectory;
import dev.alkdev.operations.mcp.McpSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The sources and links of a hub as one viewer sees them, as JSON. */
record SourceView(HubParts parts, Viewer viewer) {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final int MOST_LISTED = 1_000;

    JsonNode all() {
        ObjectNode json = JSON.objectNode();
        ArrayNode sources = json.putArray("sources");
        Map<String, ObjectNode> latencies =
                new ActivityView(parts.hub().activity(), viewer).latencies();
        for (SourceEntry entry : parts.sources()) {
            sources.add(source(entry, latencies));
        }
        new LinkView(parts, viewer).writeTo(json);
        return json;
    }

    /**
     * One source, with what it has.
     *
     * @throws Refusal if there is no such source
     */
    JsonNode one(String name) {
        SourceEntry entry =
                parts.sources().stream()
                        .filter(each -> each.name().equals(name))
                        .findFirst()
                        .orElseThrow(() -> Refusal.notFound("there is no such source"));
        ObjectNode json =
                source(entry, new ActivityView(parts.hub().activity(), viewer).latencies());
        Optional<McpCatalog> catalog = supervisor(name).flatMap(this::catalog);
        catalog.ifPresent(
                found -> {
                    list(found.resources(), json.putArray("resourceList"));
                    list(found.resourceTemplates(), json.putArray("templateList"));
                    list(found.prompts(), json.putArray("promptList"));
                });
        ArrayNode ids = json.putArray("operationIds");
        Facets.each(
                viewer,
                parts,
                spec -> {
                    if (ids.size() < MOST_LISTED && Facets.source(spec.id(), parts).equals(name)) {
                        ids.add(spec.id());
                    }
                });
        return json;
    }

    private static void list(List<JsonNode> all, ArrayNode json) {
        all.stream().limit(MOST_LISTED).forEach(json::add);
    }

    private Optional<SourceSupervisor> supervisor(String name) {
        return parts.hub().sourceSet().all().stream()
                .filter(each -> each.config().name().equals(name))
                .findFirst();
    }

    private ObjectNode source(SourceEntry entry, Map<String, ObjectNode> latencies) {
        SourceStatus status = entry.status();
        SourceSupervisor supervisor = supervisor(entry.name()).orElse(null);
        ObjectNode json = JSON.objectNode();
        json.put("name", entry.name()).put("type", entry.kind());
        json.put("state", status.state().name().toLowerCase(Locale.ROOT));
        json.put("since", supervisor == null ? null : supervisor.since());
        json.put("error", status.lastError()).put("operations", status.operations());
        ArrayNode leftOut = json.putArray("leftOut");
        new TreeMap<>(status.leftOut())
                .forEach((name, why) -> leftOut.addObject().put("name", name).put("reason", why));
        json.set("latency", latencies.get(entry.name()));
        if (supervisor != null) {
            addBehind(supervisor, json);
        }
        return json;
    }

    /** What is behind a source; what it writes may tell anything. */
    private void addBehind(SourceSupervisor supervisor, ObjectNode json) {
        SourceConfig config = supervisor.config();
        if (viewer.inspects()) {
            json.put("address", config.address());
            if (config instanceof McpSourceConfig mcp && mcp.command() != null) {
                ArrayNode lines = json.putArray("stderr");
                supervisor.source().errorOutput().forEach(lines::add);
            }
        }
        McpCatalog catalog = catalog(supervisor).orElse(null);
        if (config instanceof McpSourceConfig) {
            json.put("resources", catalog == null ? 0 : catalog.resources().size());
            json.put("prompts", catalog == null ? 0 : catalog.prompts().size());
        }
    }

    private Optional<McpCatalog> catalog(SourceSupervisor supervisor) {
        if (!(supervisor.config() instanceof McpSourceConfig mcp)) {
            return Optional.empty();
        }
        String namespace = McpSource.namespaceOf(mcp.namespace());
        return parts.mcpDirectory().visibleTo(viewer.caller()).stream()
                .filter(each -> each.namespace().equals(namespace))
                .map(McpDirectory.Entry::catalog)
                .findFirst();
    }
}
