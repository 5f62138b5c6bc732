package dev.alkdev.operations.protocol;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Delivery;
import dev.alkdev.operations.Emitter;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.NormalizeMode;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * The peers that offer one operation. Its calls are forwarded to the one with the fewest under way,
 * never to one that the call has passed.
 */
final class Providers implements OperationBinding.Origin.Several {
    /** More nodes than this no request passes. */
    static final int MAX_NODES = 64;

    private static final OperationBinding.Origin LINK = OperationBinding.Origin.named("link");

    /** How many peers may be lost while they run one call, until the call itself is suspected. */
    private static final int MAX_LOSSES = 3;

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
            context.extend(timeout);
            boolean isLess =
                    context.remaining().filter(left -> left.compareTo(timeout) < 0).isEmpty();
            return isLess ? call.timeout(timeout) : call;
        }

        private boolean passesAnyOf(Collection<String> nodes) {
            return !nodes.isEmpty() && path.stream().anyMatch(nodes::contains);
        }
    }

    final OperationSpec spec;

    /** What the peers call the operation. */
    final String remoteId;

    /** What is registered for them: it forwards calls, and names them as its origin. */
    final OperationBinding binding;

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
    Providers(OperationSpec spec, String remoteId, NormalizeMode normalize) {
        this.spec = spec;
        this.remoteId = remoteId;
        OperationBinding forwarding =
                spec.type() == OperationType.SUBSCRIPTION
                        ? OperationBinding.of(spec, this::stream)
                        : OperationBinding.of(spec, this::call);
        this.binding = forwarding.normalizing(normalize).from(this);
    }

    /** The origin of the first that has one: limits apply to one of them. */
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

    @Override
    public List<String> path() {
        return providers.stream()
                .map(Provider::path)
                .min(Comparator.comparingInt(List::size))
                .orElse(List.of());
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

    /**
     * Accepts no further ones if all are replaceable, so that something takes their place; whether.
     */
    boolean abandonIf(Predicate<Peer> replaceable) {
        try (Registration held = lock.hold()) {
            abandoned |= providers.stream().map(Provider::peer).allMatch(replaceable);
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

    private ResponseEnvelope<JsonNode> call(JsonNode input, OperationContext context) {
        return forward(
                context,
                (provider, builder, dispatch) -> {
                    Call call = provider.limited(builder, context).to(remoteId, input);
                    return provider.peer.requests().call(call, dispatch);
                });
    }

    private void stream(
            JsonNode input, OperationContext context, Emitter<@Nullable Object> emitter) {
        forward(
                context,
                (provider, builder, dispatch) -> {
                    Call call = builder.to(remoteId, input);
                    try (Subscription<JsonNode> items =
                            provider.peer.requests().open(call, dispatch)) {
                        items.forEachRemaining(emitter::emit);
                    }
                    return true;
                });
    }

    /** Makes a forwarded call at a peer. */
    private interface Attempt<T> {
        T make(Provider provider, CallBuilder call, Dispatch dispatch);
    }

    /**
     * Forwards a call, and forwards it to the next peer if its link fails and {@link Delivery}
     * allows it. Any other failure that a peer reports is the outcome of the call.
     */
    private <T> T forward(OperationContext context, Attempt<T> attempt) {
        List<Peer> tried = new ArrayList<>(1);
        CallException lost = null;
        int losses = 0;
        while (true) {
            Provider provider = take(context, tried, lost);
            Dispatch dispatch = new Dispatch();
            String requestId = Call.newRequestId();
            try {
                CallBuilder call = sameCall(context).requestId(requestId).forwardedTo(remoteId);
                return attempt.make(provider, call, dispatch);
            } catch (CallException e) {
                if (!isOfLink(e, dispatch, requestId)
                        || !dispatch.delivery().allowsRetry(spec)
                        || (dispatch.isLost() && ++losses == MAX_LOSSES)) {
                    throw e;
                }
                lost = dispatch.isLost() ? e : lost;
                tried.add(provider.peer);
            } finally {
                provider.inFlight.decrementAndGet();
            }
        }
    }

    /**
     * Whether a request failed on its way: it was not sent, its link went down, or the peer found
     * no other peer for it.
     */
    private static boolean isOfLink(CallException failure, Dispatch dispatch, String requestId) {
        return failure.code().equals(ErrorCode.UNAVAILABLE)
                && (!dispatch.isSent() || dispatch.isLost() || NoRoute.isFor(requestId, failure));
    }

    /**
     * The same call, made in the course of this one. The nodes that it has passed belong to this
     * one request: other calls of its handler begin anew, since calling back is no loop.
     */
    private static CallBuilder sameCall(OperationContext context) {
        Call call = context.call();
        CallBuilder forwarded = context.nested().via(call.via());
        call.lastEventId().ifPresent(forwarded::lastEventId);
        call.window().ifPresent(forwarded::window);
        if (context.wantsProgress()) {
            forwarded.onProgress(context::progress);
        }
        return forwarded;
    }

    /**
     * Takes the least busy of the nearest peers whose links are up, in turns if several are, and
     * adds a call to it.
     *
     * @param tried the peers that are left out
     * @param lost the failure of the call if no peer is left; null if it was run nowhere
     * @throws CallException {@code UNAVAILABLE} if there is none
     */
    private Provider take(
            OperationContext context, Collection<Peer> tried, @Nullable CallException lost) {
        List<String> passed = context.call().via();
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
        if (best == null || passed.size() >= MAX_NODES || passed.contains(best.peer.node().id())) {
            throw lost == null ? NoRoute.failure(spec.id(), context.requestId()) : lost;
        }
        best.inFlight.incrementAndGet();
        return best;
    }
}
