package dev.alkdev.operations.protocol;

import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.Handler;
import dev.alkdev.operations.NormalizeMode;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.OperationHandler;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.StreamHandler;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** The peers that offer one operation; calls go to the one with the fewest under way. */
final class Providers implements OperationBinding.Origin.Several {

    /**
     * A peer with the number of its calls of this operation that are under way.
     *
     * @param rules with which it was imported
     * @param path the nodes from the peer to where the operation runs
     */
    record Provider(Peer peer, PeerImportOptions rules, List<String> path, AtomicInteger inFlight) {

        /** A call that is forwarded, with no more time than this peer is given. */
        CallBuilder limited(CallBuilder call, OperationContext context) {
            Duration timeout = rules.timeout();
            if (timeout == null) {
                return call;
            }
            boolean isLess =
                    context.remaining().filter(left -> left.compareTo(timeout) < 0).isEmpty();
            return isLess ? call.timeout(timeout) : call;
        }

        private boolean passesAnyOf(Collection<String> nodes) {
            return !nodes.isEmpty() && path.stream().anyMatch(nodes::contains);
        }
    }

    private static final OperationBinding.Origin LINK = OperationBinding.Origin.named("link");

    private final OperationSpec spec;
    private final String remoteId;
    private final Handler handler;
    private final Mutex lock = new Mutex();
    private final List<Provider> providers = new CopyOnWriteArrayList<>();
    private final AtomicInteger turns = new AtomicInteger();
    private boolean abandoned;

    /**
     * Nobody yet.
     *
     * @param spec of the operation here
     * @param remoteId of the operation there
     */
    Providers(OperationSpec spec, String remoteId) {
        this.spec = spec;
        this.remoteId = remoteId;
        this.handler =
                spec.type() == OperationType.SUBSCRIPTION
                        ? new Forwarded.Stream(this)
                        : new Forwarded.Single(this);
    }

    /** Those to whom a handler forwards; null if it does nothing of the kind. */
    static @Nullable Providers of(@Nullable Handler handler) {
        return handler instanceof Forwarded forwarded ? forwarded.providers() : null;
    }

    /** The handler that forwards calls to them. */
    Handler handler() {
        return handler;
    }

    /** What is registered for them. */
    OperationBinding binding(NormalizeMode normalize) {
        OperationBinding binding =
                switch (handler) {
                    case OperationHandler single -> OperationBinding.of(spec, single);
                    case StreamHandler stream -> OperationBinding.of(spec, stream);
                };
        return binding.normalizing(normalize).from(this);
    }

    /** What the peers call the operation. */
    String remoteId() {
        return remoteId;
    }

    /** The origin of the first that has one: limits count by one of them. */
    @Override
    public OperationBinding.Origin current() {
        for (Provider provider : providers) {
            OperationBinding.Origin origin = provider.rules.origin();
            if (origin != null) {
                return origin;
            }
        }
        return LINK;
    }

    OperationSpec spec() {
        return spec;
    }

    /** Adds a peer, unless the last one has left: then this leaves the registry as well. */
    void add(Peer peer, PeerImportOptions rules, List<String> path) {
        try (Registration held = lock.hold()) {
            if (!abandoned) {
                providers.add(new Provider(peer, rules, path, new AtomicInteger()));
            }
        }
    }

    /** Takes a peer out; whether it was the last. */
    boolean remove(Peer peer) {
        try (Registration held = lock.hold()) {
            providers.removeIf(provider -> provider.peer == peer);
            abandoned = providers.isEmpty();
            return abandoned;
        }
    }

    boolean has(Peer peer) {
        return providers.stream().anyMatch(provider -> provider.peer == peer);
    }

    /** Keeps a peer with another path. */
    void reroute(Peer peer, List<String> path) {
        try (Registration held = lock.hold()) {
            providers.replaceAll(
                    provider ->
                            provider.peer == peer
                                    ? new Provider(peer, provider.rules, path, provider.inFlight)
                                    : provider);
        }
    }

    /** Lets nobody else in if the peer is the only one, so that it can be replaced; whether. */
    boolean abandonIfOnly(Peer peer) {
        try (Registration held = lock.hold()) {
            abandoned |= providers.size() == 1 && providers.getFirst().peer == peer;
            return abandoned;
        }
    }

    /** Lets nobody else in if no peer is connected, so that another can take the place; whether. */
    boolean abandonIfAway() {
        try (Registration held = lock.hold()) {
            abandoned |= providers.stream().noneMatch(provider -> provider.peer.isUp());
            return abandoned;
        }
    }

    /**
     * The shortest way to the operation that does not lead over the asking peer, those that are
     * connected first; null if there is none.
     */
    @Nullable List<String> pathFor(Peer asking) {
        String node = asking.remoteNode();
        return providers.stream()
                .filter(provider -> provider.peer != asking)
                .filter(provider -> node == null || !provider.path.contains(node))
                .min(
                        Comparator.comparing((Provider provider) -> !provider.peer.isUp())
                                .thenComparingInt(provider -> provider.path.size()))
                .map(Provider::path)
                .orElse(null);
    }

    /**
     * Takes the least busy of the nearest peers whose links are up, in turns if several are, and
     * counts a call more for it.
     *
     * @param passed the nodes to which the call must not come again, and the peers tried already
     * @throws dev.alkdev.operations.CallException {@code UNAVAILABLE} if there is none; the call
     *     was run nowhere
     */
    Provider take(Collection<String> passed, Collection<Peer> tried) {
        Provider best = null;
        int shortest = Integer.MAX_VALUE;
        int fewest = Integer.MAX_VALUE;
        Provider[] all = providers.toArray(Provider[]::new);
        int first = Math.floorMod(turns.getAndIncrement(), Math.max(1, all.length));
        for (int i = 0; i < all.length; i++) {
            Provider provider = all[(first + i) % all.length];
            int calls = provider.inFlight.get();
            int length = provider.path.size();
            if ((length < shortest || (length == shortest && calls < fewest))
                    && provider.peer.isUp()
                    && !tried.contains(provider.peer)
                    && !provider.passesAnyOf(passed)) {
                shortest = length;
                fewest = calls;
                best = provider;
            }
        }
        if (best == null) {
            throw Forwarded.noRoute(spec.id());
        }
        best.inFlight.incrementAndGet();
        return best;
    }
}
