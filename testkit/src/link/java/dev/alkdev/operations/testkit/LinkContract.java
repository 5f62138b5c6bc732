package dev.alkdev.operations.testkit;

import static dev.alkdev.operations.testkit.LinkSetting.assertFails;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.Progress;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * What every kind of link must do. A test class implements it, says how two peers are joined, and
 * inherits the tests. After each of them nothing may be left: no call, no stream, no thread.
 */
@ExtendWith(LeakCheck.class)
@Timeout(60)
public interface LinkContract extends LinkLeakContract {
    /** How long anything may take that should happen at once. */
    Duration SOON = Duration.ofSeconds(10);

    private LinkSetting setting(LeakCheck leaks) {
        return new LinkSetting(this, leaks, Caller.trusted(), false);
    }

    @Test
    default void aCallReturnsTheEnvelopeOfTheOtherSide(LeakCheck leaks) {
        try (LinkSetting setting = setting(leaks)) {
            ResponseEnvelope<JsonNode> envelope =
                    setting.call("test.echo", "{\"a\":[1,null,\"ä\"]}");
            assertThat(envelope.data()).isEqualTo(Json.parse("{\"a\":[1,null,\"ä\"]}"));
            assertThat(envelope.meta().toJson().path("source").asString()).isEqualTo("local");
            assertThat(envelope.meta().toJson().path("operationId").asString())
                    .isEqualTo("test.echo");
        }
    }

    @Test
    default void bothSidesMayCall(LeakCheck leaks) {
        try (LinkSetting setting = setting(leaks)) {
            assertThat(setting.call("test.square", "{\"n\": 7}").data())
                    .isEqualTo(Json.parse("{\"n\": 49}"));
            assertThat(setting.peers.right().call("left.hello", Json.parse("{}")).data())
                    .isEqualTo(Json.parse("\"hello\""));
        }
    }

    @Test
    default void aDeclaredErrorKeepsCodeMessageDetailsAndRetryable(LeakCheck leaks) {
        try (LinkSetting setting = setting(leaks)) {
            assertThatExceptionOfType(CallException.class)
                    .isThrownBy(() -> setting.call("test.fail", "{\"part\": \"bolt\"}"))
                    .satisfies(
                            e -> {
                                assertThat(e.code()).isEqualTo("OUT_OF_STOCK");
                                assertThat(e).hasMessage("No bolts left");
                                assertThat(e.details())
                                        .contains(Json.parse("{\"part\": \"bolt\"}"));
                                assertThat(e.retryable()).isTrue();
                            });
        }
    }

    @Test
    default void whatIsWrongWithACallIsTold(LeakCheck leaks) {
        try (LinkSetting setting = setting(leaks)) {
            assertFails("OPERATION_NOT_FOUND", () -> setting.call("test.nothing", "{}"));
            assertFails("VALIDATION_ERROR", () -> setting.call("test.square", "{\"n\": \"x\"}"));
            assertFails(
                    "INVALID_OPERATION_TYPE",
                    () -> {
                        try (Subscription<JsonNode> items =
                                setting.peers
                                        .left()
                                        .subscribe("test.square", Json.parse("{\"n\":1}"))) {
                            items.next();
                        }
                    });
            assertFails(
                    "INVALID_OPERATION_TYPE", () -> setting.call("test.count", "{\"count\": 5}"));
            assertFails("INVALID_OPERATION_TYPE", () -> setting.call("test.silent", "{}"));
            assertThat(setting.operations.emitted).hasValue(0);
        }
    }

    @Test
    default void aStreamDeliversEverythingInOrderAndEnds(LeakCheck leaks) {
        try (LinkSetting setting = setting(leaks);
                Subscription<JsonNode> items = count(setting, 2_000)) {
            List<Long> received = new ArrayList<>();
            items.forEachRemaining(item -> received.add(item.data().longValue()));
            assertThat(received)
                    .isEqualTo(IntStream.range(0, 2_000).mapToObj(Long::valueOf).toList());
        }
    }

    @Test
    default void aFailureOfAStreamComesAfterItsItems(LeakCheck leaks) {
        try (LinkSetting setting = setting(leaks);
                Subscription<JsonNode> items =
                        setting.peers
                                .left()
                                .subscribe("test.broken", Json.parse("{\"count\": 3}"))) {
            assertThat(items.next().data()).isEqualTo(Json.parse("0"));
            assertThat(items.next().data()).isEqualTo(Json.parse("1"));
            assertThat(items.next().data()).isEqualTo(Json.parse("2"));
            assertFails("UNAVAILABLE", items::next);
        }
    }

