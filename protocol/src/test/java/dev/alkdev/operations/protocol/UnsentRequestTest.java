package dev.alkdev.operations.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Cancellation;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.base.TimeSource;
import dev.alkdev.operations.testkit.HandDrivenClock;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** Requests that end before they are sent, and requests that no event can carry. */
@Timeout(60)
class UnsentRequestTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private final RecordingLink link = new RecordingLink();
    private final PendingRequests requests = new PendingRequests(link, TimeSource.system());

    /** The two kinds of requests. */
    enum Kind {
        CALL {
            @Override
            void run(PendingRequests requests, Call call) {
                requests.call(call);
            }
        },
        SUBSCRIPTION {
            @Override
            void run(PendingRequests requests, Call call) {
                try (Subscription<JsonNode> items = requests.subscribe(call)) {
                    items.hasNext();
                }
            }
        };

        abstract void run(PendingRequests requests, Call call);
    }

    UnsentRequestTest() {
        link.open(requests);
    }

    private CallException failureOf(Kind kind, CallBuilder call) {
        return catchThrowableOfType(
                CallException.class, () -> kind.run(requests, call.to("a.b", Map.of())));
    }

    private static Cancellation cancelled() {
        Cancellation cancellation = Cancellation.create();
        cancellation.cancel();
        return cancellation;
    }

    @ParameterizedTest
    @EnumSource
    void aRequestThatWasCancelledBeforeIsNotSent(Kind kind) {
        CallException failure = failureOf(kind, Call.builder().cancellation(cancelled()));

        assertThat(failure.code()).isEqualTo(ErrorCode.ABORTED);
        assertThat(link.sent()).isEmpty();
        assertThat(requests.pendingCount()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void aRequestWhoseDeadlineHasPassedIsNotSent(Kind kind) {
        CallException failure = failureOf(kind, Call.builder().deadline(Instant.EPOCH));

        assertThat(failure.code()).isEqualTo(ErrorCode.TIMEOUT);
        assertThat(link.sent()).isEmpty();
        assertThat(requests.pendingCount()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void aRequestOfAnInterruptedThreadIsNotSent(Kind kind) {
        Thread.currentThread().interrupt();
        CallException failure = failureOf(kind, Call.builder());

        assertThat(Thread.interrupted()).isTrue();
        assertThat(failure.code()).isEqualTo(ErrorCode.ABORTED);
        assertThat(link.sent()).isEmpty();
        assertThat(requests.pendingCount()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void aLinkThatTakesNothingHoldsNoRequestThatWasCancelledBefore(Kind kind) {
        link.hold();

        CallException failure = failureOf(kind, Call.builder().cancellation(cancelled()));

        assertThat(failure.code()).isEqualTo(ErrorCode.ABORTED);
        assertThat(link.waiting()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void aLinkThatTakesNothingHoldsNoRequestBeyondItsDeadline(Kind kind) {
        link.hold();

        CallException failure = failureOf(kind, Call.builder().timeout(Duration.ofMillis(100)));

        assertThat(failure.code()).isEqualTo(ErrorCode.TIMEOUT);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThat(requests.pendingCount()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void aLinkThatTakesNothingHoldsNoRequestThatIsCancelled(Kind kind) throws Exception {
        link.hold();
        Cancellation cancellation = Cancellation.create();
        Thread calling =
                Thread.startVirtualThread(
                        () -> failureOf(kind, Call.builder().cancellation(cancellation)));
        await().atMost(SOON).until(() -> link.waiting() == 1);

        cancellation.cancel();

        assertThat(calling.join(SOON)).isTrue();
        assertThat(link.sent()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void anErrorOfTheLinkLeavesNothingPending(Kind kind) {
        HandDrivenClock clock = new HandDrivenClock();
        link.failWith(new StackOverflowError("the input is too deep"));
        PendingRequests failing = new PendingRequests(link, clock);
        CallBuilder call = Call.builder().timeout(Duration.ofHours(1));

        assertThatExceptionOfType(StackOverflowError.class)
                .isThrownBy(() -> kind.run(failing, call.to("a.b", Map.of())));

        assertThat(failing.pendingCount()).isZero();
        assertThat(clock.pending()).isZero();
    }

    @Test
    void aHandlerDoesNotRunForARequestThatWasCancelledBefore() {
        InProcessLink.Pair pair = InProcessLink.pair();
        try (Peer caller = Peer.over(pair.left(), OperationRegistry.create());
                Peer other = Peer.over(pair.right(), OperationRegistry.create())) {
            Call call = Call.builder().cancellation(cancelled()).to("a.b", Map.of());

            assertThatExceptionOfType(CallException.class)
                    .isThrownBy(() -> caller.call(call))
                    .satisfies(failure -> assertThat(failure.code()).isEqualTo("ABORTED"));
            assertThat(other.handler().activeCount()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 201})
    void aRequestIdThatNoEventCanCarryIsRefusedAtOnce(int length) {
        for (Kind kind : Kind.values()) {
            CallException failure = failureOf(kind, Call.builder().requestId("x".repeat(length)));

            assertThat(failure.code()).isEqualTo(ErrorCode.VALIDATION_ERROR);
            assertThat(failure.getMessage())
                    .isEqualTo("the request id should have 1 to 200 characters but has " + length);
        }
        assertThat(link.sent()).isEmpty();
    }
}
