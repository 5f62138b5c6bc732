package dev.alkdev.operations.protocol;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
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
import tools.jackson.databind.node.JsonNodeFactory;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/**
 * The peers that offer one operation. Its calls are forwarded to the one with the fewest under way,
 * never to one that the call has passed.
 */
final class Providers implements OperationBinding.Origin.Several {
    /** More nodes than this no request passes. */
    static final int MAX_NODES = 64;

    private static final OperationBinding.Origin LINK = OperationBinding.Origin.named("link");
    private static final String REASON = "reason";
    private static final String NO_ROUTE = "no-route";

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
                (provider, call) ->
                        provider.peer.call(provider.limited(call, context).to(remoteId, input)));
    }

    private void stream(
            JsonNode input, OperationContext context, Emitter<@Nullable Object> emitter) {
        forward(
                context,
                (provider, call) -> {
                    try (Subscription<JsonNode> items =
                            provider.peer.subscribe(call.to(remoteId, input))) {
                        items.forEachRemaining(emitter::emit);
                    }
                    return true;
                });
    }

    /**
     * Forwards a call; if it turns out that it was run nowhere, to the next peer.
     *
     * @param attempt makes the call at a peer
     */
    private <T> T forward(OperationContext context, BiFunction<Provider, CallBuilder, T> attempt) {
        List<String> passed = context.call().via();
        List<Peer> tried = new ArrayList<>(1);
        while (true) {
            Provider provider = take(passed, tried);
            try {
                if (passed.size() >= MAX_NODES || passed.contains(provider.peer.node().id())) {
                    throw noRoute();
                }
                return attempt.apply(provider, sameCall(context));
            } catch (CallException e) {
                if (!isNoRoute(e)) {
                    throw e;
                }
                tried.add(provider.peer);
            } finally {
                provider.inFlight.decrementAndGet();
            }
        }
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
        if (call.wantsProgress()) {
            forwarded.onProgress(call::progress);
        }
        return forwarded;
    }

    /**
     * Takes the least busy of the nearest peers whose links are up, in turns if several are, and
     * adds a call to it.
     *
     * @param passed the nodes to which the call must not come again, and the peers tried already
     * @throws CallException {@code UNAVAILABLE} if there is none; the call was run nowhere
     */
    private Provider take(Collection<String> passed, Collection<Peer> tried) {
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
            throw noRoute();
        }
        best.inFlight.incrementAndGet();
        return best;
    }

    /** No way leads to the operation: the call was run nowhere and may be tried elsewhere. */
    private CallException noRoute() {
        return new CallException(
                ErrorCode.UNAVAILABLE,
                "no peer that offers " + spec.id() + " is connected",
                JsonNodeFactory.instance.objectNode().put(REASON, NO_ROUTE),
                true);
    }

    private static boolean isNoRoute(CallException failure) {
        return failure.code().equals(ErrorCode.UNAVAILABLE)
                && failure.details()
                        .filter(details -> details.path(REASON).asString("").equals(NO_ROUTE))
                        .isPresent();
    }
}
