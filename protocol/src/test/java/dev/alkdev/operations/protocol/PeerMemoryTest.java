package dev.alkdev.operations.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Cancellation;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.Progress;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.protocol.CallEvent.Requested;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** What a peer sends, and nobody has used yet, takes a bounded amount of memory. */
@Timeout(60)
class PeerMemoryTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final int LIMIT = 1 << 20;

    private final ByteBudget budget = ByteBudget.of(LIMIT);
    private final OperationRegistry registry =
            OperationRegistry.builder().byteBudget(budget).build();
    private final RecordingLink link = new RecordingLink();
    private final Peer peer = Peer.over(link, registry);
    private final TextReceiver texts =
            new TextReceiver(link, link.listener(), CallEventCodec.create(), budget);

    private CompletableFuture<JsonNode> calling(Call call) {
        CompletableFuture<JsonNode> result = new CompletableFuture<>();
        int before = link.sent().size();
        Thread.startVirtualThread(
                () -> {
                    try {
                        result.complete(peer.call(call).data());
                    } catch (RuntimeException e) {
                        result.completeExceptionally(e);
                    }
                });
        await().atMost(SOON).until(() -> link.sent().size() > before);
        return result;
    }

    private String lastRequestId() {
        return link.sent().stream()
                .filter(Requested.class::isInstance)
                .reduce((first, second) -> second)
                .orElseThrow()
                .requestId();
    }

    private void receive(String type, String requestId, String more) {
        String text =
                "{\"type\":\"%1$s\",\"id\":\"%2$s\",\"payload\":{\"requestId\":\"%2$s\",%3$s}}"
                        .formatted(type, requestId, more);
        texts.receive(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String output(String data, String meta) {
        return "\"output\":{\"data\":" + data + ",\"meta\":{\"source\":\"local\"," + meta + "}}";
    }

    /** As our own side writes it, and as another implementation may. */
    private static List<String> outputs(String data) {
        return List.of(
                output(data, "\"operationId\":\"a.b\",\"timestamp\":1"),
                output(data, "\"timestamp\":1,\"operationId\":\"a.b\""));
    }

    private static CallException failureOf(CompletableFuture<JsonNode> calling) {
        return (CallException)
                catchThrowableOfType(
                                CompletionException.class,
                                () -> calling.orTimeout(20, TimeUnit.SECONDS).join())
                        .getCause();
    }

    @Test
    void aResultForWhichThereIsNoMemoryFailsItsCall() {
        for (String output : outputs("[" + "0,".repeat(100_000) + "0]")) {
            CompletableFuture<JsonNode> calling = calling(Call.of("a.b", Map.of()));

            receive("call.responded", lastRequestId(), output);

            assertThat(failureOf(calling).retryable()).isFalse();
            assertThat(budget.used()).isZero();
        }
    }

    @Test
    void resultsGiveTheirMemoryBack() {
        for (String output : outputs("\"" + "x".repeat(10_000) + "\"")) {
            CompletableFuture<JsonNode> calling = calling(Call.of("a.b", Map.of()));

            receive("call.responded", lastRequestId(), output);
            receive("call.responded", lastRequestId(), output);

            assertThat(calling.join().asString()).hasSize(10_000);
            await().atMost(SOON).until(() -> budget.used() == 0);
        }
    }

    @Test
    void itemsForWhichThereIsNoMemoryEndTheirStream() {
        for (String output : outputs("\"" + "x".repeat(20_000) + "\"")) {
            try (Subscription<JsonNode> items = peer.subscribe("a.b", Map.of())) {
                for (int i = 0; i < 200; i++) {
                    receive("call.responded", lastRequestId(), output + ",\"sequence\":" + i);
                }
                assertThat(budget.used()).isBetween(LIMIT / 2L, (long) LIMIT);

                assertThatExceptionOfType(CallException.class)
                        .isThrownBy(() -> items.forEachRemaining(item -> {}))
                        .withMessage("there is no memory left for unread items")
                        .satisfies(
                                failure ->
                                        assertThat(failure.code()).isEqualTo(ErrorCode.OVERLOADED));
            }
            assertThat(budget.used()).isZero();
        }
    }

    @Test
    void streamsGiveTheirMemoryBackHoweverTheyEnd() {
        Random random = new Random(1);
        for (int i = 0; i < 2_000; i++) {
            Cancellation cancellation = Cancellation.create();
            Call call = Call.builder().cancellation(cancellation).to("a.b", Map.of());
            try (Subscription<JsonNode> items = peer.subscribe(call)) {
                int size = random.nextInt(20_000);
                String output = outputs("\"" + "x".repeat(size) + "\"").getFirst();
                int sent = random.nextInt(10);
                for (int k = 0; k < sent; k++) {
                    receive("call.responded", call.requestId(), output + ",\"sequence\":" + k);
                }
                for (int k = random.nextInt(sent + 1); k > 0; k--) {
                    items.next();
                }
                switch (random.nextInt(5)) {
                    case 0 -> cancellation.cancel();
                    case 1 -> receive("call.completed", call.requestId(), "\"x\":1");
                    case 2 ->
                            receive(
                                    "call.error",
                                    call.requestId(),
                                    "\"code\":\"E\",\"message\":\"m\"");
                    case 3 -> receive("call.responded", call.requestId(), "\"output\":5");
                    default -> {}
                }
            }
            assertThat(budget.used()).as("after stream %d", i).isZero();
        }
        assertThat(peer.requests().pendingCount()).isZero();
    }

    @Test
    void progressIsKeptShort() {
        List<Progress> reports = new ArrayList<>();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        CompletableFuture<JsonNode> calling =
                calling(
                        Call.builder()
                                .onProgress(
                                        progress -> {
                                            reports.add(progress);
                                            begun.countDown();
                                            awaitUninterruptibly(goOn);
                                        })
                                .to("a.b", Map.of()));
        String id = lastRequestId();
        receive("call.progress", id, "\"progress\":0");
        awaitUninterruptibly(begun);
        String message = "\"message\":\"" + "x".repeat(100_000) + "\"";
        for (int i = 1; i <= 100; i++) {
            receive("call.progress", id, "\"progress\":" + i + "," + message);
        }
        receive("call.responded", id, outputs("1").getFirst());
        goOn.countDown();

        calling.join();

        assertThat(reports).hasSizeLessThanOrEqualTo(17);
        assertThat(reports.getLast().amount()).isEqualTo(100);
        assertThat(reports).allMatch(it -> it.message() == null || it.message().length() < 5_000);
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void largeDetailsOfAFailureAreDropped() {
        CompletableFuture<JsonNode> calling = calling(Call.of("a.b", Map.of()));
        JsonNode large = StringNode.valueOf("x".repeat(2 << 20));

        link.listener()
                .received(new CallEvent.Failed(lastRequestId(), "LOCKED", "m", large, false));

        CallException failure = failureOf(calling);
        assertThat(failure.code()).isEqualTo("LOCKED");
        assertThat(failure.details()).isEmpty();
    }

    @Test
    void metadataOfARequestCountsAsItsInput() {
        String metadata = "{\"m\":\"" + "x".repeat(LIMIT) + "\"}";
        link.listener()
                .received(
                        new Requested(
                                Call.builder()
                                        .metadata(Map.of("m", Json.parse(metadata)))
                                        .to("a.b", Map.of()),
                                false,
                                null,
                                false));

        await().atMost(SOON).until(() -> !link.sent().isEmpty());
        assertThat(link.sent().getFirst())
                .isInstanceOfSatisfying(
                        CallEvent.Failed.class,
                        failed -> assertThat(failed.code()).isEqualTo(ErrorCode.OVERLOADED));
    }

    @Test
    void listingsGiveTheirMemoryBack() {
        OperationRegistry near = OperationRegistry.create();
        OperationRegistry far = OperationRegistry.create();
        far.register(OperationSpec.query("far.op").build(), (input, context) -> input);
        ByteBudget listings = Node.of(near).listings();
        for (int i = 0; i < 3; i++) {
            InProcessLink.Pair pair = InProcessLink.pair();
            try (Peer atNear = Peer.over(pair.left(), near);
                    Peer atFar = Peer.over(pair.right(), far)) {
                assertThat(atFar.isUp()).isTrue();
                atNear.operations();
                assertThat(listings.used()).isZero();
                atNear.importOperations();
                far.replace(
                        OperationBinding.of(
                                OperationSpec.query("far.op").describedAs("Version " + i).build(),
                                (input, context) -> input));
                int version = i;
                await().atMost(SOON)
                        .until(
                                () ->
                                        near.spec("far.op")
                                                .description()
                                                .equals("Version " + version));
                assertThat(listings.used()).isPositive();
            }
            await().atMost(SOON).until(() -> listings.used() == 0);
        }
    }

    @Test
    void anActionThatBlocksWhenACallIsAbortedHoldsNeitherTheLinkNorTimers() {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        registry.register(
                OperationSpec.query("a.stuck").build(),
                (input, context) -> {
                    context.onCancel(() -> awaitUninterruptibly(goOn));
                    running.countDown();
                    LockSupport.park();
                    return 1;
                });
        link.listener().received(Requested.of("r-1", "a.stuck", Json.parse("{}")));
        awaitUninterruptibly(running);
        try {
            link.listener().received(new CallEvent.Aborted("r-1"));
            link.listener().received(Requested.of("r-2", "a.none", Json.parse("{}")));
            await().atMost(SOON)
                    .until(() -> link.sent().stream().anyMatch(it -> it.requestId().equals("r-2")));
            link.lose();
        } finally {
            goOn.countDown();
        }
        await().atMost(SOON).until(() -> peer.handler().activeCount() == 0);
    }
}
