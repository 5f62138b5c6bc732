package dev.alkdev.operations.openapi;

import dev.alkdev.operations.OperationBinding;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.Collections;
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
    /** Operations keep the tree they came from, so that each version costs a whole document. */
    private static final int MOST_VERSIONS = 4;

    /** What applies to every operation of a document. */
    private static final List<String> SHARED =
            List.of("servers", "security", "host", "basePath", "schemes", "consumes", "produces");

    private final ApiSnapshot before;
    private final ApiSnapshot after;
    private final ReferenceGraph referencesBefore = new ReferenceGraph();
    private final ReferenceGraph referencesAfter = new ReferenceGraph();
    private final Map<String, Boolean> sameTargets = new HashMap<>();
    private final Map<String, OperationBinding> kept = new LinkedHashMap<>();
    private final List<String> added = new ArrayList<>();
    private final List<String> changed = new ArrayList<>();

    SnapshotDifference(ApiSnapshot before, ApiSnapshot after) {
        this.before = before;
        this.after = after;
        compare();
        while (versions().size() >= MOST_VERSIONS) {
            renewSmallest();
        }
    }

    /**
     * What there is now: the operations from before where nothing changed, so that nobody notices.
     */
    ApiSnapshot result() {
        Map<String, ApiDocuments> origins = new LinkedHashMap<>(after.origins());
        kept.keySet().forEach(id -> origins.put(id, origin(id)));
        List<OperationBinding> operations =
                after.api().operations().stream()
                        .map(it -> kept.getOrDefault(it.spec().id(), it))
                        .toList();
        ImportedApi api = after.api();
        return new ApiSnapshot(
                new ImportedApi(api.title(), api.version(), operations, api.problems()),
                after.documents(),
                after.places(),
                origins);
    }

    /** The versions of the document that operations were kept from, with how many there are. */
    private Map<ApiDocuments, Integer> versions() {
        Map<ApiDocuments, Integer> versions = new LinkedHashMap<>();
        kept.keySet().forEach(id -> versions.merge(origin(id), 1, Integer::sum));
        return versions;
    }

    private ApiDocuments origin(String id) {
        return Objects.requireNonNull(before.origins().get(id));
    }

    /** Takes the operations of the version that has the fewest left from the newest instead. */
    private void renewSmallest() {
        ApiDocuments smallest =
                Collections.min(versions().entrySet(), Map.Entry.comparingByValue()).getKey();
        kept.keySet().removeIf(id -> origin(id) == smallest);
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
            } else if (sameFrame && isSame(id)) {
                kept.put(id, previous);
            } else {
                changed.add(id);
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
        if (!nodes(left).equals(nodes(right))) {
            return false;
        }
        referencesBefore.reachable(left);
        Set<String> keys = referencesAfter.reachable(right);
        return keys.stream().allMatch(this::isSameTarget);
    }

    private static List<JsonNode> nodes(List<Place> places) {
        return places.stream().map(Place::node).toList();
    }

    private boolean isSameTarget(String key) {
        return sameTargets.computeIfAbsent(
                key, it -> referencesBefore.node(it).equals(referencesAfter.node(it)));
    }

    /** The operation itself and what it shares with the others of its path. */
    private static List<Place> parts(Place operation) {
        Place around = Objects.requireNonNull(operation.parent());
        boolean additional = around.token().equals(OperationReader.ADDITIONAL);
        Place item = additional ? Objects.requireNonNull(around.parent()) : around;
        return List.of(operation, item.child("parameters"), item.child("servers"));
    }
}
