package dev.alkdev.operations.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.Progress;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.base.TimeSource;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** Each half of the protocol over a link, without a {@link Peer}. */
@Timeout(60)
class ProtocolHalvesTest {
    private static final JsonNode INPUT = Json.parse("{}");
    private static final Duration SOON = Duration.ofSeconds(20);

    private final InProcessLink.Pair pair = InProcessLink.pair();
    private final PendingRequests requests = new PendingRequests(pair.left(), TimeSource.system());
    private final OperationRegistry registry = OperationRegistry.create();

    private void answeredByAHandler() {
        pair.right().open(CallHandler.over(pair.right(), registry, HandlerOptions.defaults()));
        pair.left().open(requests);
    }

    /** The other end as somebody writes it who answers by hand. */
    private PendingRequests answeredByHand(CompletableFuture<CallEvent> received) {
        PendingRequests answers = new PendingRequests(pair.right(), TimeSource.system());
        pair.right()
                .open(
                        new LinkListener() {
                            @Override
                            public void up() {}

                            @Override
                            public void received(CallEvent event) {
                                received.complete(event);
                            }

                            @Override
                            public void down(String reason) {}
                        });
        pair.left().open(requests);
        return answers;
    }

    @AfterEach
    void close() {
        pair.left().close();
    }

    @Test
    void aCallIsAnswered() {
        registry.register(OperationSpec.query("a.echo").build(), (input, context) -> input);
        answeredByAHandler();

        assertThat(requests.call("a.echo", List.of(1)).data()).isEqualTo(Json.parse("[1]"));
        assertThat(requests.pendingCount()).isZero();
    }

