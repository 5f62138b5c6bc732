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

/**
 * What the parts of a document refer to, each looked at once. For one thread. Nothing here calls
 * itself: references may lead on in chains as long as the document.
 */
final class ReferenceGraph {
    private final Map<String, Place> targets = new HashMap<>();
    private final Map<String, Set<String>> references = new HashMap<>();

    /** The node that a key of {@link #reachable} stands for; missing if there is none. */
    JsonNode node(String key) {
        Place target = targets.get(key);
        return target == null ? MissingNode.getInstance() : target.node();
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
        Set<String> known = references.get(key);
        if (known == null) {
            Place target = targets.get(key);
            known = target == null ? Set.of() : references(target);
            references.put(key, known);
        }
        return known;
    }

    private Set<String> references(Place place) {
        Set<String> keys = new LinkedHashSet<>();
        place.forEachReference(name -> true, reference -> keys.add(key(reference)));
        return keys;
    }

    private String key(Place reference) {
        try {
            Place target = reference.resolved();
            String key = target.pointer();
            targets.putIfAbsent(key, target);
            return key;
        } catch (BrokenReferenceException broken) {
            return "broken " + reference.text("$ref");
        }
    }
}
