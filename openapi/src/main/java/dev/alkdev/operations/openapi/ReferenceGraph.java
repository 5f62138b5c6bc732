package dev.alkdev.operations.openapi;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * What the parts of a document refer to, each looked at once. For one thread. Nothing here calls
 * itself: references may lead on in chains as long as the document.
 */
final class ReferenceGraph {
    private final Map<String, Target> targets = new HashMap<>();

    /** Something referred to, and once somebody asks, what it refers to in its turn. */
    private static final class Target {
        private final Place place;
        private @Nullable Set<String> references;

        private Target(Place place) {
            this.place = place;
        }
    }

    /** The node that a key of {@link #reachable} stands for; missing if there is none. */
    JsonNode node(String key) {
        Target target = targets.get(key);
        return target == null ? MissingNode.getInstance() : target.place.node();
    }

    /** Keys of everything that can be reached from a place by reference. */
    Set<String> reachable(Collection<Place> from) {
        Set<String> reached = new LinkedHashSet<>();
        Deque<String> open = new ArrayDeque<>();
        from.forEach(place -> open.addAll(references(place)));
        while (!open.isEmpty()) {
            String key = open.pop();
            if (reached.add(key)) {
                open.addAll(referencesOf(key));
            }
        }
        return reached;
    }

    private Set<String> referencesOf(String key) {
        Target target = targets.get(key);
        if (target == null) {
            return Set.of();
        }
        Set<String> known = target.references;
        if (known == null) {
            known = references(target.place);
            target.references = known;
        }
        return known;
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
        try {
            Place target = reference.resolved();
            String key = target.pointer();
            targets.putIfAbsent(key, new Target(target));
            return key;
        } catch (BrokenReferenceException broken) {
            return "broken " + reference.text("$ref");
        }
    }
}