    @Test
    default void closingAStreamEndsItsHandler(LeakCheck leaks) throws InterruptedException {
        try (LinkSetting setting = setting(leaks)) {
            try (Subscription<JsonNode> items = count(setting, Long.MAX_VALUE)) {
                items.next();
            }
            assertHappens(setting.operations.streamsEnded, "the handler's end");
        }
    }

    @Test
    default void abortingAStreamByItsIdEndsBothSides(LeakCheck leaks) throws InterruptedException {
        try (LinkSetting setting = setting(leaks)) {
            Call call = Call.of("test.count", Json.parse("{\"count\": 1000000000}"));
            try (Subscription<JsonNode> items = setting.peers.left().requests().subscribe(call)) {
                items.next();
                setting.peers.left().requests().abort(call.requestId());
                assertFails("ABORTED", () -> items.forEachRemaining(item -> {}));
                assertHappens(setting.operations.streamsEnded, "the handler's end");
            }
        }
    }

    @Test
    default void aReaderThatStopsHoldsTheSender(LeakCheck leaks) throws InterruptedException {
        try (LinkSetting setting = setting(leaks)) {
            CallBuilder options = Call.builder().window(32);
            try (Subscription<JsonNode> items =
                    setting.peers
                            .left()
                            .requests()
                            .subscribe(
                                    options.to("test.count", Json.parse("{\"count\": 20000}")))) {
                for (int i = 0; i < 10; i++) {
                    items.next();
                }
                // A window on its way, a window before it, and what is in somebody's hands.
                long bound = 2 * 32 + 10;
                await().pollDelay(Duration.ofMillis(300))
                        .atMost(SOON)
                        .untilAsserted(
                                () ->
                                        assertThat(setting.operations.emitted.get())
                                                .isLessThan(bound));
                int more = 10;
                while (items.hasNext()) {
                    items.next();
                    more++;
                }
                assertThat(more).isEqualTo(20_000);
            }
        }
    }

    @Test
    default void interruptingTheCallerAbortsTheHandler(LeakCheck leaks) throws Exception {
        try (LinkSetting setting = setting(leaks)) {
            Semaphore aborted = new Semaphore(0);
            Thread caller =
                    Thread.startVirtualThread(
                            () -> {
                                assertFails("ABORTED", () -> setting.call("test.wait", "{}"));
                                aborted.release();
                            });
            assertHappens(setting.operations.begun, "the handler's begin");
            caller.interrupt();
            assertHappens(aborted, "the caller's end");
            assertHappens(setting.operations.interrupted, "the handler's interrupt");
            caller.join();
        }
    }

    @Test
    default void aDeadlineEndsTheCallAtBothSides(LeakCheck leaks) throws InterruptedException {
        try (LinkSetting setting = setting(leaks)) {
            CallBuilder options = Call.builder().timeout(Duration.ofMillis(300));
            assertFails(
                    "TIMEOUT",
                    () ->
                            setting.peers
                                    .left()
                                    .requests()
                                    .call(options.to("test.wait", Json.parse("{}"))));
            assertHappens(setting.operations.interrupted, "the handler's interrupt");
        }
    }

    @Test
    default void anIdleStreamIsEnded(LeakCheck leaks) {
        try (LinkSetting setting = setting(leaks)) {
            CallBuilder options = Call.builder().idleTimeout(Duration.ofMillis(200));
            try (Subscription<JsonNode> items =
                    setting.peers
                            .left()
                            .requests()
                            .subscribe(options.to("test.silent", Json.parse("{}")))) {
                assertFails("TIMEOUT", items::next);
            }
        }
    }

    @Test
    default void childrenEndWithTheirParent(LeakCheck leaks) throws InterruptedException {
        try (LinkSetting setting = setting(leaks)) {
            LinkOperations left = new LinkOperations();
            left.register(setting.leftRegistry);
            setting.rightRegistry.register(
                    OperationSpec.query("test.callback").build(),
                    (input, context) ->
                            setting.peers
                                    .right()
                                    .requests()
                                    .call(context.nested().to("test.wait", input)));
            CallBuilder options = Call.builder().timeout(Duration.ofMillis(500));
            assertFails(
                    "TIMEOUT",
                    () ->
                            setting.peers
                                    .left()
                                    .requests()
                                    .call(options.to("test.callback", Json.parse("{}"))));
            assertHappens(left.interrupted, "the child's interrupt");
        }
    }

