package dev.alkdev.operations.protocol;

import dev.alkdev.operations.Handler;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.Registration;
import dev.alkdev.operations.RegistryChange;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;

/**
 * Keeps the operations of a peer in a registry as long as the peer offers them. An operation that
 * another peer offers as well is shared with it; our own are left alone, also those that come
 * later.
 */
final class PeerImport {
    private final Peer peer;
    private final OperationRegistry registry;
    private final ImportRules rules;
    private final ReentrantLock synchronizing = new ReentrantLock();
    private final ReentrantLock lock = new ReentrantLock();

    private final LeftOut left = new LeftOut();
    private final AtomicBoolean awaited = new AtomicBoolean();

    /** What the peer offers, by the ids here, imported or not; read without the lock. */
    private volatile Map<String, Imported> offered = Map.of();

    /** The last one; only by whoever synchronizes. */
    private OperationListing.Listing listing = OperationListing.Listing.NONE;

    private @Nullable Registration listening;
    private long losses;
    private boolean over;

    /**
     * An operation as it is here.
     *
     * @param remoteId what the peer calls it
     * @param path the nodes from the peer to where it runs
     */
    private record Imported(OperationSpec spec, String remoteId, List<String> path) {
        boolean isSame(OperationSpec otherSpec, String otherId) {
            return remoteId.equals(otherId) && spec.equals(otherSpec);
        }
    }

    PeerImport(Peer peer, OperationRegistry registry, ImportRules rules) {
        this.peer = peer;
        this.registry = registry;
        this.rules = rules;
    }

    /**
     * What stood in the way is gone, or something has taken the place of what was imported: looks
     * again, on another thread, since this one is not ours.
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
        lock.lock();
        try {
            awaited.set(false);
            if (peer.isUp()) {
                addMissing();
                left.tell(peer.name());
            }
        } finally {
            lock.unlock();
        }
    }

    /** Makes the registry hold exactly what the peer offers now. */
    void synchronize() {
        // One at a time, or else an older list might come after a newer one.
        synchronizing.lock();
        try {
            long before = losses();
            listing = peer.listing(listing);
            hold(localForms(listing.operations()), before);
        } finally {
            synchronizing.unlock();
        }
    }

    private long losses() {
        lock.lock();
        try {
            return losses;
        } finally {
            lock.unlock();
        }
    }

    private void hold(Map<String, Imported> now, long lossesBefore) {
        lock.lock();
        try {
            if (over || losses != lossesBefore || !peer.isUp()) {
                // The link went down meanwhile, and what was imported is gone for good reason.
                return;
            }
            Map<String, Imported> before = offered;
            offered = now;
            if (listening == null) {
                listening = registry.onChange(this::changed);
            }
            before.values().forEach(known -> update(known, now.get(known.spec().id())));
            addMissing();
            left.tell(peer.name());
        } finally {
            lock.unlock();
        }
    }

    private void update(Imported known, @Nullable Imported after) {
        if (after == null) {
            drop(known);
        } else if (!known.isSame(after.spec(), after.remoteId())) {
            replace(known, after);
        } else if (!known.path().equals(after.path())) {
            reroute(after);
        }
    }

    /** Callers meanwhile find the one or the other, never nothing. */
    private void replace(Imported known, Imported after) {
        Handler handler = registry.handler(known.spec().id()).orElse(null);
        Providers providers = providersOf(handler);
        if (handler == null
                || providers == null
                || !providers.has(peer)
                || !providers.abandonIfOnly(peer)
                || !registry.replaceProvisional(handler, binding(providers(after)))) {
            drop(known);
        }
    }

    private void reroute(Imported after) {
        Providers providers = providersOf(registry.handler(after.spec().id()).orElse(null));
        if (providers != null) {
            providers.reroute(peer, after.path());
            peer.pathChanged(after.spec().id());
        }
    }

    private Providers providers(Imported operation) {
        Providers own = new Providers(operation.spec(), operation.remoteId());
        own.add(peer, rules, operation.path());
        return own;
    }

