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
import java.util.Set;

/** The sources and links of a hub, for its console. Threads share it. */
record HubConsoleSources(HubParts parts) implements ConsoleSources {
    private static final int MOST_LISTED = 1_000;
    private static final int MOST_LINKS = 200;
    private static final int MOST_OPERATIONS = 50;
    static final String WEBSOCKET = "websocket";

    @Override
    public List<SourceEntry> entries() {
        return parts.sources();
    }

    private Optional<SourceSupervisor> supervisor(String name) {
        return parts.hub.sources.all().stream()
                .filter(each -> each.config.name().equals(name))
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

    /** What is behind a source; its error output may contain anything. */
    private void addBehind(SourceSupervisor supervisor, Viewer viewer, ObjectNode json) {
        SourceConfig config = supervisor.config;
        if (viewer.inspects()) {
            json.put("address", config.address());
            ArrayNode lines = json.putArray("stderr");
            supervisor.errorOutput().forEach(lines::add);
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
        if (!(supervisor.config instanceof McpSourceConfig mcp)) {
            return Optional.empty();
        }
        String namespace = McpSource.namespaceOf(mcp.namespace());
        return parts.mcpDirectory().visibleTo(viewer.caller()).stream()
                .filter(each -> each.namespace().equals(namespace))
                .map(McpDirectory.Entry::catalog)
                .findFirst();
    }

    /** Who it is linked with, in both directions and over the engine. */
    @Override
    public void describeLinks(Viewer viewer, ObjectNode json) {
        ArrayNode links = json.putArray("links");
        int outgoing = 0;
        for (SourceSupervisor each : parts.hub.sources.all()) {
            HubSource.Linked linked = each.link().orElse(null);
            if (linked != null && outgoing++ < MOST_LINKS) {
                links.add(outgoing(each, linked, viewer));
            }
        }
        List<LinkAcceptor.Linked> programs =
                parts.acceptors.stream().flatMap(each -> each.links().stream()).toList();
        programs.stream().limit(MOST_LINKS).forEach(each -> links.add(incoming(each, viewer)));
        int workers = parts.hub.engine().map(each -> addWorkers(each, viewer, json)).orElse(0);
        json.put("linkCount", outgoing + programs.size() + workers);
    }

    private static int addWorkers(HubEngine engine, Viewer viewer, ObjectNode json) {
        SourceEntry joined = engine.entry();
        json.put("engine", joined.name());
        List<HubEngine.Member> workers = engine.peers();
        workers.stream()
                .limit(MOST_LINKS)
                .forEach(each -> json.withArray("links").add(worker(each, joined, viewer)));
        return workers.size();
    }

    /** To a hub that the config names: a source as well, which is there if the link is down. */
    private static ObjectNode outgoing(
            SourceSupervisor supervisor, HubSource.Linked linked, Viewer viewer) {
        String address = viewer.inspects() ? supervisor.config.address() : null;
        return link(linked.kind(), "out", linked.operations(), viewer)
                .put("name", supervisor.config.name())
                .put("source", supervisor.config.name())
                .put("peer", address)
                .put("up", linked.up())
                .put("since", supervisor.since());
    }

    /** From a program, which may be a hub as well. */
    private static ObjectNode incoming(LinkAcceptor.Linked linked, Viewer viewer) {
        return link(WEBSOCKET, "in", linked.peer().importedIds(), viewer)
                .put("name", viewer.inspects() ? linked.link().name() : null)
                .put("peer", linked.link().peer().name())
                .put("up", true)
                .put("since", linked.since());
    }

    private static ObjectNode worker(HubEngine.Member worker, SourceEntry engine, Viewer viewer) {
        return link(engine.kind(), "shared", worker.operations(), viewer)
                .put("name", worker.name())
                .put("source", engine.name())
                .put("up", true);
    }

    private static ObjectNode link(
            String kind, String direction, Set<String> offered, Viewer viewer) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("kind", kind).put("direction", direction).put("offers", offered.size());
        ArrayNode operations = json.putArray("operations");
        offered.stream()
                .filter(viewer::mayUse)
                .sorted()
                .limit(MOST_OPERATIONS)
                .forEach(operations::add);
        return json;
    }
}
