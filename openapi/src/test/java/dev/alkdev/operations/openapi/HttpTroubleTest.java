package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Cancellation;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.HandDrivenClock;
import dev.alkdev.operations.testkit.LeakCheck;
import dev.alkdev.operations.web.Credential;
import dev.alkdev.operations.web.RetryOptions;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

@ExtendWith(LeakCheck.class)
class HttpTroubleTest {
    private static final String OK =
            SocketServer.response(
                    "200 OK", "Content-Type: application/json\r\nContent-Length: 2", "{}");
    private static final String BUSY = SocketServer.response("503 X", "Content-Length: 0", "");

    private final AtomicReference<SocketServer> server = new AtomicReference<>();

    @BeforeAll
    static void startTheSharedClient() {
        SocketServer.startSharedClient();
    }

    @AfterEach
    void stop() {
        server().close();
    }

    private SocketServer server() {
        return Objects.requireNonNull(server.get());
    }

    private void serve(SocketServer.Script script) {
        server.set(SocketServer.start(script));
    }

    private void register(
            OperationRegistry registry,
            String method,
            UnaryOperator<HttpServiceOptions.Builder> options) {
        HttpServiceOptions.Builder config =
                HttpServiceOptions.builder("api").baseUrl(server().url());
        OpenApi.from(TestApi.document(method, "/p", "{}"), options.apply(config).build())
                .registerIn(registry);
    }

    private static CallException failure(OperationRegistry registry, CallBuilder context) {
        try {
            registry.execute(context.to("api.op", Json.parse("{}")));
        } catch (CallException e) {
            return e;
        }
        throw new AssertionError("the call did not fail");
    }

    @Test
    void aTruncatedAnswerIsUnavailable(OperationRegistry registry) {
        serve(
                (number, socket, out) ->
                        SocketServer.write(
                                out, OK.replace("Content-Length: 2", "Content-Length: 99")));
        register(registry, "post", it -> it);

        CallException failure = failure(registry, Call.builder());

        assertThat(failure.code()).isEqualTo(ErrorCode.UNAVAILABLE);
        assertThat(failure.retryable()).isTrue();
        assertThat(failure.getMessage())
                .isEqualTo("POST " + server().url() + "/p lost the connection");
    }

    @Test
    void aResetConnectionIsUnavailable(OperationRegistry registry) {
        serve((number, socket, out) -> socket.setSoLinger(true, 0));
        register(registry, "post", it -> it);

        assertThat(failure(registry, Call.builder()).code()).isEqualTo(ErrorCode.UNAVAILABLE);
    }

    @Test
    void aServerThatIsNotThereIsUnavailable(OperationRegistry registry) {
        serve((number, socket, out) -> {});
        register(registry, "get", it -> it);
        server().close();

        CallException failure = failure(registry, Call.builder());

        assertThat(failure.code()).isEqualTo(ErrorCode.UNAVAILABLE);
        assertThat(failure.getMessage()).endsWith("/p cannot be reached");
    }

    @Test
    void theDeadlineEndsACallThatIsNotAnswered(OperationRegistry registry) {
        serve((number, socket, out) -> SocketServer.awaitEnd(socket));
        register(registry, "get", it -> it);
        CallBuilder soon = Call.builder().timeout(Duration.ofMillis(150));

        assertThat(failure(registry, soon).code()).isEqualTo(ErrorCode.TIMEOUT);
        await().until(() -> server().ended() == 1);
    }

    @Test
    void theRequestOfACallWithADeadlineHasNoTimerOfItsOwn(LeakCheck leaks) {
        HandDrivenClock clock = new HandDrivenClock();
        OperationRegistry registry = leaks.watch(OperationRegistry.builder().time(clock).build());
        AtomicInteger timers = new AtomicInteger();
        serve(
                (number, socket, out) -> {
                    timers.set(clock.pending());
                    SocketServer.write(out, OK);
                });
        register(registry, "get", it -> it.time(clock));
        Call call = Call.builder().timeout(Duration.ofSeconds(1)).to("api.op", Json.parse("{}"));

        registry.execute(call);

        assertThat(timers).hasValue(1);
    }

