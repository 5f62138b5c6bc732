package dev.alkdev.operations.protocol;

import dev.alkdev.operations.Handler;
import dev.alkdev.operations.NormalizeMode;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, OperationSpec> imported = new HashMap<>();
    private final Set<String> refused = new HashSet<>();

    PeerImport(Peer peer, OperationRegistry registry, Predicate<OperationSpec> wanted) {
        this.peer = peer;
        this.registry = registry;
        this.wanted = wanted;
    }

    /** Makes the registry hold exactly what the peer offers now. */
    void synchronize() {
        List<OperationSpec> offered = peer.operations();
        lock.lock();
        try {
            if (!peer.isUp()) {
                // The link went down meanwhile, and what was imported is gone for good reason.
                return;
            }
            Map<String, OperationSpec> now = new HashMap<>();
            for (OperationSpec spec : offered) {
                if (wanted.test(spec)) {
                    now.put(spec.id(), spec);
                }
            }
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
            if (!same && registry.find(spec.id()).isPresent()) {
                refuse(spec, shared != null);
                return;
            }
            if (shared != null && same && shared.add(peer)) {
                break;
            }
            // The last other peer is just leaving: its operation will be gone in a moment.
            Thread.onSpinWait();
        }
        imported.put(spec.id(), spec);
    }

    private void refuse(OperationSpec spec, boolean differs) {
        if (refused.add(spec.id())) {
            LOG.warn(
                    "Not imported from {}: {} {}",
                    peer.name(),
                    spec.id(),
                    differs ? "is offered with another spec by another peer" : "is our own");
        }
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
