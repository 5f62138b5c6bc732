package dev.alkdev.operations.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Cancellation;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.protocol.CallEvent.Failed;
import dev.alkdev.operations.protocol.CallEvent.Requested;
import dev.alkdev.operations.protocol.CallEvent.Responded;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** When a hub that forwards a call sends it to a second spoke. */
@Timeout(60)
class ForwardingTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final OperationSpec CHARGE = OperationSpec.mutation("pay.charge").build();
    private static final OperationSpec RATES = OperationSpec.query("pay.rates").build();
    private static final OperationSpec SETTLE =
            OperationSpec.mutation("pay.settle")
                    .annotations(Json.parse("{\"idempotentHint\": true}"))
                    .build();

    private final OperationRegistry hub = OperationRegistry.create();
    private final List<Peer> open = new ArrayList<>();

    @AfterEach
    void closeAll() {
        open.forEach(Peer::close);
    }

    @Nested
    class WhenAHandlersOwnCallHasNoRoute {
        private final AtomicInteger runs = new AtomicInteger();
        private final Peer stock = spoke(offering("stock.level"));

        WhenAHandlersOwnCallHasNoRoute() {
            Peer atHub = open.getLast();
            atHub.importOperations(PeerImportOptions.none().withGrace(Duration.ofHours(1)));
            for (int i = 0; i < 2; i++) {
                OperationRegistry registry = OperationRegistry.create();
                Peer toHub = spoke(registry);
                for (OperationSpec spec : List.of(CHARGE, RATES, SETTLE)) {
                    registry.register(
                            spec,
                            (input, context) -> {
                                runs.incrementAndGet();
                                return toHub.call(context.nested().to("stock.level", Map.of()))
                                        .data();
                            });
                }
                open.getLast().importOperations();
            }
            stock.close();
        }

        @Test
        void theMutationRunsOnce() {
            CallException failure = failureOf("pay.charge");

            assertThat(runs).hasValue(1);
            assertThat(failure.code()).isEqualTo(ErrorCode.UNAVAILABLE);
            assertThat(failure.getMessage())
                    .isEqualTo("no peer that offers stock.level is connected");
        }

        @Test
        void aQueryAndAnIdempotentMutationRunOnce() {
            failureOf("pay.rates");
            assertThat(runs).hasValue(1);
            failureOf("pay.settle");
            assertThat(runs).hasValue(2);
        }
    }

    @Nested
    class WhenASpokeAnswers {
        @Test
        void aMutationIsNotRepeatedWhateverTheSpokeReports() {
            ScriptedLink first = scripted(CHARGE, request -> noRoute(request, request.requestId()));
            ScriptedLink second =
                    scripted(CHARGE, request -> noRoute(request, request.requestId()));

            failureOf("pay.charge");

            assertThat(first.requests.size() + second.requests.size()).isEqualTo(1);
        }

        @Test
        void aQueryAndAnIdempotentMutationAreRepeatedIfTheSpokeHasNoRoute() {
            for (OperationSpec spec : List.of(RATES, SETTLE)) {
                ScriptedLink first =
                        scripted(spec, request -> noRoute(request, request.requestId()));
                ScriptedLink second = scripted(spec, request -> result(request));

                hub.execute(spec.id(), Map.of());
                hub.execute(spec.id(), Map.of());

                assertThat(first.requests).hasSizeLessThanOrEqualTo(2).isNotEmpty();
                assertThat(second.requests).hasSize(2);
            }
        }

        @Test
        void aQueryIsNotRepeatedIfTheNoRouteIsThatOfAnotherRequest() {
            ScriptedLink first = scripted(RATES, request -> noRoute(request, "another"));
            ScriptedLink second = scripted(RATES, request -> noRoute(request, "another"));

            failureOf("pay.rates");

            assertThat(first.requests.size() + second.requests.size()).isEqualTo(1);
        }

        @Test
        void aQueryIsNotRepeatedIfItsHandlerIsUnavailable() {
            Function<Requested, CallEvent> unavailable =
                    request ->
                            Failed.of(
                                    request.requestId(),
                                    new CallException(ErrorCode.UNAVAILABLE, "no database"));
            ScriptedLink first = scripted(RATES, unavailable);
            ScriptedLink second = scripted(RATES, unavailable);

            CallException failure = failureOf("pay.rates");

            assertThat(failure.getMessage()).isEqualTo("no database");
            assertThat(first.requests.size() + second.requests.size()).isEqualTo(1);
        }
    }

    @Nested
    class WhenTheLinkIsLost {
        @Test
        void aMutationIsNotRepeated() {
            ScriptedLink first = scripted(CHARGE, ScriptedLink::lost);
            ScriptedLink second = scripted(CHARGE, ScriptedLink::lost);

            CallException failure = failureOf("pay.charge");

            assertThat(failure.code()).isEqualTo(ErrorCode.UNAVAILABLE);
            assertThat(first.requests.size() + second.requests.size()).isEqualTo(1);
        }

        @Test
        void anotherSpokeTakesAQuery() {
            AtomicInteger received = new AtomicInteger();
            for (int i = 0; i < 3; i++) {
                scripted(
                        RATES,
                        request ->
                                received.incrementAndGet() < 3
                                        ? ScriptedLink.lost(request)
                                        : result(request));
            }

            hub.execute("pay.rates", Map.of());

            assertThat(received).hasValue(3);
        }

        @Test
        void aQueryOverWhichThreeSpokesAreLostFails() {
            List<ScriptedLink> links = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                links.add(scripted(RATES, ScriptedLink::lost));
            }

            CallException failure = failureOf("pay.rates");

            assertThat(failure.getMessage()).isEqualTo("the link was lost");
            assertThat(links.stream().mapToInt(link -> link.requests.size()).sum()).isEqualTo(3);
        }

        @Test
        void aMutationThatWasNotSentGoesToAnotherSpoke() {
            ScriptedLink first = scripted(CHARGE, request -> result(request));
            ScriptedLink second = scripted(CHARGE, request -> result(request));
            first.refuses = true;

            hub.execute("pay.charge", Map.of());
            hub.execute("pay.charge", Map.of());

            assertThat(first.requests).isEmpty();
            assertThat(second.requests).hasSize(2);
        }

        @Test
        void aCallThatWasCancelledMeanwhileGoesToNoOtherSpoke() {
            ScriptedLink first = scripted(RATES, ScriptedLink::silent);
            ScriptedLink second = scripted(RATES, ScriptedLink::silent);
            Cancellation cancellation = Cancellation.create();
            CompletableFuture<ResponseEnvelope<JsonNode>> calling =
                    CompletableFuture.supplyAsync(
                            () ->
                                    hub.execute(
                                            Call.builder()
                                                    .cancellation(cancellation)
                                                    .to("pay.rates", Map.of())));
            await().atMost(SOON).until(() -> first.requests.size() + second.requests.size() == 1);

            cancellation.cancel();
            (first.requests.isEmpty() ? second : first).lose();

            assertThat(catchThrowableOfType(CompletionException.class, calling::join))
                    .hasCauseInstanceOf(CallException.class);
            assertThat(first.requests.size() + second.requests.size()).isEqualTo(1);
        }
    }

    @Test
    void aCallDoesNotGoToAPeerThatLeadsOverANodeItHasPassed() {
        ScriptedLink roundabout = scripted(RATES, request -> result(request), "a", "passed");
        Call call = Call.builder().via(List.of("passed")).to("pay.rates", Map.of());

        CallException failure = catchThrowableOfType(CallException.class, () -> hub.execute(call));

        assertThat(failure.getMessage()).isEqualTo("no peer that offers pay.rates is connected");
        assertThat(failure.details())
                .contains(
                        Json.parse(
                                "{\"reason\":\"no-route\",\"requestId\":\""
                                        + call.requestId()
                                        + "\"}"));
        assertThat(roundabout.requests).isEmpty();
        assertThat(hub.execute("pay.rates", Map.of()).data().asString()).isEqualTo("done");
    }

    private CallException failureOf(String operationId) {
        return catchThrowableOfType(CallException.class, () -> hub.execute(operationId, Map.of()));
    }

    private static OperationRegistry offering(String id) {
        OperationRegistry registry = OperationRegistry.create();
        registry.register(OperationSpec.query(id).build(), (input, context) -> 1);
        return registry;
    }

    /** Links a registry to the hub; its own end. The hub's end is the last one opened. */
    private Peer spoke(OperationRegistry registry) {
        InProcessLink.Pair pair = InProcessLink.pair();
        Peer toHub = Peer.over(pair.left(), registry);
        open.add(toHub);
        open.add(Peer.over(pair.right(), hub));
        return toHub;
    }

    private static CallEvent noRoute(Requested request, String named) {
        return Failed.of(request.requestId(), NoRoute.failure("x.y", named));
    }

    private static CallEvent result(Requested request) {
        return new Responded(
                request.requestId(),
                ResponseEnvelope.local(
                        JsonNodeFactory.instance.stringNode("done"), request.operationId()),
                null);
    }

    private ScriptedLink scripted(
            OperationSpec spec, Function<Requested, CallEvent> script, String... path) {
        ScriptedLink link = new ScriptedLink(spec, script, List.of(path));
        Peer peer = Peer.over(link, hub);
        open.add(peer);
        peer.importOperations();
        return link;
    }

    /** A link to a spoke that offers one operation and answers its calls as the test says. */
    private static final class ScriptedLink implements Link {
        private final OperationSpec spec;
        private final Function<Requested, CallEvent> script;
        private final List<String> path;
        final List<Requested> requests = new ArrayList<>();
        private final Mutex lock = new Mutex();
        private volatile LinkListener listener;
        private volatile boolean up = true;
        volatile boolean refuses;

        ScriptedLink(OperationSpec spec, Function<Requested, CallEvent> script, List<String> path) {
            this.spec = spec;
            this.script = script;
            this.path = path;
        }

        /** The answer that never comes because the link is lost. */
        static CallEvent lost(Requested request) {
            return new CallEvent.Aborted(request.requestId());
        }

        /** No answer. */
        static CallEvent silent(Requested request) {
            return new CallEvent.Credit(request.requestId(), 1);
        }

        @Override
        public String name() {
            return "scripted";
        }

        @Override
        public Caller peer() {
            return Caller.trusted();
        }

        @Override
        public void open(LinkListener listener) {
            this.listener = listener;
            listener.up();
        }

        @Override
        public boolean isUp() {
            return up;
        }

        @Override
        public void send(CallEvent event) {
            if (!(event instanceof Requested request)) {
                return;
            }
            if (request.operationId().equals(Services.LIST)) {
                listener.received(listing(request));
                return;
            }
            if (!request.operationId().equals(spec.id())) {
                return;
            }
            if (refuses) {
                throw new CallException(ErrorCode.UNAVAILABLE, "the link is down");
            }
            try (Registration held = lock.hold()) {
                requests.add(request);
            }
            CallEvent answer = script.apply(request);
            if (answer instanceof CallEvent.Aborted) {
                lose();
            } else {
                listener.received(answer);
            }
        }

        void lose() {
            up = false;
            listener.down("the link was lost");
        }

        private CallEvent listing(Requested request) {
            ObjectNode listing = JsonNodeFactory.instance.objectNode().put("node", "node-" + this);
            listing.putArray("operations").add(spec.toJson());
            if (!path.isEmpty()) {
                path.forEach(listing.putObject("paths").putArray(spec.id())::add);
            }
            return new Responded(
                    request.requestId(), ResponseEnvelope.local(listing, Services.LIST), null);
        }

        @Override
        public void close() {
            up = false;
        }
    }
}
