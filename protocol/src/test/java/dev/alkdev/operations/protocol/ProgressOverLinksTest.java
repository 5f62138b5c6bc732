package dev.alkdev.operations.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.base.Deadlines;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.HandDrivenClock;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Progress of an operation at a peer extends the default time of its callers. */
@ExtendWith(LeakCheck.class)
@Timeout(60)
class ProgressOverLinksTest {
    private static final Duration STEP = Duration.ofSeconds(30);
    private static final Duration ALMOST = Duration.ofSeconds(25);
    private static final JsonNode EMPTY = Json.parse("{}");

    private final HandDrivenClock clock = new HandDrivenClock();
    private final OperationRegistry hub = OperationRegistry.builder().time(clock).build();
    private final OperationRegistry spoke = OperationRegistry.builder().time(clock).build();
    private final InProcessLink.Pair pair = InProcessLink.pair();
    private final Peer toSpoke = Peer.over(pair.left(), hub);
    private final Peer toHub = Peer.over(pair.right(), spoke);
    private final Semaphore steps = new Semaphore(0);
    private final Semaphore reported = new Semaphore(0);
    private final Semaphore heard = new Semaphore(0);

    /** Each step reports progress; an interrupt ends it. */
    @BeforeEach
    void offer() {
        spoke.register(
                OperationSpec.query("far.work").build(),
                (input, context) -> {
                    reported.release();
                    for (int i = 0; i < input.path("steps").asInt(); i++) {
                        steps.acquire();
                        context.progress(i, null, null);
                        reported.release();
                    }
                    steps.acquire();
                    return "done";
                });
    }

    @AfterEach
    void close() {
        toHub.close();
        toSpoke.close();
    }

    private void importWith(PeerImportOptions options) {
        toSpoke.keepImporting(options);
        await().until(() -> hub.isCallable("far.work"));
    }

    private CallBuilder byDefault() {
        return Call.builder()
                .deadline(Deadlines.after(STEP, clock))
                .extendable(STEP, Deadlines.after(Duration.ofSeconds(100), clock));
    }

    private CompletableFuture<?> calling(CallBuilder call, int count) {
        JsonNode input = Json.parse("{\"steps\": " + count + "}");
        CompletableFuture<?> running =
                CompletableFuture.supplyAsync(() -> hub.execute(call.to("far.work", input)));
        reported.acquireUninterruptibly();
        return running;
    }

    /** Reports progress and waits until the caller's deadline is the later one. */
    private void step() {
        clock.advance(ALMOST);
        steps.release();
        reported.acquireUninterruptibly();
        await().until(heard::tryAcquire);
    }

    private static CallException failure(CompletableFuture<?> call) {
        return (CallException)
                catchThrowableOfType(ExecutionException.class, () -> call.get(30, TimeUnit.SECONDS))
                        .getCause();
    }

    @Test
    void progressExtendsACallThroughTheHub() throws Exception {
        importWith(PeerImportOptions.none());
        CompletableFuture<?> running =
                calling(byDefault().onProgress(progress -> heard.release()), 3);
        step();
        step();
        step();
        steps.release();

        assertThat(running.get(30, TimeUnit.SECONDS)).isNotNull();
    }

    @Test
    void progressOfACallToAPeerExtendsTheCallAroundIt() throws Exception {
        hub.register(
                OperationSpec.query("a.around").build(),
                (input, context) -> {
                    CallBuilder nested = context.nested().onProgress(it -> heard.release());
                    return toSpoke.call(nested.to("far.work", input)).data();
                });
        JsonNode input = Json.parse("{\"steps\": 3}");
        CompletableFuture<?> running =
                CompletableFuture.supplyAsync(() -> hub.execute(byDefault().to("a.around", input)));
        reported.acquireUninterruptibly();
        step();
        step();
        step();
        steps.release();

        assertThat(running.get(30, TimeUnit.SECONDS)).isNotNull();
    }

    @Test
    void silenceEndsItAtBothEnds() {
        importWith(PeerImportOptions.none());
        CompletableFuture<?> running =
                calling(byDefault().onProgress(progress -> heard.release()), 1);
        step();
        clock.advance(STEP);

        assertThat(failure(running).code()).isEqualTo(ErrorCode.TIMEOUT);
    }

    @Test
    void theTimeoutOfTheImportTakesThePlaceOfTheDefault() throws Exception {
        importWith(PeerImportOptions.none().withTimeout(Duration.ofSeconds(80)));
        CompletableFuture<?> running = calling(byDefault(), 0);
        clock.advance(Duration.ofSeconds(79));
        steps.release();

        assertThat(running.get(30, TimeUnit.SECONDS)).isNotNull();
        CompletableFuture<?> late = calling(byDefault(), 0);
        clock.advance(Duration.ofSeconds(80));
        assertThat(failure(late).code()).isEqualTo(ErrorCode.TIMEOUT);
    }

    @Test
    void aCallWithoutAnyLimitIsExtendedToo() throws Exception {
        CompletableFuture<?> running =
                CompletableFuture.supplyAsync(
                        () ->
                                toSpoke.call(
                                        Call.builder()
                                                .onProgress(progress -> heard.release())
                                                .to("far.work", Json.parse("{\"steps\": 2}"))));
        reported.acquireUninterruptibly();
        step();
        step();
        steps.release();

        assertThat(running.get(30, TimeUnit.SECONDS)).isNotNull();
    }

    @Test
    void aTimeoutOfTheCallerIsNotExtended() {
        importWith(PeerImportOptions.none());
        CompletableFuture<?> running =
                calling(Call.builder().timeout(STEP).onProgress(progress -> heard.release()), 1);
        step();
        clock.advance(STEP.minus(ALMOST));

        assertThat(failure(running).code()).isEqualTo(ErrorCode.TIMEOUT);
    }

    @Test
    void aRequestSaysHowProgressExtendsIt() {
        RecordingLink link = new RecordingLink();
        PendingRequests requests = new PendingRequests(link, clock);
        link.open(requests);
        CompletableFuture<?> running =
                CompletableFuture.supplyAsync(() -> requests.call(Call.of("far.work", EMPTY)));
        await().until(() -> !link.sent().isEmpty());

        JsonNode payload = link.sent().getFirst().toJson().get("payload");
        assertThat(payload.get("timeLeft").asLong()).isEqualTo(30_000);
        assertThat(payload.get("extension").asLong()).isEqualTo(30_000);
        assertThat(payload.get("progress").asBoolean()).isTrue();
        requests.down("the test is over");
        assertThat(failure(running).code()).isEqualTo(ErrorCode.UNAVAILABLE);
    }
}
