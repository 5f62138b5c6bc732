package dev.alkdev.operations;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The nodes that an operation passes on its way to another node, by the ids of their registries.
 * Nodes that import each other's operations would otherwise import their own, under longer names
 * each time and without end. Links announce paths; operations of other sources have theirs in the
 * metadata of their specs.
 */
public final class NodePath {
    /** The member of a spec's metadata that holds the path: an array of ids. */
    public static final String KEY = "dev.alkdev.operations/via";

    /** An operation with a longer path is not imported. */
    public static final int MAX_NODES = 16;

    private NodePath() {}

    /** The random id by which other processes recognize a registry. */
    public static String idOf(OperationRegistry registry) {
        return registry.catalog.nodeId.get();
    }

    /** The nodes from a registry to where one of its operations runs, the registry's own first. */
    public static List<String> of(OperationRegistry registry, OperationSpec spec) {
        Set<String> path = new LinkedHashSet<>();
        path.add(idOf(registry));
        registry.binding(spec.id())
                .map(OperationBinding::origin)
                .ifPresent(origin -> path.addAll(origin.path()));
        path.addAll(announced(spec));
        return List.copyOf(path);
    }

    /** The nodes from the other side of a source to where the operation runs; empty if unknown. */
    public static List<String> announced(OperationSpec spec) {
        JsonNode path = spec.meta().map(meta -> meta.path(KEY)).orElse(MissingNode.getInstance());
        if (!path.isArray()) {
            return List.of();
        }
        List<String> nodes = new ArrayList<>(path.size());
        path.forEach(node -> nodes.add(node.asString("")));
        return nodes;
    }

    /** Whether an import into a registry would lead back to it, or leads too far. */
    static boolean isRing(OperationRegistry registry, OperationSpec spec) {
        List<String> path = announced(spec);
        return !path.isEmpty() && (path.size() > MAX_NODES || path.contains(idOf(registry)));
    }
}
