package dev.alkdev.operations.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.protocol.CallEvent.Aborted;
import dev.alkdev.operations.protocol.CallEvent.Failed;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

@ExtendWith(LeakCheck.class)
@Timeout(60)
class TextReceiverTest {
    private static final Duration SOON = Duration.ofSeconds(10);

    private final RecordingLink link = new RecordingLink();
    private final List<CallEvent> received = new CopyOnWriteArrayList<>();
    private final TextReceiver receiver =
            new TextReceiver(
                    link, new Listener(), CallEventCodec.withLimit(1_000), ByteBudget.unlimited());

    private final class Listener implements LinkListener {
        @Override
        public void up() {}

        @Override
        public void received(CallEvent event) {
            received.add(event);
        }

        @Override
        public void down(String reason) {}
    }

    private void receive(String text) {
        receiver.receive(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void anEventIsPassedOn() {
        receive(CallEventCodec.create().write(new Aborted("r-1")));
        assertThat(received).containsExactly(new Aborted("r-1"));
    }

    @Test
    void anEventOfAnUnknownTypeIsIgnored() {
        receive("{\"type\":\"call.someday\",\"id\":\"x\",\"payload\":{}}");
        assertThat(received).isEmpty();
        assertThat(link.sent()).isEmpty();
    }

    @Test
    void aMalformedEventThatNamesARequestFailsItAtBothEnds() {
        receive("{\"type\":\"call.aborted\",\"id\":\"r-1\"}");
        String reason = "call event: /payload is missing";
        Failed refusal = new Failed("r-1", "VALIDATION_ERROR", reason, null, false);
        assertThat(received).containsExactly(Failed.of("r-1", PeerFaults.answer(reason)));
        await().atMost(SOON).untilAsserted(() -> assertThat(link.sent()).containsExactly(refusal));
        assertThat(link.isUp()).isTrue();
    }

    @Test
    void aResultWhoseDataIsBrokenFailsItsRequestAtBothEnds() {
        String text =
                "{\"type\":\"call.responded\",\"id\":\"r-1\",\"payload\":{\"requestId\":\"r-1\","
                        + "\"output\":{\"data\":[1,\"meta\":{\"source\":\"local\","
                        + "\"operationId\":\"a.b\",\"timestamp\":17}},\"sequence\":4}}";
        receive(text);
        receive(text);
        Decoded.Malformed problem = (Decoded.Malformed) CallEventCodec.create().read(text);
        Failed refusal = new Failed("r-1", "VALIDATION_ERROR", problem.reason(), null, false);
        Failed answer = Failed.of("r-1", PeerFaults.answer(problem.reason()));
        assertThat(received).containsExactly(answer, answer);
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(link.sent()).containsExactly(refusal, refusal));
    }

    @Test
    void aMalformedTextThatNamesNoneIsDropped() {
        receive("{");
        receive("null");
        receive("");
        assertThat(received).isEmpty();
        assertThat(link.sent()).isEmpty();
        assertThat(link.isUp()).isTrue();
    }

    @Test
    void aTextThatIsTooLargeIsRefusedByItsHead() {
        receiver.refuse("{\"type\":\"call.requested\",\"id\":\"r-1\",\"payl", 5_000);
        assertThat(received)
                .containsExactly(
                        Failed.of(
                                "r-1",
                                PeerFaults.answer(
                                        "the event has 5000 characters; at most 1000 are"
                                                + " allowed")));
        await().atMost(SOON).until(() -> link.sent().size() == 1);
    }

    @Test
    void aTextThatWouldBecomeMoreThanTheBudgetIsRefusedAsOverloaded() {
        ByteBudget budget = ByteBudget.of(1_000_000);
        TextReceiver bounded =
                new TextReceiver(link, new Listener(), CallEventCodec.create(), budget);
        String text =
                "{\"type\":\"call.requested\",\"id\":\"r-1\",\"payload\":{\"requestId\":\"r-1\","
                        + "\"operationId\":\"a.b\",\"input\":["
                        + "{},".repeat(30_000)
                        + "{}]}}";
        bounded.receive(text.getBytes(StandardCharsets.UTF_8));
        String reason = "the server has no memory left for this request";
        Failed refusal = new Failed("r-1", "OVERLOADED", reason, null, true);
        assertThat(received).containsExactly(Failed.of("r-1", PeerFaults.answer(reason)));
        await().atMost(SOON).untilAsserted(() -> assertThat(link.sent()).containsExactly(refusal));

        bounded.receive(text.replace("{},", "").getBytes(StandardCharsets.UTF_8));
        assertThat(received.getLast()).isInstanceOf(CallEvent.Requested.class);
        assertThat(budget.used()).isZero();
    }

    @Test
    void aPeerThatTakesNoAnswersHoldsOneThreadAndABoundedNumberOfThem() {
        link.hold();
        for (int i = 0; i < 5_000; i++) {
            receive("{\"type\":\"call.aborted\",\"id\":\"r-" + i + "\"}");
        }
        await().atMost(SOON).until(() -> link.waiting() > 0);
        assertThat(link.waiting()).isEqualTo(1);
        link.release();
        await().atMost(SOON).until(() -> link.sent().size() >= 1_000);
        assertThat(link.sent()).hasSizeLessThanOrEqualTo(1_010);
    }
}
