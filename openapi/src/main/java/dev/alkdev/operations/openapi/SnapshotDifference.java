package dev.alkdev.operations.openapi;

import dev.alkdev.operations.OperationBinding;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Compares two imports of a document. An operation has changed if its own part of the document has,
 * or anything it refers to. For one thread.
 */
final class SnapshotDifference {
    /** What counts for every operation of a document. */
    private static final List<String> SHARED =
            List.of("servers", "security", "host", "basePath", "schemes", "consumes", "produces");

    private final ApiSnapshot before;
    private final ApiSnapshot after;
    private final ReferenceGraph referencesBefore = new ReferenceGraph();
    private final ReferenceGraph referencesAfter = new ReferenceGraph();
    private final Map<String, Boolean> sameTargets = new HashMap<>();
    private final List<OperationBinding> operations = new ArrayList<>();
    private final List<String> added = new ArrayList<>();
    private final List<String> changed = new ArrayList<>();

    SnapshotDifference(ApiSnapshot before, ApiSnapshot after) {
        this.before = before;
        this.after = after;
        compare();
    }

    /** The operations to publish: those before where nothing changed, so that nobody notices. */
    List<OperationBinding> operations() {
        return operations;
    }

    ApiChanges changes() {
        List<String> removed = new ArrayList<>(before.places().keySet());
        removed.removeAll(after.places().keySet());
        return new ApiChanges(added, changed, removed);
    }

    private void compare() {
        Map<String, OperationBinding> old = new LinkedHashMap<>();
        before.api().operations().forEach(binding -> old.put(binding.spec().id(), binding));
        boolean sameFrame = hasSameFrame();
        for (OperationBinding binding : after.api().operations()) {
            String id = binding.spec().id();
            OperationBinding previous = old.get(id);
            if (previous == null) {
                added.add(id);
                operations.add(binding);
            } else if (sameFrame && isSame(id)) {
                operations.add(previous);
            } else {
                changed.add(id);
                operations.add(binding);
            }
        }
    }

    private boolean hasSameFrame() {
        JsonNode left = before.documents().main().root();
        JsonNode right = after.documents().main().root();
        return before.api().version().equals(after.api().version())
                && SHARED.stream().allMatch(name -> left.path(name).equals(right.path(name)));
    }

    private boolean isSame(String id) {
        List<Place> left = parts(Objects.requireNonNull(before.places().get(id)));
        List<Place> right = parts(Objects.requireNonNull(after.places().get(id)));
        for (int i = 0; i < left.size(); i++) {
            if (!left.get(i).node().equals(right.get(i).node())) {
                return false;
            }
        }
        referencesBefore.reachable(left);
        Set<String> keys = referencesAfter.reachable(right);
        return keys.stream().allMatch(this::isSameTarget);
    }

    private boolean isSameTarget(String key) {
        Boolean known = sameTargets.get(key);
        if (known == null) {
            known = referencesBefore.node(key).equals(referencesAfter.node(key));
            sameTargets.put(key, known);
        }
        return known;
    }

    /** The operation itself and what it shares with the others of its path. */
    private static List<Place> parts(Place operation) {
        Place item = Objects.requireNonNull(operation.parent());
        return List.of(operation, item.child("parameters"), item.child("servers"));
    }
}
