package dev.alkdev.operations.hub;

import dev.alkdev.operations.console.ConsoleSources;
import dev.alkdev.operations.console.Viewer;
import dev.alkdev.operations.http.SourceEntry;
import dev.alkdev.operations.mcp.McpCatalog;
import dev.alkdev.operations.mcp.McpDirectory;
import dev.alkdev.operations.mcp.McpSource;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.Optional;

/** The sources and links of a hub, for its console. Threads share it. */
record HubSources(HubParts parts) implements ConsoleSources {
    private static final int MOST_LISTED = 1_000;

    @Override
    public List<SourceEntry> entries() {
        return parts.sources();
    }

    private Optional<SourceSupervisor> supervisor(String name) {
        return parts.hub().sourceSet().all().stream()
                .filter(each -> each.config().name().equals(name))
                .findFirst();
    }

    @Override
    public void describe(String name, Viewer viewer, ObjectNode json) {
        supervisor(name)
                .ifPresent(
                        found -> {
                            json.put("since", found.since());
                            json.set("lastFailure", failure(found.lastFailure()));
                            addBehind(found, viewer, json);
                        });
    }

    private static JsonNode failure(SourceSupervisor.@Nullable Failure last) {
        JsonNodeFactory json = JsonNodeFactory.instance;
        return last == null
                ? json.nullNode()
                : json.objectNode().put("message", last.message()).put("at", last.at());
    }

    /** What is behind a source; what it writes may tell anything. */
    private void addBehind(SourceSupervisor supervisor, Viewer viewer, ObjectNode json) {
        SourceConfig config = supervisor.config();
        if (viewer.inspects()) {
            json.put("address", config.address());
            if (config instanceof McpSourceConfig mcp && mcp.command() != null) {
                ArrayNode lines = json.putArray("stderr");
                supervisor.source().errorOutput().forEach(lines::add);
            }
        }
        McpCatalog catalog = catalog(supervisor, viewer).orElse(null);
        if (config instanceof McpSourceConfig) {
            json.put("resources", catalog == null ? 0 : catalog.resources().size());
            json.put("prompts", catalog == null ? 0 : catalog.prompts().size());
        }
    }

    @Override
    public void describeWhole(String name, Viewer viewer, ObjectNode json) {
        supervisor(name)
                .flatMap(found -> catalog(found, viewer))
                .ifPresent(
                        catalog -> {
                            list(catalog.resources(), json.putArray("resourceList"));
                            list(catalog.resourceTemplates(), json.putArray("templateList"));
                            list(catalog.prompts(), json.putArray("promptList"));
                        });
    }

    private static void list(List<JsonNode> all, ArrayNode json) {
        all.stream().limit(MOST_LISTED).forEach(json::add);
    }

    private Optional<McpCatalog> catalog(SourceSupervisor supervisor, Viewer viewer) {
        if (!(supervisor.config() instanceof McpSourceConfig mcp)) {
            return Optional.empty();
        }
        String namespace = McpSource.namespaceOf(mcp.namespace());
        return parts.mcpDirectory().visibleTo(viewer.caller()).stream()
                .filter(each -> each.namespace().equals(namespace))
                .map(McpDirectory.Entry::catalog)
                .findFirst();
    }

    @Override
    public void describeLinks(Viewer viewer, ObjectNode json) {
        new LinkView(parts, viewer).writeTo(json);
    }
}