    @Test
    void theDeadlineEndsAnAnswerThatDoesNotEnd(OperationRegistry registry) {
        serve(
                (number, socket, out) -> {
                    String head = OK.replace("Content-Length: 2", "Content-Length: 99999");
                    SocketServer.write(out, head);
                    SocketServer.awaitEnd(socket);
                });
        register(registry, "get", it -> it);

        CallException failure = failure(registry, Call.builder().timeout(Duration.ofMillis(300)));

        assertThat(failure.code()).isEqualTo(ErrorCode.TIMEOUT);
        assertThat(failure.getMessage()).endsWith(" did not end by its deadline");
        await().until(() -> server().ended() == 1);
    }

    @Test
    void theTimeoutEndsAnAnswerThatDoesNotEnd(OperationRegistry registry) {
        serve(
                (number, socket, out) -> {
                    SocketServer.write(out, OK.replace("Content-Length: 2", "Content-Length: 99"));
                    SocketServer.awaitEnd(socket);
                });
        register(registry, "get", it -> it.timeout(Duration.ofMillis(150)));

        CallException failure = failure(registry, Call.builder());

        assertThat(failure.code()).isEqualTo(ErrorCode.TIMEOUT);
        assertThat(failure.getMessage()).endsWith("/p took too long");
        await().until(() -> server().ended() == 1);
    }

    @Test
    void cancellingClosesTheConnection(OperationRegistry registry) {
        serve((number, socket, out) -> SocketServer.awaitEnd(socket));
        register(registry, "get", it -> it);
        Cancellation cancellation = Cancellation.create();
        CallBuilder context = Call.builder().cancellation(cancellation);
        CompletableFuture<CallException> call =
                CompletableFuture.supplyAsync(
                        () -> failure(registry, context), Thread.ofVirtual()::start);
        await().until(() -> server().heads().size() == 1);

        cancellation.cancel();

        assertThat(call.join().code()).isEqualTo(ErrorCode.ABORTED);
        await().until(() -> server().ended() == 1);
    }

    @Test
    void aHugeAnswerIsRefusedWithoutReadingAllOfIt(OperationRegistry registry) {
        serve(
                (number, socket, out) -> {
                    SocketServer.write(
                            out, SocketServer.response("200 OK", "Content-Type: text/plain", ""));
                    byte[] block = new byte[1 << 20];
                    for (int i = 0; i < 1_000_000; i++) {
                        out.write(block);
                    }
                });
        register(registry, "get", it -> it.maxResponseBytes(5_000_000));

        assertThat(failure(registry, Call.builder()).getMessage())
                .endsWith("the body has more than 5000000 bytes");
        await().until(() -> server().ended() == 1);
    }

    @Test
    void aQueryIsTriedAgainWhenAsked(OperationRegistry registry) {
        serve((number, socket, out) -> SocketServer.write(out, number < 3 ? BUSY : OK));
        register(
                registry,
                "get",
                it -> it.retry(new RetryOptions(3, Duration.ofMillis(1), Duration.ofMillis(5))));

        registry.execute("api.op", Json.parse("{}"));

        assertThat(server().heads()).hasSize(3);
    }

    @Test
    void theTimeoutIsTheLongestTimeOfACallWithItsRetries(OperationRegistry registry) {
        HandDrivenClock clock = new HandDrivenClock();
        serve(
                (number, socket, out) ->
                        SocketServer.write(
                                out,
                                SocketServer.response(
                                        "503 X", "Retry-After: 3\r\nContent-Length: 0", "")));
        register(
                registry,
                "get",
                it -> it.retry(RetryOptions.of(9)).timeout(Duration.ofSeconds(7)).time(clock));
        CompletableFuture<CallException> call =
                CompletableFuture.supplyAsync(
                        () -> failure(registry, Call.builder()), Thread.ofVirtual()::start);
        long start = clock.millis();

        await().pollInterval(Duration.ofMillis(2))
                .until(
                        () -> {
                            clock.advance(Duration.ofMillis(10));
                            return call.isDone();
                        });

        // The third answer comes after six seconds, and three more are not left.
        assertThat(call.join().details().orElseThrow().get("statusCode").asInt()).isEqualTo(503);
        assertThat(clock.millis() - start).isBetween(6_000L, 7_500L);
        assertThat(server().heads()).hasSize(3);
    }

