package dev.alkdev.operations.protocol;

import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.RegistryChange;
import dev.alkdev.operations.base.LogCounter;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * Keeps the operations of a peer in a registry as long as the peer offers them. An operation that
 * another peer offers as well is shared with it; our own are left alone, also those that come
 * later.
 */
final class PeerImport {
    private static final Logger LOG = LoggerFactory.getLogger(PeerImport.class);

    /** How many operations a log line names. */
    private static final int NAMED = 10;

    private final Peer peer;
    private final OperationRegistry registry;
    private final PeerImportOptions rules;
    private final Mutex synchronizing = new Mutex();

    /** Listeners of the registry are notified without it. */
    private final Mutex lock = new Mutex();

    private final AtomicBoolean awaited = new AtomicBoolean();

    /** Why operations of the peer are not imported, by their ids; read without the lock. */
    private final Map<String, String> leftOut = new ConcurrentHashMap<>();

    /** Those of them that were logged. */
    private final Set<String> told = new HashSet<>();

    /** A peer may offer and withdraw an operation again and again. */
    private final LogCounter logged = new LogCounter();

    /** What the peer offers, by the ids here, imported or not; read without the lock. */
    private volatile Map<String, Imported> offered = Map.of();

    /** The last listing; none while the next is read. The code that removes it releases it. */
    private final AtomicReference<OperationListing.Listing> listing =
            new AtomicReference<>(OperationListing.Listing.NONE);

    private @Nullable Registration listening;

    /**
     * An operation as it is here.
     *
     * @param remoteId what the peer calls it
     * @param path the nodes from the peer to where it runs
     */
    private record Imported(OperationSpec spec, String remoteId, List<String> path) {
        String id() {
            return spec.id();
        }

        boolean isSame(OperationSpec otherSpec, String otherId) {
            return remoteId.equals(otherId) && spec.equals(otherSpec);
        }
    }

    PeerImport(Peer peer, OperationRegistry registry, PeerImportOptions rules) {
        this.peer = peer;
        this.registry = registry;
        this.rules = rules;
    }

    /**
     * A conflicting operation is gone, or one has replaced what was imported: looks again, on
     * another thread, since this one is not ours.
     */
    private void changed(RegistryChange change) {
        if (!(change instanceof RegistryChange.Added)
                && offered.containsKey(change.operationId())
                && !peer.provides(change.operationId())
                && awaited.compareAndSet(false, true)) {
            Thread.ofVirtual().name("operations-import").start(this::lookAgain);
        }
    }

    private void lookAgain() {
        registry.deferringChanges(this::addMissingNow, Runnable::run);
    }

    private void addMissingNow() {
        try (Registration held = lock.hold()) {
            awaited.set(false);
            if (peer.isUp()) {
                addMissing();
            }
        }
    }

    /**
     * Makes the registry hold exactly what the peer offers now.
     *
     * @param counts whether the list still counts when it has come: the link may have gone down
     *     meanwhile, and what was imported is gone for good reason
     */
    void synchronize(BooleanSupplier counts) {
        registry.deferringChanges(() -> synchronizeNow(counts), Runnable::run);
    }

    private void synchronizeNow(BooleanSupplier counts) {
        // One at a time, or else an older list might come after a newer one.
        try (Registration alone = synchronizing.hold()) {
            OperationListing.Listing fresh = list();
            if (!counts.getAsBoolean()) {
                releaseListing();
                return;
            }
            Map<String, Imported> now = localForms(fresh.operations().values());
            try (Registration held = lock.hold()) {
                if (counts.getAsBoolean()) {
                    hold(now);
                }
            }
        }
    }

    private OperationListing.Listing list() {
        OperationListing.Listing before = listing.getAndSet(OperationListing.Listing.NONE);
        OperationListing.Listing after = before;
        try {
            after = peer.listing(before);
            return after;
        } finally {
            listing.set(after);
        }
    }

    private void releaseListing() {
        peer.release(listing.getAndSet(OperationListing.Listing.NONE));
    }

    private void hold(Map<String, Imported> now) {
        Map<String, Imported> before = offered;
        offered = now;
        if (listening == null) {
            listening = registry.onChange(this::changed);
        }
        before.values().forEach(known -> update(known, now.get(known.id())));
        addMissing();
    }

    private void update(Imported known, @Nullable Imported after) {
        if (after == null) {
            drop(known);
        } else if (!known.isSame(after.spec(), after.remoteId())) {
            replace(known, after);
        } else if (!known.path().equals(after.path())) {
            Providers providers = peer.providers(after.id());
            if (providers != null) {
                providers.reroute(peer, after.path());
                peer.node().pathChanged(after.id());
            }
        }
    }

    /** Callers meanwhile find the one or the other, never nothing. */
    private void replace(Imported known, Imported after) {
        Providers providers = peer.providers(known.id());
        if (providers == null
                || !providers.abandonIf(one -> one == peer)
                || !replace(providers, after)) {
            drop(known);
        }
    }

