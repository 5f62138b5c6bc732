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
import java.util.function.Predicate;

/**
 * Keeps the operations of a peer in a registry as long as the peer offers them. An operation that
 * another peer offers as well is shared with it.
 */
final class PeerImport {
    private static final Logger LOG = LoggerFactory.getLogger(PeerImport.class);

    private final Peer peer;
    private final OperationRegistry registry;
    private final Predicate<OperationSpec> wanted;
    private final ReentrantLock synchronizing = new ReentrantLock();
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, OperationSpec> imported = new HashMap<>();

    /** What stood in the way of an import; read without the lock. */
    private final Set<String> refused = ConcurrentHashMap.newKeySet();

    private final AtomicBoolean awaited = new AtomicBoolean();
    private @Nullable Registration listening;
    private long losses;

    PeerImport(Peer peer, OperationRegistry registry, Predicate<OperationSpec> wanted) {
        this.peer = peer;
        this.registry = registry;
        this.wanted = wanted;
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
        Map<String, OperationSpec> now = new HashMap<>();
        for (OperationSpec spec : offered) {
            if (wanted.test(spec)) {
                now.put(spec.id(), spec);
            }
        }
        lock.lock();
        try {
            if (losses != lossesBefore || !peer.isUp()) {
                // The link went down meanwhile, and what was imported is gone for good reason.
                return;
            }
            refused.retainAll(now.keySet());
            for (OperationSpec before : List.copyOf(imported.values())) {
                OperationSpec after = now.get(before.id());
                if (after == null || !isSame(before, after)) {
                    drop(before);
                }
            }
            now.values().stream()
                    .filter(spec -> !imported.containsKey(spec.id()))
                    .forEach(this::add);
        } finally {
            lock.unlock();
        }
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

    private void add(OperationSpec spec) {
        Providers own = new Providers(spec);
        own.add(peer);
        while (!registry.registerIfAbsent(binding(own))) {
            Providers shared = providersOf(registry.handler(spec.id()).orElse(null));
            boolean same = shared != null && isSame(shared.spec(), spec);
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
        imported.put(spec.id(), spec);
    }

    private void tellRefused(OperationSpec spec, boolean differs) {
        LOG.warn(
                "Not imported from {}: {} {}",
                peer.name(),
                spec.id(),
                differs ? "is offered with another spec by another peer" : "is our own");
    }

    private void drop(OperationSpec spec) {
        imported.remove(spec.id());
        Handler handler = registry.handler(spec.id()).orElse(null);
        Providers providers = providersOf(handler);
        if (handler != null && providers != null && providers.remove(peer)) {
            registry.remove(spec.id(), handler);
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

    private static boolean isSame(OperationSpec a, OperationSpec b) {
        return Json.isSame(a.toJson(), b.toJson());
    }
}
