package dev.alkdev.operations.http;

import static dev.alkdev.operations.http.RestServer.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.base.ByteBudget;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What requests keep in memory is bounded for all of them together. */
@Timeout(60)
class RequestMemoryTest {
    private static final int BUDGET = 1_000_000;

    private final ByteBudget budget = ByteBudget.of(BUDGET);
    private final OperationRegistry registry =
            OperationRegistry.builder().byteBudget(budget).build();
    private final RestServer server =
            serving(LimitOptions.defaults().withHeartbeat(Duration.ofMillis(50)));

    private RestServer serving(LimitOptions limits) {
        return RestServer.serving(RestGateway.over(registry).limits(limits));
    }

    @BeforeEach
    void register() {
        registry.register(OperationSpec.query("a.echo").build(), (input, context) -> input);
        registry.register(
                OperationSpec.query("a.large").build(), (input, context) -> "x".repeat(500_000));
        registry.register(
                OperationSpec.mutation("a.change").build(),
                (input, context) -> "x".repeat(500_000));
        registry.register(
                OperationSpec.subscription("a.watch").build(),
                (input, context, emitter) -> {
                    while (true) {
                        emitter.emit("x".repeat(1_000));
                    }
                });
    }

    @AfterEach
    void nothingIsKept() {
        server.close();
        await().until(() -> budget.used() == 0);
    }

    @Test
    void aBodyForWhichThereIsNoRoomIsRefusedAndSmallOnesAreNot() {
        budget.bulk().force(700_000);
        HttpResponse<String> refused =
                server.post("/operations/a.echo", "{\"a\":\"" + "x".repeat(100_000) + "\"}");
        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.headers().firstValue("Retry-After")).contains("1");
        assertThat(problem(refused).get("code").asString()).isEqualTo("OVERLOADED");
        assertThat(problem(refused).get("retryable").asBoolean()).isTrue();
        assertThat(server.post("/operations/a.echo", "{\"a\":1}").statusCode()).isEqualTo(200);

        budget.bulk().release(700_000);
        assertThat(
                        server.post("/operations/a.echo", "{\"a\":\"" + "x".repeat(100_000) + "\"}")
                                .statusCode())
                .isEqualTo(200);
    }

    @Test
    void aBodyIsWeighedAsTheTreeItBecomes() {
        String tree = "[" + "[],".repeat(20_000) + "[]]";

        assertThat(server.post("/operations/a.echo", tree).statusCode()).isEqualTo(503);
    }

    @Test
    void aResultForWhichThereIsNoRoomIsRefused() {
        HttpResponse<String> large = server.post("/operations/a.large", "{}");
        assertThat(problem(large).get("status").asInt()).isEqualTo(503);
        assertThat(problem(large).get("code").asString()).isEqualTo("OVERLOADED");

        HttpResponse<String> changed = server.post("/operations/a.change", "{}");
        assertThat(problem(changed).get("status").asInt()).isEqualTo(503);
        assertThat(problem(changed).get("detail").asString())
                .isEqualTo("a.change ran, but there is no memory left for its result");
        assertThat(problem(changed).get("retryable").asBoolean()).isFalse();
    }

    @Test
    void aBatchWhoseResultsHaveNoRoomSaysSoForEachOfThem() {
        HttpResponse<String> response =
                server.post(
                        "/batch",
                        "{\"calls\":[{\"operation\":\"a.large\"},{\"operation\":\"a.echo\"}]}");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        assertThat(RestServer.json(response).at("/results/0/status").asInt()).isEqualTo(503);
        assertThat(RestServer.json(response).at("/results/1/status").asInt()).isEqualTo(200);
    }

    @Test
    void streamsThatNobodyReadsLeaveRoomForOthers() throws Exception {
        List<InputStream> unread = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            unread.add(server.stream("/operations/a.watch").body());
        }
        await().until(() -> budget.used() > BUDGET / 2);

        assertThat(server.post("/operations/a.echo", "{\"a\":1}").statusCode()).isEqualTo(200);
        try (InputStream read = server.stream("/operations/a.watch").body()) {
            assertThat(read.readNBytes(500_000)).hasSize(500_000);
        }
        for (InputStream stream : unread) {
            stream.close();
        }
    }

    @Test
    void aBodyThatComesDropByDropIsCut() throws Exception {
        LimitOptions limits = LimitOptions.defaults().withBodyTimeout(Duration.ofMillis(300));
        try (RestServer impatient = serving(limits);
                RawClient client = new RawClient(impatient)) {
            client.write(
                    "POST /operations/a.echo HTTP/1.1\r\nHost: x\r\nContent-Type:"
                            + " application/json\r\nContent-Length: 5000\r\n\r\n{");
            Thread dripping =
                    Thread.ofVirtual()
                            .start(
                                    () -> {
                                        for (int i = 0; i < 400; i++) {
                                            if (!drop(client)) {
                                                return;
                                            }
                                        }
                                    });
            assertThat(client.readThrough("\r\n")).contains("408");
            dripping.interrupt();
            dripping.join();
        }
    }

    @Test
    void aBodyThatStopsIsCutByTheTimeoutOfTheConnection() throws Exception {
        try (RestServer impatient = serving(LimitOptions.defaults())) {
            impatient.connector().setIdleTimeout(200);
            try (RawClient client = new RawClient(impatient)) {
                client.write(
                        "POST /operations/a.echo HTTP/1.1\r\nHost: x\r\nContent-Type:"
                                + " application/json\r\nContent-Length: 5000\r\n\r\n{");
                assertThat(client.readThrough("}"))
                        .startsWith("HTTP/1.1 408")
                        .contains("the rest of the body did not arrive in time");
            }
        }
    }

    private static boolean drop(RawClient client) {
        try {
            client.write(" ");
            Thread.sleep(20);
            return true;
        } catch (IOException | InterruptedException cut) {
            return false;
        }
    }
}
