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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Keeps the operations of a peer in a registry as long as the peer offers them. An operation that
 * another peer offers as well is shared with it.
 */
final class PeerImport {
    private static final Logger LOG = LoggerFactory.getLogger(PeerImport.class);

    private final Peer peer;
    private final OperationRegistry registry;
    private final ImportRules rules;
    private final ReentrantLock synchronizing = new ReentrantLock();
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Imported> imported = new HashMap<>();

    /** What stood in the way of an import; read without the lock. */
    private final Set<String> refused = ConcurrentHashMap.newKeySet();

    private final AtomicBoolean awaited = new AtomicBoolean();
    private @Nullable Registration listening;
    private long losses;

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
     * What stood in the way is gone: tries again, on another thread, since this one is not ours.
     */
    private void changed(RegistryChange change) {
        if (change instanceof RegistryChange.Removed
                && refused.contains(change.operationId())
                && awaited.compareAndSet(false, true)) {
            Thread.ofVirtual().name("operations-import").start(this::trySynchronize);
        }
    }

    private void trySynchronize() {
        try {
            synchronize();
        } catch (RuntimeException e) {
            LOG.debug("Not imported from {}", peer.name(), e);
        }
    }

    /** Makes the registry hold exactly what the peer offers now. */
    void synchronize() {
        // One at a time, or else an older list might come after a newer one.
        synchronizing.lock();
        try {
            awaited.set(false);
            long before = losses();
            List<OperationSpec> offered = peer.operations();
            hold(offered, before);
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

    private void hold(List<OperationSpec> offered, long lossesBefore) {
        Map<String, Imported> now = localForms(offered);
        lock.lock();
        try {
            if (losses != lossesBefore || !peer.isUp()) {
                // The link went down meanwhile, and what was imported is gone for good reason.
                return;
            }
            refused.retainAll(now.keySet());
            for (Imported before : List.copyOf(imported.values())) {
                Imported after = now.get(before.spec().id());
                if (after == null || !before.isSame(after)) {
                    drop(before);
                }
            }
            now.values().stream()
                    .filter(operation -> !imported.containsKey(operation.spec().id()))
                    .forEach(this::add);
        } finally {
            lock.unlock();
        }
    }

    private Map<String, Imported> localForms(List<OperationSpec> offered) {
        Map<String, Imported> now = new HashMap<>();
        for (OperationSpec remote : offered) {
            rules.localForm()
                    .apply(remote)
                    .map(spec -> now.put(spec.id(), new Imported(spec, remote.id())))
                    .ifPresent(
                            other ->
                                    LOG.warn(
                                            "{} and {} of {} get the same id; one is left out",
                                            other.remoteId(),
                                            remote.id(),
                                            peer.name()));
        }
        return now;
    }

    /** Takes all that was imported out again. */
    void clear() {
        lock.lock();
        try {
            losses++;
            refused.clear();
            if (listening != null) {
                listening.close();
                listening = null;
            }
            List.copyOf(imported.values()).forEach(this::drop);
        } finally {
            lock.unlock();
        }
    }

    Set<String> ids() {
        lock.lock();
        try {
            return Set.copyOf(imported.keySet());
        } finally {
            lock.unlock();
        }
    }

    private void add(Imported operation) {
        OperationSpec spec = operation.spec();
        Providers own = new Providers(spec, operation.remoteId(), rules.timeout());
        own.add(peer);
        while (!registry.registerIfAbsent(binding(own))) {
            Providers shared = providersOf(registry.handler(spec.id()).orElse(null));
            boolean same =
                    shared != null
                            && operation.isSame(new Imported(shared.spec(), shared.remoteId()));
            if (shared != null && same && shared.add(peer)) {
                break;
            }
            if (!refused.add(spec.id())) {
                return;
            }
            if (listening == null) {
                listening = registry.onChange(this::changed);
            }
            if (!same) {
                tellRefused(spec, shared != null);
            }
            // What is in the way may have left before anybody listened: trying again tells.
        }
        refused.remove(spec.id());
        imported.put(spec.id(), operation);
    }

    private void tellRefused(OperationSpec spec, boolean differs) {
        LOG.warn(
                "Not imported from {}: {} {}",
                peer.name(),
                spec.id(),
                differs ? "is offered with another spec by another peer" : "is our own");
    }

    private void drop(Imported operation) {
        String id = operation.spec().id();
        imported.remove(id);
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
