package dev.alkdev.operations.jetty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.http.ClientWatch;
import dev.alkdev.operations.http.RawClient;
import dev.alkdev.operations.http.RestGateway;
import dev.alkdev.operations.http.RestServer;
import dev.alkdev.operations.http.Tasks;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

@ParameterizedClass
@ValueSource(booleans = {false, true})
@ExtendWith(LeakCheck.class)
class DisconnectTest {
    /** Whether Jetty's servlet container is between. */
    @Parameter boolean inContainer;

    private static final String[] WAIT = {
        "POST /operations/tasks.wait HTTP/1.1", "Content-Length: 0"
    };

    private final JettyClientWatch watch = new JettyClientWatch(Duration.ofMillis(100));
    private RestServer server;
    private OperationRegistry registry;
    private Tasks tasks;

    @BeforeEach
    void start(OperationRegistry registry) {
        this.registry = registry;
        tasks = Tasks.in(registry);
        server = serving(watch);
    }

    private RestServer serving(ClientWatch watch) {
        RestGateway.Builder gateway = RestGateway.over(registry).clientWatch(watch);
        return inContainer ? RestServer.inContainer(gateway) : RestServer.serving(gateway);
    }

    @AfterEach
    void stop() {
        server.close();
        watch.close();
    }

    private void assertInterrupted() throws InterruptedException {
        assertThat(tasks.interrupted().await(2, TimeUnit.SECONDS)).isTrue();
        await().untilAsserted(() -> assertThat(registry.openCalls()).isZero());
        await().untilAsserted(() -> assertThat(watch.watchedCount()).isZero());
    }

    @Test
    void aClientThatClosesItsConnectionAbortsItsCall() throws Exception {
        try (RawClient client = new RawClient(server)) {
            client.send(WAIT);
            assertThat(tasks.waiting().await(5, TimeUnit.SECONDS)).isTrue();
        }
        assertInterrupted();
    }

    @Test
    void connectionsArePolledOnlyWhileOneIsWatched() throws Exception {
        await().until(watch::isIdle);
        aClientThatClosesItsConnectionAbortsItsCall();
        await().until(watch::isIdle);
    }

    @Test
    void aConnectionThatIsResetAbortsItsCall() throws Exception {
        try (RawClient client = new RawClient(server)) {
            client.send(WAIT);
            assertThat(tasks.waiting().await(5, TimeUnit.SECONDS)).isTrue();
            client.reset();
        }
        assertInterrupted();
    }

    @Test
    void aClientThatGoesAwayAbortsItsBatch() throws Exception {
        String body = "{\"calls\": [{\"operation\": \"tasks.wait\"}]}";
        try (RawClient client = new RawClient(server)) {
            client.send(
                    "POST /batch HTTP/1.1",
                    "Content-Type: application/json",
                    "Content-Length: " + body.length());
            client.write(body);
            assertThat(tasks.waiting().await(5, TimeUnit.SECONDS)).isTrue();
        }
        assertInterrupted();
    }

    @Test
    void aStreamEndsWithoutWaitingForAHeartbeat() throws Exception {
        try (RawClient client = new RawClient(server)) {
            client.send("GET /operations/tasks.silent HTTP/1.1", "Accept: text/event-stream");
            assertThat(tasks.waiting().await(5, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(tasks.interrupted().await(2, TimeUnit.SECONDS)).isTrue();
    }

    /** Otherwise its handler and its reader keep each other, and the processors, busy. */
    @Test
    void aStreamWhoseClientHasGoneIsNotReadOn() throws Exception {
        AtomicInteger emitted = new AtomicInteger();
        registry.register(
                OperationSpec.subscription("tasks.endless").build(),
                (input, context, emitter) -> {
                    while (true) {
                        emitter.emit("x".repeat(10_000));
                        emitted.incrementAndGet();
                    }
                });
        CompletableFuture<Runnable> gone = new CompletableFuture<>();
        ClientWatch told =
                (request, then) -> {
                    gone.complete(then);
                    return () -> {};
                };
        try (RestServer unread = serving(told);
                RawClient client = new RawClient(unread)) {
            client.send("GET /operations/tasks.endless HTTP/1.1", "Accept: text/event-stream");
            AtomicInteger before = new AtomicInteger();
            await().pollInterval(Duration.ofMillis(100))
                    .until(
                            () ->
                                    emitted.get() > 0
                                            && emitted.get() == before.getAndSet(emitted.get()));
            // All buffers are full, and who writes waits for the client.
            gone.get(30, TimeUnit.SECONDS).run();
            await().during(Duration.ofMillis(500)).until(() -> emitted.get() < 5_000);
        }
    }

    @Test
    void aClientThatSendsItsNextRequestEarlyIsServedInTurn() throws IOException {
        try (RawClient client = new RawClient(server)) {
            client.send(WAIT[0], WAIT[1], "Operation-Timeout: 600ms");
            client.send("GET /health/live HTTP/1.1");
            assertThat(client.readThrough("}")).startsWith("HTTP/1.1 504");
            assertThat(client.readThrough("}")).startsWith("HTTP/1.1 200 OK");
            client.send("GET /operations/tasks.echo?a=1 HTTP/1.1");
            assertThat(client.readThrough("}")).startsWith("HTTP/1.1 200 OK").contains("\"a\"");
        }
    }

    /**
     * Each request is watched in turn on the same connection, while all are polled without pause.
     */
    @Test
    void noCallOfAKeptConnectionIsAbortedByTheWatchOfAnother() throws Exception {
        try (JettyClientWatch busy = new JettyClientWatch(Duration.ofNanos(1));
                RestServer polled = serving(busy);
                RawClient client = new RawClient(polled)) {
            String two = "GET /operations/tasks.echo?i=%d HTTP/1.1\r\nHost: x\r\n\r\n".repeat(2);
            for (int i = 0; i < 1_000; i++) {
                client.write(two.formatted(i, i));
                String body = "{\"i\":" + i + "}";
                assertThat(client.readThrough(body)).startsWith("HTTP/1.1 200 OK");
                assertThat(client.readThrough(body)).startsWith("HTTP/1.1 200 OK");
            }
            await().until(() -> busy.watchedCount() == 0);
        }
    }

    @Test
    void clientsThatStayAreAnswered() {
        for (int i = 0; i < 100; i++) {
            assertThat(server.get("/operations/tasks.echo?i=" + i).body())
                    .isEqualTo("{\"i\":" + i + "}");
        }
        assertThat(watch.watchedCount()).isZero();
    }
}
