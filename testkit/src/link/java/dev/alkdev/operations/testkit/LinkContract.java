package dev.alkdev.operations.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.protocol.CallOptions;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * What every kind of link must do. A test class implements it, says how two peers are joined, and
 * inherits the tests. After each of them nothing may be left: no call, no stream, no thread.
 */
@ExtendWith(LeakCheck.class)
@Timeout(60)
public interface LinkContract {
    /** How long anything may take that should happen at once. */
    Duration SOON = Duration.ofSeconds(10);

    /**
     * Joins two registries.
     *
     * @param left who calls from the left, as the right side sees it
     * @param trusted whether the right side takes the identity in a request for true
     */
    LinkedPeers connect(
            OperationRegistry leftRegistry,
            OperationRegistry rightRegistry,
            Caller left,
            boolean trusted);

    /** Everything a test needs, made anew for each. */
    final class Setting implements AutoCloseable {
        final OperationRegistry leftRegistry;
        final OperationRegistry rightRegistry;
        final LinkOperations operations = new LinkOperations();
        final LinkedPeers peers;

        private Setting(LinkContract contract, LeakCheck leaks, Caller left, boolean trusted) {
            leftRegistry = leaks.watch(OperationRegistry.create());
            rightRegistry = leaks.watch(OperationRegistry.create());
            operations.register(rightRegistry);
            leftRegistry.register(
                    OperationSpec.query("left.hello").build(),
                    (input, context) -> JsonNodeFactory.instance.stringNode("hello"));
            peers = contract.connect(leftRegistry, rightRegistry, left, trusted);
            await().atMost(SOON).until(() -> peers.left().isUp() && peers.right().isUp());
        }

        ResponseEnvelope<JsonNode> call(String id, String input) {
            return peers.left().call(id, Json.parse(input));
        }

        @Override
        public void close() {
            peers.close();
            await().atMost(SOON)
                    .untilAsserted(
                            () -> {
                                assertThat(peers.left().requests().pendingCount()).isZero();
                                assertThat(peers.right().requests().pendingCount()).isZero();
                                assertThat(peers.left().handler().activeCount()).isZero();
                                assertThat(peers.right().handler().activeCount()).isZero();
                            });
        }
    }

    private Setting setting(LeakCheck leaks) {
        return new Setting(this, leaks, Caller.trusted(), false);
    }