    @Test
    void noContentWithABodyIsNothingToTryAgain(OperationRegistry registry) {
        serve(
                (number, socket, out) ->
                        SocketServer.write(
                                out,
                                SocketServer.response(
                                        "204 No Content", "Content-Length: 2", "{}")));
        register(registry, "post", it -> it);

        CallException failure = failure(registry, Call.builder());

        assertThat(failure.code()).isEqualTo(ErrorCode.EXECUTION_ERROR);
        assertThat(failure.retryable()).isFalse();
        assertThat(failure.getMessage())
                .endsWith("/p answered 204 (no content) with a body, which breaks HTTP");
    }

    @Test
    void neitherAMutationNorAQueryByDefaultIsTriedAgain(OperationRegistry registry) {
        serve((number, socket, out) -> SocketServer.write(out, BUSY));
        register(registry, "post", it -> it.retry(RetryOptions.of(5)));
        failure(registry, Call.builder());
        registry.remove("api.op");
        register(registry, "get", it -> it);
        failure(registry, Call.builder());

        assertThat(server().heads()).hasSize(2);
    }

    @Test
    void theServersRetryAfterIsWaitedFor(OperationRegistry registry) {
        HandDrivenClock clock = new HandDrivenClock();
        serve(
                (number, socket, out) ->
                        SocketServer.write(
                                out,
                                number == 1
                                        ? SocketServer.response(
                                                "429 X", "Retry-After: 3\r\nContent-Length: 0", "")
                                        : OK));
        register(
                registry,
                "get",
                it -> it.retry(RetryOptions.of(2)).timeout(Duration.ofDays(1)).time(clock));
        CompletableFuture<Void> call =
                CompletableFuture.runAsync(
                        () -> registry.execute("api.op", Json.parse("{}")),
                        Thread.ofVirtual()::start);
        long start = clock.millis();

        await().pollInterval(Duration.ofMillis(2))
                .until(
                        () -> {
                            clock.advance(Duration.ofMillis(10));
                            return call.isDone();
                        });

        call.join();
        assertThat(clock.millis() - start).isGreaterThanOrEqualTo(3_000);
        assertThat(server().heads()).hasSize(2);
    }

    @Test
    void nothingIsLeftAfterTenThousandCancels(OperationRegistry registry) {
        serve((number, socket, out) -> SocketServer.awaitEnd(socket));
        register(registry, "get", it -> it);
        int atOnce = 40;
        for (int cancelled = 0; cancelled < 10_000; cancelled += atOnce) {
            Cancellation cancellation = Cancellation.create();
            List<CompletableFuture<CallException>> calls = new ArrayList<>();
            for (int i = 0; i < atOnce; i++) {
                CallBuilder context = Call.builder().cancellation(cancellation);
                calls.add(
                        CompletableFuture.supplyAsync(
                                () -> failure(registry, context), Thread.ofVirtual()::start));
            }
            int arrived = cancelled + atOnce;
            await().pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> server().heads().size() == arrived);

            cancellation.cancel();

            assertThat(calls)
                    .allSatisfy(it -> assertThat(it.join().code()).isEqualTo(ErrorCode.ABORTED));
        }
        await().until(() -> server().ended() == 10_000);
        assertThat(registry.openCalls()).isZero();
    }

    @Test
    void theMessageOfAFailureNeverQuotesTheQuery(OperationRegistry registry) throws IOException {
        serve((number, socket, out) -> socket.setSoLinger(true, 0));
        register(
                registry,
                "get",
                it -> it.credential(Credential.apiKey(Credential.KeyPlace.QUERY, "k", "SECRET")));

        assertThat(failure(registry, Call.builder()).toString()).doesNotContain("SECRET");
    }
}
