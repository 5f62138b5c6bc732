package dev.alkdev.operations.protocol;

import dev.alkdev.operations.Handler;
import dev.alkdev.operations.NormalizeMode;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.Registration;
import dev.alkdev.operations.RegistryChange;
import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.HashMap;
import java.util.HashSet;
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
    private static final Logger LOG = LoggerFactory.getLogger(PeerImport.class);

    private final Peer peer;
    private final OperationRegistry registry;
    private final ImportRules rules;
    private final ReentrantLock synchronizing = new ReentrantLock();
    private final ReentrantLock lock = new ReentrantLock();

    /** What was told of already: of those without a local form, and of those that are taken. */
    private final Set<String> unusable = new HashSet<>();

    private final Set<String> refused = new HashSet<>();
    private final AtomicBoolean awaited = new AtomicBoolean();

    /** What the peer offers, by the ids here, imported or not; read without the lock. */
    private volatile Map<String, Imported> offered = Map.of();

    private @Nullable Registration listening;
    private long losses;
    private boolean over;

    /** An operation as it is here, and what the peer calls it. */
    private record Imported(OperationSpec spec, String remoteId) {
        boolean isSame(Imported other) {
            return remoteId.equals(other.remoteId)
                    && Json.isSame(spec.toJson(), other.spec.toJson());
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
                && !peer.brings(change.operationId())
                && awaited.compareAndSet(false, true)) {
            Thread.ofVirtual().name("operations-import").start(this::lookAgain);
        }
    }

    private void lookAgain() {
        lock.lock();
        try {
            awaited.set(false);
            addMissing();
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
            hold(localForms(peer.operations()), before);
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
            refused.retainAll(now.keySet());
            if (listening == null) {
                listening = registry.onChange(this::changed);
            }
            for (Imported known : before.values()) {
                Imported after = now.get(known.spec().id());
                if (after == null || !known.isSame(after)) {
                    drop(known);
                }
            }
            addMissing();
        } finally {
            lock.unlock();
        }
    }

    private Map<String, Imported> localForms(List<OperationSpec> remote) {
        Map<String, Imported> forms = new HashMap<>();
        unusable.retainAll(remote.stream().map(OperationSpec::id).collect(Collectors.toSet()));
        for (OperationSpec spec : remote) {
            localForm(spec)
                    .map(local -> forms.put(local.id(), new Imported(local, spec.id())))
                    .ifPresent(
                            other ->
                                    LOG.warn(
                                            "{} and {} of {} get the same id; one is left out",
                                            other.remoteId(),
                                            spec.id(),
                                            peer.name()));
        }
        return forms;
    }

    /** One that cannot be made local does not hide the others. */
    private Optional<OperationSpec> localForm(OperationSpec remote) {
        try {
            return rules.localForm().apply(remote);
        } catch (IllegalArgumentException e) {
            if (unusable.add(remote.id())) {
                LOG.warn("Not imported from {}: {}: {}", peer.name(), remote.id(), e.getMessage());
            }
            return Optional.empty();
        }
    }

    /** Takes all that was imported out again. */
    void clear() {
        lock.lock();
        try {
            losses++;
            Map<String, Imported> before = offered;
            offered = Map.of();
            refused.clear();
            if (listening != null) {
                listening.close();
                listening = null;
            }
            before.values().forEach(this::drop);
        } finally {
            lock.unlock();
        }
    }

    /** As {@link #clear}, for good: whoever synchronizes now or later comes too late. */
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
                .filter(peer::brings)
                .collect(Collectors.toUnmodifiableSet());
    }

    private void addMissing() {
        for (Imported operation : offered.values()) {
            if (!peer.brings(operation.spec().id())) {
                add(operation);
            }
        }
    }

    /** What is in the way now may go later; {@link #changed} tells. */
    private void add(Imported operation) {
        OperationSpec spec = operation.spec();
        String id = spec.id();
        Providers own = new Providers(spec, operation.remoteId());
        own.add(peer, rules.timeout());
        if (registry.find(id).isEmpty() && registry.registerProvisionally(binding(own))) {
            refused.remove(id);
            return;
        }
        Providers shared =
                registry.isProvisional(id) ? providersOf(registry.handler(id).orElse(null)) : null;
        if (shared != null && operation.isSame(new Imported(shared.spec(), shared.remoteId()))) {
            shared.add(peer, rules.timeout());
            refused.remove(id);
        } else if (registry.find(id).isPresent() && refused.add(id)) {
            LOG.warn(
                    "Not imported from {}: {} {}",
                    peer.name(),
                    id,
                    shared != null ? "is offered with another spec by another peer" : "is our own");
        }
    }

    private void drop(Imported operation) {
        String id = operation.spec().id();
        Handler handler = registry.handler(id).orElse(null);
        Providers providers = providersOf(handler);
        if (handler != null && providers != null && providers.remove(peer)) {
            registry.remove(id, handler);
        }
    }

    static @Nullable Providers providersOf(@Nullable Handler handler) {
        if (handler instanceof ForwardedCall call) {
            return call.providers();
        }
        return handler instanceof ForwardedStream stream ? stream.providers() : null;
    }

    private static OperationBinding binding(Providers providers) {
        OperationSpec spec = providers.spec();
        OperationBinding binding =
                spec.type() == OperationType.SUBSCRIPTION
                        ? OperationBinding.of(spec, new ForwardedStream(providers))
                        : OperationBinding.of(spec, new ForwardedCall(providers));
        // The peer has normalized and checked what it sends.
        return binding.normalizing(NormalizeMode.NONE);
    }
}
