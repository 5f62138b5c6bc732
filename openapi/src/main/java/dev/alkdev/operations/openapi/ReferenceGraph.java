package dev.alkdev.operations.openapi;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** What the parts of a document refer to, each looked at once. For one thread. */
final class ReferenceGraph {
    private final Map<String, Target> targets = new HashMap<>();

    /** Something referred to, and what it refers to in its turn. */
    private record Target(JsonNode node, Set<String> references) {}

    /** The node that a key of {@link #reachable} stands for; missing if there is none. */
    JsonNode node(String key) {
        Target target = targets.get(key);
        return target == null ? MissingNode.getInstance() : target.node;
    }

    /** Keys of everything that can be reached from a place by reference. */
    Set<String> reachable(Collection<Place> from) {
        Set<String> reached = new LinkedHashSet<>();
        Deque<String> open = new ArrayDeque<>();
        from.forEach(place -> open.addAll(references(place)));
        while (!open.isEmpty()) {
            String key = open.pop();
            if (reached.add(key)) {
                Target target = targets.get(key);
                if (target != null) {
                    open.addAll(target.references);
                }
            }
        }
        return reached;
    }

    private Set<String> references(Place place) {
        Set<String> keys = new LinkedHashSet<>();
        Deque<Place> open = new ArrayDeque<>();
        open.push(place);
        while (!open.isEmpty()) {
            Place next = open.pop();
            if (next.text("$ref") != null) {
                keys.add(key(next));
            }
            next.forEachMember(
                    (name, member) -> {
                        if (member.node().isContainer()) {
                            open.push(member);
                        }
                    });
            next.items().forEach(open::push);
        }
        return keys;
    }

    private String key(Place reference) {
        Place target;
        try {
            target = reference.resolved();
        } catch (BrokenReferenceException broken) {
            return "broken " + reference.text("$ref");
        }
        String key = target.pointer();
        if (!targets.containsKey(key)) {
            // Known before its own references are: they may lead back here.
            targets.put(key, new Target(target.node(), Set.of()));
            targets.put(key, new Target(target.node(), references(target)));
        }
        return key;
    }
}
