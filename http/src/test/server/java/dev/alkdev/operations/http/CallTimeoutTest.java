package dev.alkdev.operations.http;

import static dev.alkdev.operations.http.RestServer.json;
import static dev.alkdev.operations.http.RestServer.problem;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.testkit.HandDrivenClock;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.http.HttpResponse;
import java.time.Duration;

/** How long a call may take. */
@ExtendWith(LeakCheck.class)
class CallTimeoutTest {
    private RestServer server;

    @BeforeEach
    void start(OperationRegistry registry) {
        Tasks.in(registry);
        server = RestServer.serving(RestGateway.over(registry));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource({"5, 5", "1.5, 2", "250ms, 1", "5s, 5", "7200, 300"})
    void theHeaderGivesTheDeadlineUpToTheMost(String header, int seconds) {
        HttpResponse<String> response =
                server.post("/operations/tasks.context", "{}", "Operation-Timeout", header);
        assertThat(json(response).get("seconds").asInt()).isEqualTo(seconds);
    }

    @Test
    void withoutItTheDefaultCounts() {
        assertThat(json(server.post("/operations/tasks.context", "{}")).get("seconds").asInt())
                .isEqualTo(30);
    }

    @ParameterizedTest
    @ValueSource(strings = {"soon", "-1", "0", "0ms", "1w", "1e3", ".5", "9999999999"})
    void whatIsNoTimeIsRefused(String header) {
        HttpResponse<String> response =
                server.post("/operations/tasks.context", "{}", "Operation-Timeout", header);
        assertThat(problem(response).get("status").asInt()).isEqualTo(400);
        assertThat(problem(response).get("detail").asString())
                .isEqualTo(
                        "Operation-Timeout should be a time as 5, 1.5, 5s or 250ms, more than"
                                + " 0, but is \""
                                + header
                                + "\"");
    }

    @Test
    void aCallThatTakesLongerIsInterrupted() {
        HttpResponse<String> response =
                server.post("/operations/tasks.wait", "{}", "Operation-Timeout", "100ms");
        assertThat(problem(response).get("status").asInt()).isEqualTo(504);
        assertThat(problem(response).get("detail").asString())
                .isEqualTo("tasks.wait did not end by its deadline");
    }

    @ParameterizedTest
    @CsvSource({"true, 200", "false, 504"})
    void progressExtendsTheDefault(boolean reports, int status) {
        HandDrivenClock clock = new HandDrivenClock();
        OperationRegistry registry = OperationRegistry.builder().time(clock).build();
        registry.register(
                OperationSpec.query("tasks.report").build(),
                (input, context) -> {
                    for (int i = 0; i < 10 && !context.cancelled(); i++) {
                        clock.advance(Duration.ofSeconds(20));
                        if (reports) {
                            context.progress(i, null, null);
                        }
                    }
                    return "done";
                });
        try (RestServer patient = RestServer.serving(RestGateway.over(registry))) {
            assertThat(patient.post("/operations/tasks.report", "{}").statusCode())
                    .isEqualTo(status);
        }
    }

    @Test
    void aCallMayTakeLongerThanTheContainerLetsAConnectionBeIdle() {
        server.connector().setIdleTimeout(1_000);
        long start = System.nanoTime();
        HttpResponse<String> response =
                server.post("/operations/tasks.wait", "{}", "Operation-Timeout", "1500ms");
        assertThat(response.statusCode()).isEqualTo(504);
        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .isGreaterThan(Duration.ofMillis(1400));
    }
}