    private boolean replace(Providers before, Imported after) {
        return registry.replaceProvisional(before.binding.handler(), binding(after));
    }

    private OperationBinding binding(Imported operation) {
        Providers own = new Providers(operation.spec(), operation.remoteId(), rules.normalize());
        own.add(peer, rules, operation.path());
        return own.binding;
    }

    private Map<String, Imported> localForms(Collection<OperationListing.Entry> remote) {
        Map<String, Imported> forms = new HashMap<>();
        leftOut.clear();
        for (OperationListing.Entry entry : remote) {
            // What comes from here, by whatever way, needs no import.
            OperationSpec local =
                    entry.path().contains(peer.node().id()) ? null : localForm(entry.spec());
            if (local != null) {
                String id = entry.spec().id();
                Imported other = forms.put(local.id(), new Imported(local, id, entry.path()));
                if (other != null) {
                    leftOut.put(other.remoteId(), "it gets the same id here as another one");
                }
            }
        }
        return forms;
    }

    /** One that cannot be made local does not hide the others. */
    private @Nullable OperationSpec localForm(OperationSpec remote) {
        try {
            if (!remote.namespace().equals(Services.NAMESPACE)) {
                return rules.localForm().apply(remote).orElse(null);
            }
            leftOut.put(remote.id(), "the namespace belongs to the protocol");
        } catch (IllegalArgumentException e) {
            leftOut.put(remote.id(), PeerFaults.reason(String.valueOf(e.getMessage())));
        }
        return null;
    }

    /**
     * Takes all that was imported out again.
     *
     * @param delivery runs the listeners of the registry
     */
    void clear(Executor delivery) {
        registry.deferringChanges(this::clearNow, delivery);
    }

    private void clearNow() {
        try (Registration held = lock.hold()) {
            Map<String, Imported> before = offered;
            offered = Map.of();
            if (listening != null) {
                listening.close();
                listening = null;
            }
            before.values().forEach(this::drop);
            leftOut.clear();
        }
        releaseListing();
    }

    /** What is imported. Never waits, since whoever holds the lock may wait for the asker. */
    Set<String> ids() {
        return offered.keySet().stream()
                .filter(peer::provides)
                .collect(Collectors.toUnmodifiableSet());
    }

    private void addMissing() {
        for (Imported operation : offered.values()) {
            if (!peer.provides(operation.id())) {
                whyNotAdded(operation).ifPresent(reason -> leftOut.put(operation.id(), reason));
            }
        }
        logLeftOut();
    }

    /**
     * Adds an operation, unless one is in the way now, which may go later: see {@link #changed}.
     */
    private Optional<String> whyNotAdded(Imported operation) {
        String id = operation.id();
        String owner = rules.owner();
        String first = owner == null ? null : peer.node().take(id, owner);
        if (first != null && !first.equals(owner)) {
            return Optional.of("it belongs to " + first + ", who offered it first");
        }
        if (registry.find(id).isEmpty() && registry.registerProvisionally(binding(operation))) {
            return Optional.empty();
        }
        Providers shared = registry.isProvisional(id) ? peer.providers(id) : null;
        if (shared == null) {
            return Optional.of("this node has an operation of its own with the id");
        }
        if (operation.isSame(shared.spec, shared.remoteId)) {
            shared.add(peer, rules, operation.path());
            peer.node().pathChanged(id);
            return Optional.empty();
        }
        return shared.abandonIf(one -> !one.isUp()) && replace(shared, operation)
                ? Optional.empty()
                : Optional.of("another peer offers it with another spec");
    }

    private void drop(Imported operation) {
        String id = operation.id();
        Providers providers = peer.providers(id);
        if (providers != null && providers.has(peer)) {
            if (providers.remove(peer)) {
                registry.remove(id, providers.binding.handler());
            } else {
                peer.node().pathChanged(id);
            }
        }
    }

    /** What the peer offers and is not imported, with the reasons. */
    Map<String, String> leftOut() {
        return new TreeMap<>(leftOut);
    }

    /** Logs each operation that is left out once, those of one reason together. */
    private void logLeftOut() {
        Map<String, String> now = leftOut();
        told.retainAll(now.keySet());
        now.keySet().stream()
                .filter(told::add)
                .filter(id -> logged.due(id) > 0)
                .collect(
                        Collectors.groupingBy(
                                id -> now.getOrDefault(id, ""), TreeMap::new, Collectors.toList()))
                .forEach(
                        (reason, ids) ->
                                LOG.info(
                                        "Not imported from {}: {}: {}",
                                        peer.name(),
                                        names(ids),
                                        reason));
    }

    private static String names(List<String> ids) {
        String first = ids.stream().limit(NAMED).collect(Collectors.joining(", "));
        return ids.size() <= NAMED ? first : first + " and " + (ids.size() - NAMED) + " more";
    }
}