    @Test
    void aTimeoutOfNothingIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HandlerOptions.defaults().withDefaultTimeout(Duration.ZERO))
                .withMessage("defaultTimeout should be positive but is PT0S");
    }

    @Test
    void aFailureHasTheStackOfWhoeverWaits() {
        answeredByAHandler();

        CallException failure =
                catchThrowableOfType(
                        CallException.class, () -> requests.call("a.missing", List.of()));

        assertThat(failure.getStackTrace())
                .extracting(StackTraceElement::getClassName)
                .contains(ProtocolHalvesTest.class.getName())
                .first()
                .isNotEqualTo(Thread.class.getName());
    }

    @Test
    void progressCrossesTheLinkBeforeTheAnswer() {
        registry.register(
                OperationSpec.query("a.slow").build(),
                (input, context) -> {
                    context.progress(1, 2.0, "half");
                    context.progress(2, null, null);
                    return input;
                });
        answeredByAHandler();
        List<Progress> told = new CopyOnWriteArrayList<>();

        requests.call(Call.builder().onProgress(told::add).to("a.slow", INPUT));

        assertThat(told).containsExactly(new Progress(1, 2.0, "half"), new Progress(2, null, null));
    }

    @Test
    void aCallerAbortsByTheIdOfItsCall() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        registry.register(
                OperationSpec.query("a.endless").build(),
                (input, context) -> {
                    running.countDown();
                    try {
                        return new CompletableFuture<Object>().get();
                    } catch (InterruptedException e) {
                        interrupted.countDown();
                        throw e;
                    }
                });
        answeredByAHandler();
        Call call = Call.of("a.endless", INPUT);
        CompletableFuture<String> outcome = new CompletableFuture<>();
        Thread.startVirtualThread(
                () -> {
                    try {
                        requests.call(call);
                    } catch (CallException e) {
                        outcome.complete(e.code());
                    }
                });
        running.await();

        requests.abort(call.requestId());

        await().atMost(SOON).until(outcome::isDone);
        assertThat(outcome.join()).isEqualTo("ABORTED");
        await().atMost(SOON).until(() -> interrupted.getCount() == 0);
    }

    /** A link that takes its time with requests, as one does that writes a large input. */
    private record SlowLink(Link link, CountDownLatch sending, CountDownLatch aborted)
            implements Link {
        @Override
        public String name() {
            return link.name();
        }

        @Override
        public Caller peer() {
            return link.peer();
        }

        @Override
        public void open(LinkListener listener) {
            link.open(listener);
        }

        @Override
        public boolean isUp() {
            return link.isUp();
        }

        @Override
        public void send(CallEvent event) {
            if (event instanceof CallEvent.Requested) {
                sending.countDown();
                while (aborted.getCount() > 0) {
                    // Writing heeds no interrupt.
                    Thread.yield();
                }
            }
            link.send(event);
            aborted.countDown();
        }

        @Override
        public void close() {
            link.close();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatIsAbortedWhileItIsSentDoesNotGoOnAtTheOtherEnd(boolean stream) throws Exception {
        registry.register(
                OperationSpec.query("a.endless").build(),
                (input, context) -> new CompletableFuture<Object>().get());
        registry.register(
                OperationSpec.subscription("a.watch").build(),
                (input, context, emitter) -> new CompletableFuture<Object>().get());
        CountDownLatch sending = new CountDownLatch(1);
        Link slow = new SlowLink(pair.left(), sending, new CountDownLatch(1));
        PendingRequests slowly = new PendingRequests(slow, TimeSource.system());
        CallHandler handler = CallHandler.over(pair.right(), registry, HandlerOptions.defaults());
        pair.right().open(handler);
        slow.open(slowly);
        Call call = Call.of(stream ? "a.watch" : "a.endless", INPUT);
        Thread caller =
                Thread.startVirtualThread(
                        () -> {
                            if (stream) {
                                slowly.subscribe(call);
                            } else {
                                assertThatExceptionOfType(CallException.class)
                                        .isThrownBy(() -> slowly.call(call));
                            }
                        });
        sending.await();

        slowly.abort(call.requestId());

        await().atMost(SOON).until(() -> !caller.isAlive());
        await().atMost(SOON).until(() -> handler.activeCount() == 0);
        assertThat(slowly.pendingCount()).isZero();
    }

    @Test
    void progressThatComesLastIsToldBeforeAStreamEnds() {
        registry.register(
                OperationSpec.subscription("a.count").build(),
                (input, context, emitter) -> context.progress(1, 1.0, "done"));
        answeredByAHandler();
        for (int i = 0; i < 200; i++) {
            List<Progress> told = new CopyOnWriteArrayList<>();
            Call call = Call.builder().onProgress(told::add).to("a.count", INPUT);

            try (Subscription<JsonNode> items = requests.subscribe(call)) {
                assertThat(items.hasNext()).isFalse();
            }

            assertThat(told).containsExactly(new Progress(1, 1.0, "done"));
        }
    }

    @Test
    void whoAnswersByHandRespondsWithEnvelopesOnly() {
        CompletableFuture<CallEvent> received = new CompletableFuture<>();
        PendingRequests answers = answeredByHand(received);
        var unused =
                received.thenAccept(
                        event -> {
                            assertThatIllegalArgumentException()
                                    .isThrownBy(() -> answers.respond(event.requestId(), INPUT));
                            answers.respond(
                                    event.requestId(),
                                    ResponseEnvelope.local(INPUT, "a.b").toJson());
                        });

        assertThat(requests.call("a.b", INPUT).data()).isEqualTo(INPUT);
    }

    @Test
    void whoAnswersByHandFailsACall() {
        CompletableFuture<CallEvent> received = new CompletableFuture<>();
        PendingRequests answers = answeredByHand(received);
        var unused =
                received.thenAccept(
                        event ->
                                answers.emitError(
                                        event.requestId(), new CallException("LOCKED", "no")));

        assertThatExceptionOfType(CallException.class)
                .isThrownBy(() -> requests.call("a.b", INPUT))
                .withMessage("no");
    }

    @Test
    void whoAnswersByHandCompletesASubscription() {
        CompletableFuture<CallEvent> received = new CompletableFuture<>();
        PendingRequests answers = answeredByHand(received);
        var unused =
                received.thenAccept(
                        event -> {
                            answers.respond(
                                    event.requestId(), ResponseEnvelope.local(INPUT, "a.b"));
                            answers.complete(event.requestId());
                        });

        try (Subscription<JsonNode> items = requests.subscribe("a.b", INPUT)) {
            assertThat(items.next().data()).isEqualTo(INPUT);
            assertThat(items.hasNext()).isFalse();
        }
    }

    @Test
    void anIdIsForOneCallAtATime() {
        answeredByHand(new CompletableFuture<>());
        Call call = Call.of("a.b", INPUT);
        try (Subscription<JsonNode> first = requests.subscribe(call)) {
            assertThatExceptionOfType(CallException.class)
                    .isThrownBy(() -> requests.call(call))
                    .withMessageContaining("is in use");
        }
    }

    @Test
    @SuppressWarnings("NullAway")
    void aResponseWithoutAnEnvelopeIsNotSent() {
        RecordingLink link = new RecordingLink();
        PendingRequests answers = new PendingRequests(link, TimeSource.system());
        link.open(answers);

        assertThatNullPointerException()
                .isThrownBy(() -> answers.respond("r-1", (ResponseEnvelope<JsonNode>) null));
        assertThatNullPointerException().isThrownBy(() -> answers.respond("r-1", (JsonNode) null));
        assertThat(link.sent()).isEmpty();
    }
}
