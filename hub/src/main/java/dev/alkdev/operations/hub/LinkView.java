package dev.alkdev.operations.hub;

import dev.alkdev.operations.console.Viewer;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.Set;

/** Who a hub is linked with, in both directions and over Redis, as one viewer sees it, as JSON. */
record LinkView(HubParts parts, Viewer viewer) {
    private static final int MOST_LINKS = 200;
    private static final int MOST_OPERATIONS = 50;
    private static final String WEBSOCKET = "websocket";

    /** Writes the members {@code links} and {@code linkCount}. */
    void writeTo(ObjectNode json) {
        ArrayNode links = json.putArray("links");
        List<SourceSupervisor> hubs =
                parts.hub().sourceSet().all().stream()
                        .filter(each -> each.source() instanceof PeerSource)
                        .toList();
        hubs.stream().limit(MOST_LINKS).forEach(each -> links.add(outgoing(each)));
        List<LinkAcceptor.Linked> programs =
                parts.acceptors().stream().flatMap(each -> each.links().stream()).toList();
        programs.stream().limit(MOST_LINKS).forEach(each -> links.add(incoming(each)));
        List<HubPeer> workers = parts.hub().engine().map(HubEngine::peers).orElse(List.of());
        workers.stream().limit(MOST_LINKS).forEach(each -> links.add(worker(each)));
        json.put("linkCount", hubs.size() + programs.size() + workers.size());
    }

    /** To a hub that the config names: a source as well, which is there if the link is down. */
    private ObjectNode outgoing(SourceSupervisor supervisor) {
        PeerSource source = (PeerSource) supervisor.source();
        String address = viewer.inspects() ? supervisor.config().address() : null;
        return link(WEBSOCKET, "out", source.other().operations())
                .put("name", source.name())
                .put("source", source.name())
                .put("peer", address)
                .put("up", source.isLinked())
                .put("since", supervisor.since());
    }

    /** From a program, which may be a hub as well. */
    private ObjectNode incoming(LinkAcceptor.Linked linked) {
        return link(WEBSOCKET, "in", linked.peer().importedIds())
                .put("name", viewer.inspects() ? linked.link().name() : null)
                .put("peer", linked.link().peer().name())
                .put("up", true)
                .put("since", linked.since());
    }

    private ObjectNode worker(HubPeer worker) {
        return link("redis", "shared", worker.operations())
                .put("name", worker.name())
                .put("source", RedisEngine.NAME)
                .put("up", true);
    }

    private ObjectNode link(String kind, String direction, Set<String> offered) {
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