    @Test
    default void aThousandCallsAtOnceAllGetTheirOwnAnswer(LeakCheck leaks) throws Exception {
        try (LinkSetting setting = setting(leaks);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Long>> answers = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                String input = "{\"n\": " + i + "}";
                answers.add(
                        threads.submit(
                                () ->
                                        setting.call("test.square", input)
                                                .data()
                                                .get("n")
                                                .longValue()));
            }
            for (int i = 0; i < answers.size(); i++) {
                assertThat(answers.get(i).get(30, TimeUnit.SECONDS)).isEqualTo((long) i * i);
            }
        }
    }

    @Test
    default void aLostLinkFailsWhatIsPendingAtOnce(LeakCheck leaks) throws Exception {
        try (LinkSetting setting = setting(leaks);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> call =
                    threads.submit(
                            () ->
                                    assertFails(
                                            "UNAVAILABLE", () -> setting.call("test.wait", "{}")));
            Subscription<JsonNode> items = count(setting, Long.MAX_VALUE);
            items.next();
            assertHappens(setting.operations.begun, "the handler's begin");
            setting.peers.cut();
            call.get(SOON.toSeconds(), TimeUnit.SECONDS);
            assertFails("UNAVAILABLE", () -> items.forEachRemaining(item -> {}));
            assertHappens(setting.operations.interrupted, "the handler's interrupt");
            assertHappens(setting.operations.streamsEnded, "the stream's end");
            items.close();
        }
    }

    @Test
    default void aMalformedTextLeavesTheLinkUp(LeakCheck leaks) {
        try (LinkSetting setting = setting(leaks)) {
            boolean texts = setting.peers.sendText("{");
            if (texts) {
                setting.peers.sendText("{\"type\":\"call.requested\",\"id\":\"x\",\"payload\":{}}");
                setting.peers.sendText("{\"type\":\"call.someday\",\"id\":\"x\",\"payload\":{}}");
                setting.peers.sendText("null");
            }
            assertThat(setting.call("test.echo", "1").data()).isEqualTo(Json.parse("1"));
        }
    }

    @Test
    default void metadataTravels(LeakCheck leaks) {
        try (LinkSetting setting = setting(leaks)) {
            setting.rightRegistry.register(
                    OperationSpec.query("test.metadata").build(),
                    (input, context) -> context.metadata());
            CallBuilder options = Call.builder().metadata(Map.of("trace", Json.parse("\"t-1\"")));
            assertThat(
                            setting.peers
                                    .left()
                                    .requests()
                                    .call(options.to("test.metadata", Json.parse("{}")))
                                    .data())
                    .isEqualTo(Json.parse("{\"trace\": \"t-1\"}"));
        }
    }

    @Test
    default void progressReachesTheCallerBeforeTheResult(LeakCheck leaks) {
        ObjectNode more = (ObjectNode) Json.parse("{\"_meta\": {\"a\": [1]}}");
        try (LinkSetting setting = setting(leaks)) {
            setting.rightRegistry.register(
                    OperationSpec.query("test.slow").build(),
                    (input, context) -> {
                        context.progress(new Progress(1, 2.0, "half", more));
                        context.progress(2, null, null);
                        return input;
                    });
            List<Progress> told = new ArrayList<>();
            Consumer<Progress> listener =
                    progress -> {
                        told.add(progress);
                        throw new AssertionError("a listener's fault is not the call's");
                    };
            Call call = Call.builder().onProgress(listener).to("test.slow", Json.parse("1"));
            assertThat(setting.peers.left().requests().call(call).data())
                    .isEqualTo(Json.parse("1"));
            assertThat(told)
                    .containsExactly(
                            new Progress(1, 2.0, "half", more), new Progress(2, null, null));
        }
    }

    private static Subscription<JsonNode> count(LinkSetting setting, long count) {
        return setting.peers
                .left()
                .subscribe("test.count", Json.parse("{\"count\": " + count + "}"));
    }

    private static void assertHappens(Semaphore event, String what) throws InterruptedException {
        assertThat(event.tryAcquire(SOON.toSeconds(), TimeUnit.SECONDS)).as(what).isTrue();
    }
}
