package dev.alkdev.operations.redis;

import dev.alkdev.operations.OperationSpec;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The participants and what they offer, at one moment.
 *
 * @param version counts the changes
 * @param members ids of all participants, ourselves included, to the hash of what they offer
 * @param others what the other participants offer, with the number of those who do
 * @param operations all operations of the others, by id
 * @param paths the nodes behind the participant with an operation, by the id of the operation
 */
record View(
        long version,
        Map<String, String> members,
        List<Offer> others,
        Map<String, OperationSpec> operations,
        Map<String, List<String>> paths) {
    private static final View EMPTY = of(-1, Map.of(), List.of());

    /** An offering of so many other participants. */
    record Offer(Announcement offering, int workers) {}

    static View of(long version, Map<String, String> members, List<Offer> others) {
        // Where two offer different specs of one operation, the one of the most workers is shown.
        List<Offer> sorted =
                others.stream()
                        .sorted(
                                Comparator.comparingInt((Offer offer) -> -offer.workers)
                                        .thenComparing(offer -> offer.offering.hash()))
                        .toList();
        Map<String, OperationSpec> operations = new TreeMap<>();
        Map<String, List<String>> paths = new HashMap<>();
        for (Offer offer : sorted) {
            offer.offering
                    .operations()
                    .forEach(
                            (id, spec) -> {
                                operations.putIfAbsent(id, spec);
                                paths.merge(id, offer.offering.path(id), View::shorter);
                            });
        }
        return new View(version, Map.copyOf(members), sorted, operations, paths);
    }

    private static List<String> shorter(List<String> one, List<String> other) {
        return other.size() < one.size() ? other : one;
    }

    static View empty() {
        return EMPTY;
    }

    boolean isServed(String hash) {
        return members.containsValue(hash);
    }

    /** The ids of what each participant but one offers, by the participant. */
    Map<String, Set<String>> workers(String self) {
        Map<String, Set<String>> offered = new HashMap<>();
        others.forEach(
                offer ->
                        offered.put(
                                offer.offering.hash(),
                                Set.copyOf(offer.offering.operations().keySet())));
        Map<String, Set<String>> workers = new TreeMap<>();
        members.forEach(
                (id, hash) -> {
                    if (!id.equals(self)) {
                        workers.put(id, offered.getOrDefault(hash, Set.of()));
                    }
                });
        return workers;
    }

    /** The nodes behind the one that offers an operation; of several, the way to the nearest. */
    List<String> path(String operationId) {
        return paths.getOrDefault(operationId, List.of());
    }

    /** Whether a participant offers an operation. */
    boolean offers(String id, String operationId) {
        String hash = members.get(id);
        return others.stream()
                .map(Offer::offering)
                .filter(offering -> offering.hash().equals(hash))
                .anyMatch(offering -> offering.find(operationId) != null);
    }

    /** The operations that nobody offers any more because all who did are gone, or are leaving. */
    Collection<OperationSpec> lostSince(View before) {
        Set<String> remaining = new HashSet<>();
        before.members.forEach(
                (id, hash) -> {
                    if (offersSomething(id)) {
                        remaining.add(hash);
                    }
                });
        Map<String, OperationSpec> lost = new HashMap<>();
        for (Offer offer : before.others) {
            if (!remaining.contains(offer.offering.hash())) {
                lost.putAll(offer.offering.operations());
            }
        }
        others.forEach(offer -> lost.keySet().removeAll(offer.offering.operations().keySet()));
        return lost.values();
    }

    private boolean offersSomething(String id) {
        String hash = members.get(id);
        return hash != null && !hash.equals(Announcement.nothing().hash());
    }

    /** The hashes of offerings that fewer participants have than before. */
    Set<String> shrunkSince(View before) {
        Set<String> shrunk = new HashSet<>();
        before.members.forEach(
                (id, hash) -> {
                    if (!hash.equals(members.get(id))) {
                        shrunk.add(hash);
                    }
                });
        return shrunk;
    }
}
