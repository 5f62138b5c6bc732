package dev.alkdev.operations.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.LeakCheck;
import dev.alkdev.operations.testkit.LinkOperations;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Whatever order events come in, nothing is left: no pending entry, no running call, no thread. */
@ExtendWith(LeakCheck.class)
@Timeout(120)
class EventInterleavingTest {

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void randomCallsStreamsAbortsAndLossesLeaveNothingBehind(long seed, LeakCheck leaks)
            throws Exception {
        OperationRegistry left = leaks.watch(OperationRegistry.create());
        OperationRegistry right = leaks.watch(OperationRegistry.create());
        new LinkOperations().register(right);
        InProcessLink.Pair pair = InProcessLink.pair();
        Peer caller = Peer.over(pair.left(), left);
        Peer handler = Peer.over(pair.right(), right);
        Random random = new Random(seed);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> calls = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                long own = random.nextLong();
                calls.add(threads.submit(() -> act(caller, new Random(own))));
            }
            for (Future<?> call : calls) {
                if (random.nextInt(4) == 0) {
                    call.cancel(true);
                }
            }
            if (seed % 2 == 0) {
                caller.close();
            }
            for (Future<?> call : calls) {
                if (!call.isCancelled()) {
                    call.get(30, TimeUnit.SECONDS);
                }
            }
        }
        assertNothingLeft(caller, handler);
        caller.close();
    }

    private static void act(Peer peer, Random random) {
        CallBuilder options =
                Call.builder()
                        .timeout(Duration.ofMillis(1 + random.nextInt(200)))
                        .window(1 + random.nextInt(20));
        try {
            switch (random.nextInt(4)) {
                case 0 -> peer.requests().call(options.to("test.square", Json.parse("{\"n\": 2}")));
                case 1 -> peer.requests().call(options.to("test.wait", Json.parse("{}")));
                case 2 -> peer.requests().call(options.to("test.fail", Json.parse("{}")));
                default -> read(peer, options, random.nextInt(200));
            }
        } catch (CallException expected) {
            assertThat(expected.code()).isIn("TIMEOUT", "ABORTED", "UNAVAILABLE", "OUT_OF_STOCK");
        }
    }

    private static void read(Peer peer, CallBuilder options, int items) {
        try (Subscription<JsonNode> stream =
                peer.requests()
                        .subscribe(options.to("test.count", Json.parse("{\"count\": 100}")))) {
            for (int i = 0; i < items && stream.hasNext(); i++) {
                stream.next();
            }
        }
    }

    @Test
    void eventsOfUnknownOrEndedRequestsAreIgnored(LeakCheck leaks) {
        OperationRegistry left = leaks.watch(OperationRegistry.create());
        OperationRegistry right = leaks.watch(OperationRegistry.create());
        new LinkOperations().register(right);
        InProcessLink.Pair pair = InProcessLink.pair();
        Peer caller = Peer.over(pair.left(), left);
        Peer handler = Peer.over(pair.right(), right);
        Random random = new Random(11);
        for (int i = 0; i < 5_000; i++) {
            String id = "r-" + random.nextInt(20);
            CallEvent event = randomEvent(id, random);
            (random.nextBoolean() ? pair.left() : pair.right()).send(event);
        }
        assertThat(caller.call("test.echo", Json.parse("1")).data()).isEqualTo(Json.parse("1"));
        caller.close();
        assertNothingLeft(caller, handler);
    }

    private static CallEvent randomEvent(String id, Random random) {
        return switch (random.nextInt(7)) {
            case 0 -> CallEvent.Requested.of(id, "test.wait", Json.parse("{}"));
            case 1 -> CallEvent.Requested.of(id, "test.count", Json.parse("{\"count\": 3}"));
            case 2 ->
                    new CallEvent.Responded(
                            id, ResponseEnvelope.local(Json.parse("1"), "a.b"), null);
            case 3 -> new CallEvent.Completed(id);
            case 4 -> new CallEvent.Failed(id, "TIMEOUT", "too late", null, false);
            case 5 -> new CallEvent.Aborted(id);
            default -> new CallEvent.Credit(id, 5);
        };
    }

    private static void assertNothingLeft(Peer caller, Peer handler) {
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(
                        () -> {
                            assertThat(caller.requests().pendingCount()).isZero();
                            assertThat(handler.requests().pendingCount()).isZero();
                            assertThat(caller.handler().activeCount()).isZero();
                            assertThat(handler.handler().activeCount()).isZero();
                        });
    }
}
