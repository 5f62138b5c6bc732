package dev.alkdev.operations.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Cancellation;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.CapturedLog;
import dev.alkdev.operations.testkit.TestRedis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** One worker, several callers, and who else can write to Redis. */
@Timeout(120)
class SharedWorkerTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    private final String prefix = "test-" + UUID.randomUUID();
    private final String url = TestRedis.url().toString();
    private final RedisClient client = RedisClient.create(url);
    private final RedisCommands<String, String> redis = client.connect().sync();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<AutoCloseable> open = new ArrayList<>();

    /** The inputs of calls that run, and what lets one of them end. */
    private final BlockingQueue<String> begun = new LinkedBlockingQueue<>();

    private final BlockingQueue<String> results = new LinkedBlockingQueue<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
        threads.close();
        client.shutdown();
    }

    private RedisLink.Builder link() {
        return RedisLink.to(url).prefix(prefix).expiry(Duration.ofSeconds(1));
    }

    private Peer join(RedisLink link, OperationRegistry registry) {
        Peer peer = Peer.over(link, registry);
        open.add(peer);
        return peer;
    }

    private Peer caller() {
        return join(link().build(), OperationRegistry.create());
    }

    /** Operations that wait for a result. */
    private OperationRegistry waiting() {
        OperationRegistry registry = OperationRegistry.create();
        List.of(OperationSpec.query("a.read").build(), OperationSpec.mutation("a.write").build())
                .forEach(
                        spec ->
                                registry.register(
                                        spec,
                                        (input, context) -> {
                                            begun.add(input.asString());
                                            return results.take() + " for " + input.asString();
                                        }));
        return registry;
    }

    private CompletableFuture<String> call(Peer caller, Call call) {
        return CompletableFuture.supplyAsync(() -> caller.call(call).data().asString(), threads);
    }

    private void beginsWith(String input) throws InterruptedException {
        assertThat(begun.poll(30, TimeUnit.SECONDS)).isEqualTo(input);
    }

    private String key(String name) {
        return "{" + prefix + "}:" + name;
    }

    private static void failsWith(String code, CompletableFuture<String> call) {
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(() -> call.orTimeout(30, TimeUnit.SECONDS).join())
                .havingCause()
                .isInstanceOf(CallException.class)
                .satisfies(e -> assertThat(((CallException) e).code()).isEqualTo(code));
    }

    private static Call call(String requestId, String id, String input) {
        return Call.builder().requestId(requestId).timeout(Duration.ofSeconds(60)).to(id, input);
    }

    @Test
    void twoCallersMayUseTheSameRequestId() throws Exception {
        join(link().build(), waiting());
        Peer one = caller();
        Peer two = caller();
        CompletableFuture<String> first = call(one, call("job", "a.write", "one"));
        beginsWith("one");
        CompletableFuture<String> second = call(two, call("job", "a.write", "two"));
        beginsWith("two");
        results.add("done");
        results.add("done");

        assertThat(first.get(30, TimeUnit.SECONDS)).isEqualTo("done for one");
        assertThat(second.get(30, TimeUnit.SECONDS)).isEqualTo("done for two");
    }

    @Test
    void theAbortOfOneCallerEndsNoCallOfAnotherWithTheSameRequestId() throws Exception {
        Peer worker = join(link().build(), waiting());
        Peer one = caller();
        Peer two = caller();
        Cancellation cancellation = Cancellation.create();
        CompletableFuture<String> first = call(one, call("job", "a.write", "one"));
        beginsWith("one");
        CompletableFuture<String> second =
                call(
                        two,
                        Call.builder()
                                .requestId("job")
                                .cancellation(cancellation)
                                .to("a.write", "two"));
        beginsWith("two");
        cancellation.cancel();
        failsWith("ABORTED", second);
        await().atMost(SOON).until(() -> worker.handler().activeCount() == 1);
        results.add("done");

        assertThat(first.get(30, TimeUnit.SECONDS)).isEqualTo("done for one");
    }

    @Test
    void anAbortedCallGivesItsPlaceBack() throws Exception {
        Peer worker = join(link().concurrency(1).build(), waiting());
        Peer caller = caller();
        for (int i = 0; i < 3; i++) {
            Cancellation cancellation = Cancellation.create();
            CompletableFuture<String> aborted =
                    call(
                            caller,
                            Call.builder().cancellation(cancellation).to("a.write", "aborted"));
            beginsWith("aborted");
            cancellation.cancel();
            failsWith("ABORTED", aborted);
        }
        await().atMost(SOON).until(() -> worker.handler().activeCount() == 0);
        results.add("done");

        assertThat(call(caller, call("next", "a.write", "next")).get(30, TimeUnit.SECONDS))
                .isEqualTo("done for next");
    }

    @Test
    void anAbortedRequestIsNoLoad() throws Exception {
        for (String name : List.of("one", "two")) {
            OperationRegistry registry = waiting();
            registry.register(OperationSpec.query("a." + name).build(), (input, context) -> name);
            registry.register(OperationSpec.query("a.name").build(), (input, context) -> name);
            join(link().build(), registry);
        }
        Peer caller = caller();
        await().atMost(SOON).until(() -> caller.operations().size() == 5);
        JsonNode name = caller.call("a.name", Json.parse("{}")).data();
        for (int i = 0; i < 5; i++) {
            Cancellation cancellation = Cancellation.create();
            CompletableFuture<String> aborted =
                    call(
                            caller,
                            Call.builder().cancellation(cancellation).to("a.write", "aborted"));
            beginsWith("aborted");
            cancellation.cancel();
            failsWith("ABORTED", aborted);
            // Nothing is under way, so that the choice is the same again.
            assertThat(caller.call("a.name", Json.parse("{}")).data()).isEqualTo(name);
        }
    }

    @Test
    void aQueryOverWhichWorkersLeaveIsRepeatedTwiceOnly() throws Exception {
        Peer caller = caller();
        List<Peer> workers = new ArrayList<>(List.of(join(link().build(), waiting())));
        CompletableFuture<String> query = call(caller, call("q", "a.read", "query"));
        for (int i = 0; i < 3; i++) {
            beginsWith("query");
            workers.add(join(link().build(), waiting()));
            workers.get(i).close();
        }

        failsWith("UNAVAILABLE", query);
        assertThat(begun).isEmpty();
    }

    @Test
    void aMutationOverWhichItsWorkerLeavesIsNotRepeated() throws Exception {
        Peer caller = caller();
        Peer worker = join(link().build(), waiting());
        CompletableFuture<String> mutation = call(caller, call("m", "a.write", "mutation"));
        beginsWith("mutation");
        join(link().build(), waiting());
        worker.close();

        failsWith("UNAVAILABLE", mutation);
        assertThat(begun).isEmpty();
    }

    @Test
    void whoDeletesTheRequestsEndsTheCallsSoon() throws Exception {
        join(link().build(), waiting());
        Peer caller = caller();
        CompletableFuture<String> mutation = call(caller, call("m", "a.write", "mutation"));
        beginsWith("mutation");
        long start = System.nanoTime();
        redis.keys(key("requests:*")).forEach(redis::del);

        failsWith("UNAVAILABLE", mutation);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SOON);
    }

    @Test
    void aForgedReturnOfARunningMutationDoesNotRunItAgain() throws Exception {
        join(link().build(), waiting());
        Peer caller = caller();
        CompletableFuture<String> mutation = call(caller, call("m", "a.write", "mutation"));
        beginsWith("mutation");
        for (String inbox : redis.keys(key("inbox:*"))) {
            redis.xadd(inbox, "unsent", "m");
            redis.xadd(inbox, "from", "evil", "0", forged("m"));
            redis.xadd(inbox, "0", forged("m"));
        }
        // An entry that is read after the forged ones.
        CompletableFuture<String> later = call(caller, call("l", "a.write", "later"));
        beginsWith("later");
        assertThat(mutation).isNotDone();
        results.add("done");
        results.add("done");

        assertThat(mutation.get(30, TimeUnit.SECONDS)).isEqualTo("done for mutation");
        assertThat(later.get(30, TimeUnit.SECONDS)).isEqualTo("done for later");
        assertThat(begun).isEmpty();
    }

    private static String forged(String requestId) {
        return """
        {"type":"call.responded","id":"%1$s","payload":{"requestId":"%1$s","output":{"data":"forged",\
        "meta":{"source":"local","operationId":"a.write","timestamp":1}}}}\
        """
                .formatted(requestId);
    }

    @Test
    void aParticipantWhoseInboxIsNoStreamEndsNoSession() throws Exception {
        OperationRegistry registry = OperationRegistry.create();
        registry.register(OperationSpec.query("a.echo").build(), (input, context) -> input);
        RedisLink worker = link().build();
        join(worker, registry);
        Peer caller = caller();
        assertThat(caller.call("a.echo", "1").data()).isEqualTo(Json.parse("\"1\""));
        redis.set(key("inbox:evil"), "no stream");
        redis.zadd(key("members"), 99999999999999.0, "evil");
        String request =
                "{\"type\":\"call.requested\",\"id\":\"e\",\"payload\":{\"requestId\":\"e\","
                        + "\"operationId\":\"a.echo\",\"input\":1}}";
        for (String requests : redis.keys(key("requests:*"))) {
            redis.xadd(requests, "caller", "evil", "request", "e", "event", request);
        }
        String before = worker.workers().toString();

        for (int i = 0; i < 20; i++) {
            assertThat(caller.call("a.echo", "2").data()).isEqualTo(Json.parse("\"2\""));
        }
        assertThat(worker.isUp()).isTrue();
        assertThat(worker.workers()).hasToString(before);
    }

    @Test
    void aMissingCertificateFileIsLookedForAgain() {
        RedisLink link =
                RedisLink.to(url.replace("redis://", "rediss://"))
                        .prefix(prefix)
                        .trustedCertificates(Path.of("/no/such.pem"))
                        .build();
        try (CapturedLog log = new CapturedLog();
                Peer peer = Peer.over(link, OperationRegistry.create())) {
            assertThat(peer.isUp()).isFalse();
            await().atMost(SOON)
                    .untilAsserted(
                            () ->
                                    assertThat(log.text())
                                            .contains("cannot use Redis", "/no/such.pem"));
        }
    }

    @Test
    void operationsThatHaveLostTheirLastWorkerAreNamedUntilOneReturns() {
        RedisLink link = link().build();
        Peer front = join(link, OperationRegistry.create());
        Peer worker = join(link().build(), waiting());
        await().atMost(SOON).until(() -> front.operations().size() == 2);
        assertThat(link.withoutWorker()).isEmpty();
        worker.close();
        await().atMost(SOON)
                .untilAsserted(
                        () ->
                                assertThat(link.withoutWorker())
                                        .containsExactlyInAnyOrder("a.read", "a.write"));
        join(link().build(), waiting());
        await().atMost(SOON).until(() -> link.withoutWorker().isEmpty());
    }

    @Test
    void aParticipantThatOnlyServesReadsNoOfferings() {
        RedisLink serving = link().build();
        Others others = serving.others();
        join(serving, waiting());
        Peer caller = caller();
        await().atMost(SOON).until(() -> caller.operations().size() == 2);
        assertThat(others.isReading()).isFalse();
        assertThat(serving.workers()).hasSize(1);
        assertThat(others.isReading()).isTrue();
    }

    @Test
    void anOfferingThatIsTooLargeIsSkippedAndTheOthersAreUsed() {
        OfferingLimits small = new OfferingLimits(40_000, 60_000);
        Offerings offerings = new Offerings(new Keys(prefix), small);
        redis.set(key("offering:large"), specs(1, 30));
        redis.set(key("offering:one"), specs(100, 5));
        redis.set(key("offering:two"), specs(200, 5));
        redis.set(key("offering:three"), specs(300, 5));
        redis.rpush(key("offering:list"), "x");
        redis.set(key("offering:text"), "x".repeat(1_000_000));
        var commands =
                client.connect(RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE)).sync();
        assertThat(hashes(offerings.read(commands, Map.of("large", 9, "one", 1))))
                .containsExactly("one");
        assertThat(
                        hashes(
                                offerings.read(
                                        commands,
                                        Map.of(
                                                "one", 3, "two", 2, "three", 1, "list", 9, "text",
                                                9, "gone", 9))))
                .containsExactly("one", "two");
        // There is room again when another has left.
        assertThat(hashes(offerings.read(commands, Map.of("two", 2, "three", 1))))
                .containsExactly("two", "three");
    }

    private static List<String> hashes(List<View.Offer> offers) {
        return offers.stream().map(offer -> offer.offering().hash()).toList();
    }

    private static String specs(int from, int count) {
        List<String> specs = new ArrayList<>();
        for (int i = from; i < from + count; i++) {
            specs.add(OperationSpec.query("a.o" + i).build().toJson().toString());
        }
        return specs.toString();
    }
}