    private Map<String, Imported> localForms(List<OperationListing.Entry> remote) {
        Map<String, Imported> forms = new HashMap<>();
        left.begin();
        for (OperationListing.Entry entry : remote) {
            // What comes from here, by whatever way, needs no import.
            if (!entry.path().contains(peer.node())) {
                String id = entry.spec().id();
                localForm(entry.spec())
                        .map(local -> new Imported(local, id, entry.path()))
                        .map(form -> forms.put(form.spec().id(), form))
                        .ifPresent(
                                other ->
                                        left.out(
                                                other.remoteId(),
                                                "it gets the same id here as another one"));
            }
        }
        return forms;
    }

    /** One that cannot be made local does not hide the others. */
    private Optional<OperationSpec> localForm(OperationSpec remote) {
        if (remote.namespace().equals(Services.NAMESPACE)) {
            left.out(remote.id(), "the namespace belongs to the protocol");
            return Optional.empty();
        }
        try {
            return rules.localForm().apply(remote);
        } catch (IllegalArgumentException e) {
            left.out(remote.id(), String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    /** The link is down: a list that is under way does not count any more. */
    void lose() {
        lock.lock();
        try {
            losses++;
        } finally {
            lock.unlock();
        }
    }

    /** Takes all that was imported out again. */
    void clear() {
        lock.lock();
        try {
            losses++;
            Map<String, Imported> before = offered;
            offered = Map.of();
            if (listening != null) {
                listening.close();
                listening = null;
            }
            before.values().forEach(this::drop);
            left.begin();
        } finally {
            lock.unlock();
        }
    }

    /** As {@link #clear}, for good: later synchronizations have no effect. */
    void end() {
        lock.lock();
        try {
            over = true;
            clear();
        } finally {
            lock.unlock();
        }
    }

    /** What is imported. Never waits, since whoever holds the lock may wait for the asker. */
    Set<String> ids() {
        return offered.keySet().stream()
                .filter(peer::provides)
                .collect(Collectors.toUnmodifiableSet());
    }

    private void addMissing() {
        for (Imported operation : offered.values()) {
            if (!peer.provides(operation.spec().id())) {
                add(operation);
            }
        }
    }

    /** What is in the way now may go later; {@link #changed} tells. */
    private void add(Imported operation) {
        String id = operation.spec().id();
        if (!isOurs(id)) {
            return;
        }
        if (registry.find(id).isEmpty()
                && registry.registerProvisionally(binding(providers(operation)))) {
            return;
        }
        Handler handler = registry.handler(id).orElse(null);
        Providers shared = registry.isProvisional(id) ? providersOf(handler) : null;
        if (handler == null || shared == null) {
            left.out(id, "this node has an operation of its own with the id");
        } else if (operation.isSame(shared.spec(), shared.remoteId())) {
            shared.add(peer, rules, operation.path());
            peer.pathChanged(id);
        } else if (!shared.abandonIfAway()
                || !registry.replaceProvisional(handler, binding(providers(operation)))) {
            left.out(id, "another peer offers it with another spec");
        }
    }

    /** Whether nobody else had the id before. */
    private boolean isOurs(String id) {
        String owner = rules.owner();
        if (owner == null) {
            return true;
        }
        String first = peer.owners().take(id, owner);
        if (!first.equals(owner)) {
            left.out(id, "it belongs to " + first + ", who offered it first");
        }
        return first.equals(owner);
    }

    private void drop(Imported operation) {
        String id = operation.spec().id();
        Handler handler = registry.handler(id).orElse(null);
        Providers providers = providersOf(handler);
        if (handler != null && providers != null && providers.has(peer)) {
            if (providers.remove(peer)) {
                registry.remove(id, handler);
            } else {
                peer.pathChanged(id);
            }
        }
    }

    /** What the peer offers and is not imported, with the reasons. */
    Map<String, String> leftOut() {
        return left.reasons();
    }

    static @Nullable Providers providersOf(@Nullable Handler handler) {
        if (handler instanceof ForwardedCall call) {
            return call.providers();
        }
        return handler instanceof ForwardedStream stream ? stream.providers() : null;
    }

    private OperationBinding binding(Providers providers) {
        OperationSpec spec = providers.spec();
        OperationBinding binding =
                spec.type() == OperationType.SUBSCRIPTION
                        ? OperationBinding.of(spec, new ForwardedStream(providers))
                        : OperationBinding.of(spec, new ForwardedCall(providers));
        return binding.normalizing(rules.normalize()).from(providers);
    }
}
