package dev.alkdev.operations.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.protocol.CallEvent.Requested;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.HandDrivenClock;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Deadlines between machines whose clocks differ. */
@Timeout(60)
class TimeLeftTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final JsonNode EMPTY = Json.parse("{}");

    private final RecordingLink link = new RecordingLink();
    private final CompletableFuture<Instant> deadline = new CompletableFuture<>();
    private final HandDrivenClock clock = new HandDrivenClock();
    private final OperationRegistry registry = OperationRegistry.builder().time(clock).build();

    private Requested request(long deadline) {
        return request(deadline, null, List.of());
    }

    private static Requested request(long deadline, @Nullable Long timeLeft, List<String> via) {
        CallBuilder call = Call.builder().requestId("r-1").deadline(deadline).via(via);
        return new Requested(call.to("test.when", EMPTY), false, timeLeft, false);
    }

    private Instant deadlineOf(Requested request) {
        registry.register(
                OperationSpec.query("test.when").build(),
                (input, context) -> deadline.complete(context.deadline().orElseThrow()));
        Peer.over(link, registry);
        link.listener().received(request);
        await().atMost(SOON).until(() -> deadline.isDone() || !link.sent().isEmpty());
        return deadline.getNow(Instant.EPOCH);
    }

    @Test
    void theTimeLeftCountsWhateverTheClockOfThePeerSays() {
        long minutesAgo = clock.millis() - 120_000;
        Requested request = request(minutesAgo, 30_000L, List.of());
        assertThat(deadlineOf(request)).isEqualTo(clock.now().plusSeconds(30));
    }

    @Test
    void optionsThatAreKeptGiveEachCallItsWholeTime() {
        CallBuilder kept = Call.builder().timeout(Duration.ofSeconds(5));
        clock.advance(Duration.ofDays(1));

        assertThat(kept.to("test.when", EMPTY).deadlineFrom(clock))
                .isEqualTo(clock.millis() + 5_000);
        assertThat(
                        Call.builder()
                                .timeout(Duration.ofSeconds(Long.MAX_VALUE))
                                .to("test.when", EMPTY)
                                .deadlineFrom(clock))
                .isGreaterThan(clock.millis());
    }

    @Test
    void aDeadlineCountsIfAPeerTellsNoTimeLeft() {
        assertThat(deadlineOf(request(clock.millis() + 5_000)))
                .isEqualTo(clock.now().plusSeconds(5));
    }

    @Test
    void requestsTellTheTimeTheyHaveLeftAndWhereTheyComeFrom() {
        Peer peer = Peer.over(link, registry);
        CallBuilder options = Call.builder().deadline(clock.now().plusMillis(1_500));
        try (var items = peer.requests().subscribe(options.to("test.when", EMPTY))) {
            assertThat(link.sent())
                    .singleElement()
                    .isInstanceOfSatisfying(
                            Requested.class,
                            sent -> {
                                assertThat(sent.timeLeft()).isEqualTo(1_500);
                                assertThat(sent.call().deadline())
                                        .contains(clock.now().plusMillis(1_500));
                                assertThat(sent.call().via()).containsExactly(peer.node().id());
                            });
        }
    }

    @Test
    void whatAHandlerRequestsEndsByTheTimerOfItsCall() {
        Peer peer = Peer.over(link, registry);
        registry.register(
                OperationSpec.query("test.forward").build(),
                (input, context) -> {
                    try (var items = peer.subscribe(context.nested().to("far.op", input))) {
                        return clock.pending();
                    }
                });
        Call call = Call.builder().timeout(Duration.ofSeconds(1)).to("test.forward", EMPTY);

        assertThat(registry.execute(call).data().intValue()).isEqualTo(1);
    }

    @Test
    void bothSurviveTheWayThroughJson() {
        CallEventCodec codec = CallEventCodec.create();
        Requested request = request(7, 1_500L, List.of("a", "b"));
        assertThat(codec.read(codec.write(request))).isEqualTo(new Decoded.Event(request));
    }

    @Test
    void aListOfNodesWithoutEndIsRefused() {
        CallEventCodec codec = CallEventCodec.create();
        Requested request = request(7, null, Collections.nCopies(Providers.MAX_NODES + 1, "a"));
        assertThat(codec.read(codec.write(request))).isInstanceOf(Decoded.Malformed.class);
    }
}
