package dev.alkdev.operations.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.protocol.CallEvent.Aborted;
import dev.alkdev.operations.protocol.CallEvent.Requested;
import dev.alkdev.operations.protocol.CallEvent.Responded;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.HandDrivenClock;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;

/** A subscription as its reader sees it, with the test at the other end. */
@ExtendWith(LeakCheck.class)
@Timeout(60)
class RemoteStreamTest {
    private static final JsonNode INPUT = Json.parse("{}");

    private final HandDrivenClock clock = new HandDrivenClock();
    private final RecordingLink link = new RecordingLink();
    private final PendingRequests requests = new PendingRequests(link, clock);

    private Subscription<JsonNode> subscribe(CallBuilder options) {
        return requests.subscribe(options.to("far.watch", INPUT));
    }

    private void arrive(int sequence) {
        Requested request = (Requested) link.sent().getFirst();
        ResponseEnvelope<JsonNode> item = ResponseEnvelope.local(INPUT, "far.watch");
        requests.received(new Responded(request.requestId(), item, (long) sequence));
    }

    private static void assertTimesOut(Subscription<JsonNode> items) {
        assertThatExceptionOfType(CallException.class)
                .isThrownBy(items::hasNext)
                .satisfies(e -> assertThat(e.code()).isEqualTo("TIMEOUT"))
                .withMessage("far.watch was silent for 1000 ms");
    }

    @Nested
    class WithAnIdleTimeout {
        private final CallBuilder options = Call.builder().idleTimeout(Duration.ofSeconds(1));

        @Test
        void itEndsExactlySoLongAfterTheLastItem() {
            try (Subscription<JsonNode> items = subscribe(options)) {
                clock.advance(Duration.ofMillis(600));
                arrive(0);
                items.next();
                clock.advance(Duration.ofMillis(999));
                assertThat(requests.pendingCount()).isEqualTo(1);
                clock.advance(Duration.ofMillis(1));
                assertThat(requests.pendingCount()).isZero();
                assertTimesOut(items);
            }
        }

        @Test
        void itsReaderMayTakeAsLongAsItLikes() {
            try (Subscription<JsonNode> items = subscribe(options)) {
                arrive(0);
                arrive(1);
                clock.advance(Duration.ofMinutes(1));
                assertThat(items.next().data()).isEqualTo(INPUT);
                clock.advance(Duration.ofMinutes(1));
                assertThat(items.next().data()).isEqualTo(INPUT);
                clock.advance(Duration.ofMillis(999));
                assertThat(requests.pendingCount()).isEqualTo(1);
                clock.advance(Duration.ofMillis(1));
                assertTimesOut(items);
            }
        }
    }

    @Test
    void aDeadlineOutOfAllBoundsIsKept() {
        try (Subscription<JsonNode> late = subscribe(Call.builder().deadline(Instant.MAX));
                Subscription<JsonNode> past = subscribe(Call.builder().deadline(Instant.MIN))) {
            clock.advance(Duration.ofDays(10_000));
            assertThat(requests.pendingCount()).isEqualTo(1);
            assertThatExceptionOfType(CallException.class)
                    .isThrownBy(past::hasNext)
                    .satisfies(e -> assertThat(e.code()).isEqualTo("TIMEOUT"));
            arrive(0);
            assertThat(late.hasNext()).isTrue();
        }
    }

    @Test
    void aPeerThatIgnoresTheWindowIsCutOffAfterFour() {
        try (Subscription<JsonNode> items = subscribe(Call.builder().window(10))) {
            for (int i = 0; i < 41; i++) {
                arrive(i);
            }
            for (int i = 0; i < 40; i++) {
                items.next();
            }
            assertThatExceptionOfType(CallException.class)
                    .isThrownBy(items::hasNext)
                    .satisfies(e -> assertThat(e.code()).isEqualTo("OVERLOADED"))
                    .withMessage("the peer sends without regard to the window of 10");
        }
    }

    @Test
    void anItemThatIsNoJsonEndsTheStreamForBothSides() {
        Subscription<JsonNode> items = subscribe(Call.builder());
        String requestId = link.sent().getFirst().requestId();
        arriveUnread(0, "{}");
        arriveUnread(1, "{");
        arriveUnread(2, "{}");
        try (items) {
            assertThat(items.next().data()).isEqualTo(INPUT);
            for (int again = 0; again < 2; again++) {
                assertThatExceptionOfType(CallException.class)
                        .isThrownBy(items::hasNext)
                        .withMessageContaining("not JSON: Unexpected character (',' (code 44)")
                        .satisfies(e -> assertThat(e.code()).isEqualTo("EXECUTION_ERROR"));
            }
        }
        assertThat(link.sent()).last().isEqualTo(new Aborted(requestId));
        assertThat(requests.pendingCount()).isZero();
    }

    /** As {@link #arrive}, as a text whose data nobody has looked at. */
    private void arriveUnread(int sequence, String data) {
        Requested request = (Requested) link.sent().getFirst();
        ResponseEnvelope<JsonNode> item = ResponseEnvelope.local(INPUT, "far.watch");
        String text =
                CallEventCodec.create()
                        .write(new Responded(request.requestId(), item, (long) sequence))
                        .replace("\"data\":{}", "\"data\":" + data);
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        requests.received(Objects.requireNonNull(UnreadResult.of(utf8, new Refusals(link))));
    }

    @Test
    void aDroppedStreamIsAbortedWithoutHoldingUpTheCleanerOfTheOthers() {
        subscribeAndForget();
        String first = link.sent().getFirst().requestId();
        link.hold();
        await().atMost(Duration.ofSeconds(30))
                .until(
                        () -> {
                            System.gc();
                            return link.waiting() == 1;
                        });
        assertThat(cleanerIsFree()).isTrue();
        link.release();
        await().until(() -> link.sent().contains(new Aborted(first)));
    }

    private void subscribeAndForget() {
        var unused = subscribe(Call.builder());
    }

    /** Whether the thread that finds dropped streams waits for them, and for nothing else. */
    private static boolean cleanerIsFree() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(thread -> thread.getKey().getName().equals("operations-cleaner"))
                .noneMatch(
                        thread ->
                                Arrays.stream(thread.getValue())
                                        .anyMatch(
                                                frame ->
                                                        frame.getClassName()
                                                                .contains("RecordingLink")));
    }
}