    @Test
    default void aCallReturnsTheEnvelopeOfTheOtherSide(LeakCheck leaks) {
        try (Setting setting = setting(leaks)) {
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
        try (Setting setting = setting(leaks)) {
            assertThat(setting.call("test.square", "{\"n\": 7}").data())
                    .isEqualTo(Json.parse("{\"n\": 49}"));
            assertThat(setting.peers.right().call("left.hello", Json.parse("{}")).data())
                    .isEqualTo(Json.parse("\"hello\""));
        }
    }

    @Test
    default void aDeclaredErrorKeepsCodeMessageDetailsAndRetryable(LeakCheck leaks) {
        try (Setting setting = setting(leaks)) {
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
        try (Setting setting = setting(leaks)) {
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
        }
    }

    @Test
    default void aStreamDeliversEverythingInOrderAndEnds(LeakCheck leaks) {
        try (Setting setting = setting(leaks);
                Subscription<JsonNode> items = count(setting, 2_000)) {
            List<Long> received = new ArrayList<>();
            items.forEachRemaining(item -> received.add(item.data().longValue()));
            assertThat(received)
                    .isEqualTo(IntStream.range(0, 2_000).mapToObj(Long::valueOf).toList());
        }
    }

    @Test
    default void aFailureOfAStreamComesAfterItsItems(LeakCheck leaks) {
        try (Setting setting = setting(leaks);
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
        try (Setting setting = setting(leaks)) {
            try (Subscription<JsonNode> items = count(setting, Long.MAX_VALUE)) {
                items.next();
            }
            assertHappens(setting.operations.streamsEnded, "the handler's end");
        }
    }

    @Test
    default void aReaderThatStopsHoldsTheSender(LeakCheck leaks) throws InterruptedException {
        try (Setting setting = setting(leaks)) {
            CallOptions options = CallOptions.defaults().withWindow(32);
            try (Subscription<JsonNode> items =
                    setting.peers
                            .left()
                            .requests()
                            .subscribe("test.count", Json.parse("{\"count\": 100000}"), options)) {
                for (int i = 0; i < 10; i++) {
                    items.next();
                }
                long bound = 10 + 32 + 256 + 64;
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
                assertThat(more).isEqualTo(100_000);
            }
        }
    }

    @Test
    default void interruptingTheCallerAbortsTheHandler(LeakCheck leaks) throws Exception {
        try (Setting setting = setting(leaks)) {
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
        try (Setting setting = setting(leaks)) {
            CallOptions options = CallOptions.defaults().withTimeout(Duration.ofMillis(300));
            assertFails(
                    "TIMEOUT",
                    () ->
                            setting.peers
                                    .left()
                                    .requests()
                                    .call("test.wait", Json.parse("{}"), options));
            assertHappens(setting.operations.interrupted, "the handler's interrupt");
        }
    }

    @Test
    default void anIdleStreamIsEnded(LeakCheck leaks) {
        try (Setting setting = setting(leaks)) {
            setting.rightRegistry.register(
                    OperationSpec.subscription("test.silent").build(),
                    (input, context, emitter) -> new Semaphore(0).acquire());
            CallOptions options = CallOptions.defaults().withIdleTimeout(Duration.ofMillis(200));
            try (Subscription<JsonNode> items =
                    setting.peers
                            .left()
                            .requests()
                            .subscribe("test.silent", Json.parse("{}"), options)) {
                assertFails("TIMEOUT", items::next);
            }
        }
    }

    @Test
    default void childrenEndWithTheirParent(LeakCheck leaks) throws InterruptedException {
        try (Setting setting = setting(leaks)) {
            LinkOperations left = new LinkOperations();
            left.register(setting.leftRegistry);
            setting.rightRegistry.register(
                    OperationSpec.query("test.callback").build(),
                    (input, context) ->
                            setting.peers
                                    .right()
                                    .requests()
                                    .call("test.wait", input, CallOptions.nestedIn(context)));
            CallOptions options = CallOptions.defaults().withTimeout(Duration.ofMillis(500));
            assertFails(
                    "TIMEOUT",
                    () ->
                            setting.peers
                                    .left()
                                    .requests()
                                    .call("test.callback", Json.parse("{}"), options));
            assertHappens(left.interrupted, "the child's interrupt");
        }
    }

    @Test
    default void aThousandCallsAtOnceAllGetTheirOwnAnswer(LeakCheck leaks) throws Exception {
        try (Setting setting = setting(leaks);
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
        try (Setting setting = setting(leaks);
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
        try (Setting setting = setting(leaks)) {
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
    default void theIdentityInARequestCountsOnlyIfThePeerIsTrusted(LeakCheck leaks) {
        Identity allowed = Identity.of("ann", "secret:read");
        CallOptions options = CallOptions.defaults().withIdentity(allowed);
        JsonNode input = Json.parse("1");
        try (Setting setting = new Setting(this, leaks, Caller.anonymous(), false)) {
            assertFails(
                    "ACCESS_DENIED",
                    () -> setting.peers.left().requests().call("test.secret", input, options));
        }
        try (Setting setting = new Setting(this, leaks, Caller.anonymous(), true)) {
            assertThat(setting.peers.left().requests().call("test.secret", input, options).data())
                    .isEqualTo(input);
        }
    }

    @Test
    default void onlyWhatTheCallerMayUseIsListed(LeakCheck leaks) {
        try (Setting setting = new Setting(this, leaks, Caller.anonymous(), false)) {
            assertThat(setting.peers.left().operations())
                    .extracting(OperationSpec::id)
                    .contains("test.echo", "test.count")
                    .doesNotContain("test.secret");
        }
    }

    @Test
    default void importedOperationsComeAndGoWithTheOtherSide(LeakCheck leaks) {
        try (Setting setting = setting(leaks)) {
            setting.peers.left().importOperations();
            OperationRegistry here = setting.leftRegistry;
            assertThat(here.execute("test.square", Json.parse("{\"n\": 3}")).data())
                    .isEqualTo(Json.parse("{\"n\": 9}"));
            try (Subscription<JsonNode> items =
                    here.subscribe("test.count", Json.parse("{\"count\": 5}"))) {
                assertThat(items.stream().map(item -> item.data().intValue()))
                        .containsExactly(0, 1, 2, 3, 4);
            }
            assertFails("OUT_OF_STOCK", () -> here.execute("test.fail", Json.parse("{}")));

            setting.rightRegistry.register(
                    OperationSpec.query("test.new").build(), (input, context) -> input);
            await().atMost(SOON).until(() -> here.find("test.new").isPresent());
            setting.rightRegistry.remove("test.new");
            await().atMost(SOON).until(() -> here.find("test.new").isEmpty());

            setting.peers.cut();
            await().atMost(SOON).until(() -> here.find("test.echo").isEmpty());
            assertThat(here.find("left.hello")).isPresent();
        }
    }

    @Test
    default void importingTwiceIsAnError(LeakCheck leaks) {
        try (Setting setting = setting(leaks)) {
            setting.peers.left().importOperations();
            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() -> setting.peers.left().importOperations());
        }
    }

    @Test
    default void metadataTravels(LeakCheck leaks) {
        try (Setting setting = setting(leaks)) {
            setting.rightRegistry.register(
                    OperationSpec.query("test.metadata").build(),
                    (input, context) -> context.metadata());
            CallOptions options =
                    CallOptions.defaults().withMetadata(Map.of("trace", Json.parse("\"t-1\"")));
            assertThat(
                            setting.peers
                                    .left()
                                    .requests()
                                    .call("test.metadata", Json.parse("{}"), options)
                                    .data())
                    .isEqualTo(Json.parse("{\"trace\": \"t-1\"}"));
        }
    }

    private static Subscription<JsonNode> count(Setting setting, long count) {
        return setting.peers
                .left()
                .subscribe("test.count", Json.parse("{\"count\": " + count + "}"));
    }

    private static void assertFails(String code, Runnable call) {
        assertThatExceptionOfType(CallException.class)
                .isThrownBy(call::run)
                .extracting(CallException::code)
                .isEqualTo(code);
    }

    private static void assertHappens(Semaphore event, String what) throws InterruptedException {
        assertThat(event.tryAcquire(SOON.toSeconds(), TimeUnit.SECONDS)).as(what).isTrue();
    }
}
