package dev.alkdev.operations.openapi;

import dev.alkdev.operations.OperationBinding;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Compares two imports of a document. An operation has changed if its own part of the document has,
 * or anything it refers to. For one thread.
 */
final class SnapshotDifference {
    /** Operations keep the tree they were made of, so that each version costs a whole document. */
    private static final int MOST_VERSIONS = 4;

    /** What applies to every operation of a document. */
    private static final List<String> SHARED =
            List.of("servers", "security", "host", "basePath", "schemes", "consumes", "produces");

    private final Snapshot before;
    private final Snapshot after;
    private final ReferenceGraph referencesBefore = new ReferenceGraph();
    private final ReferenceGraph referencesAfter = new ReferenceGraph();
    private final Set<String> changedTargets = new HashSet<>();
    private final Map<String, OperationBinding> kept = new LinkedHashMap<>();
    private final List<String> added = new ArrayList<>();
    private final List<String> changed = new ArrayList<>();

    /**
     * An import with what is needed to compare it with a later one.
     *
     * @param places where each operation is in the version of the document it was made from, by id
     */
    record Snapshot(ImportedApi api, ApiDocuments documents, Map<String, Place> places) {}

    SnapshotDifference(Snapshot before, Snapshot after) {
        this.before = before;
        this.after = after;
        findChangedTargets();
        compare();
        while (versions().size() >= MOST_VERSIONS || isTooLarge()) {
            renewSmallest();
        }
    }

    private boolean isTooLarge() {
        return !kept.isEmpty() && weight() > DocumentMemory.LARGEST_API;
    }

    /** About how many bytes all versions of the documents take that are still in use. */
    long weight() {
        return after.documents.weight()
                + versions().keySet().stream().mapToLong(ApiDocuments::weight).sum();
    }

    /**
     * What there is now: the operations from before where nothing changed, so that nobody notices.
     */
    Snapshot result() {
        Map<String, Place> places = new LinkedHashMap<>(after.places);
        kept.keySet().forEach(id -> places.put(id, place(id, before)));
        List<OperationBinding> operations =
                after.api.operations().stream()
                        .map(it -> kept.getOrDefault(it.spec().id(), it))
                        .toList();
        ImportedApi api = after.api;
        return new Snapshot(
                new ImportedApi(api.title(), api.version(), operations, api.problems()),
                after.documents,
                places);
    }

    /** The versions of the document that operations were kept from, with how many there are. */
    private Map<ApiDocuments, Integer> versions() {
        Map<ApiDocuments, Integer> versions = new LinkedHashMap<>();
        kept.keySet().forEach(id -> versions.merge(origin(id), 1, Integer::sum));
        return versions;
    }

    private ApiDocuments origin(String id) {
        return place(id, before).document().documents();
    }

    private static Place place(String id, Snapshot snapshot) {
        return Objects.requireNonNull(snapshot.places.get(id));
    }

    /** Takes the operations of the version that has the fewest left from the newest instead. */
    private void renewSmallest() {
        ApiDocuments smallest =
                Collections.min(versions().entrySet(), Map.Entry.comparingByValue()).getKey();
        kept.keySet().removeIf(id -> origin(id) == smallest);
    }

    ApiChanges changes() {
        List<String> removed = new ArrayList<>(before.places.keySet());
        removed.removeAll(after.places.keySet());
        return new ApiChanges(added, changed, removed);
    }

    private void compare() {
        Map<String, OperationBinding> old = new LinkedHashMap<>();
        before.api.operations().forEach(binding -> old.put(binding.spec().id(), binding));
        boolean sameFrame = hasSameFrame();
        for (OperationBinding binding : after.api.operations()) {
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
        JsonNode left = before.documents.main.root();
        JsonNode right = after.documents.main.root();
        return before.api.version().equals(after.api.version())
                && SHARED.stream().allMatch(name -> left.path(name).equals(right.path(name)));
    }

    private boolean isSame(String id) {
        List<Place> left = parts(place(id, before));
        List<Place> right = parts(place(id, after));
        if (!nodes(left).equals(nodes(right))) {
            return false;
        }
        return referencesAfter.references(right).stream().noneMatch(changedTargets::contains);
    }

    /**
     * Finds what differs, and what refers to it directly or through others. Each reference is
     * followed once for all operations.
     */
    private void findChangedTargets() {
        before.places.values().forEach(place -> referencesBefore.reach(parts(place)));
        after.places.values().forEach(place -> referencesAfter.reach(parts(place)));
        Map<String, List<String>> referrers = referencesAfter.referrers();
        Deque<String> open = new ArrayDeque<>();
        for (String key : referencesAfter.keys()) {
            if (!referencesBefore.node(key).equals(referencesAfter.node(key))) {
                open.add(key);
            }
        }
        while (!open.isEmpty()) {
            String key = open.pop();
            if (changedTargets.add(key)) {
                open.addAll(referrers.getOrDefault(key, List.of()));
            }
        }
    }

    /**
     * What the parts of a document refer to, each looked at once. Nothing here calls itself:
     * references may lead on in chains as long as the document.
     */
    private static final class ReferenceGraph {
        private final Problems unread = new Problems();
        private final Map<String, Place> targets = new HashMap<>();
        private final Map<String, Set<String>> references = new HashMap<>();

        /** The node for a key; missing if there is none. */
        private JsonNode node(String key) {
            Place target = targets.get(key);
            return target == null ? MissingNode.getInstance() : target.node();
        }

        /** Follows all references of some places. */
        private void reach(List<Place> from) {
            Deque<String> open = new ArrayDeque<>(references(from));
            while (!open.isEmpty()) {
                String key = open.pop();
                if (!references.containsKey(key)) {
                    Place target = targets.get(key);
                    Set<String> next = target == null ? Set.of() : references(List.of(target));
                    references.put(key, next);
                    open.addAll(next);
                }
            }
        }

        /** Keys of everything that was reached. */
        private Set<String> keys() {
            return references.keySet();
        }

        /** The keys that refer to a key, by that key. */
        private Map<String, List<String>> referrers() {
            Map<String, List<String>> referrers = new HashMap<>();
            references.forEach(
                    (from, all) ->
                            all.forEach(
                                    to ->
                                            referrers
                                                    .computeIfAbsent(to, any -> new ArrayList<>())
                                                    .add(from)));
            return referrers;
        }

        /** Keys of what places refer to directly. */
        private Set<String> references(List<Place> places) {
            Set<String> keys = new LinkedHashSet<>();
            for (Place place : places) {
                place.forEachReference(name -> true, reference -> keys.add(key(reference)));
            }
            return keys;
        }

        private String key(Place reference) {
            Place target = reference.resolved(unread).orElse(null);
            if (target == null) {
                return "broken " + reference.text("$ref");
            }
            String key = target.pointer();
            targets.putIfAbsent(key, target);
            return key;
        }
    }

    private static List<JsonNode> nodes(List<Place> places) {
        return places.stream().map(Place::node).toList();
    }

    /** The operation itself and what it shares with the others of its path. */
    private static List<Place> parts(Place operation) {
        Place around = Objects.requireNonNull(operation.parent());
        boolean additional = around.token().equals(OperationReader.ADDITIONAL);
        Place item = additional ? Objects.requireNonNull(around.parent()) : around;
        return List.of(operation, item.child("parameters"), item.child("servers"));
    }
}
