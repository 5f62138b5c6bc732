package dev.alkdev.operations.http;

import static dev.alkdev.operations.http.RestServer.json;
import static dev.alkdev.operations.http.RestServer.problem;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;

import java.net.http.HttpResponse;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

@ExtendWith(LeakCheck.class)
class BatchTest {
    private RestServer server;
    private OperationRegistry registry;

    @BeforeEach
    void start(OperationRegistry registry) {
        this.registry = registry;
        Tasks.in(registry);
        server =
                RestServer.serving(
                        RestGateway.over(registry).limits(LimitOptions.defaults().withBatch(5, 2)));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void everyCallIsAnsweredInTheOrderAskedAndForItself() {
        HttpResponse<String> response =
                server.post(
                        "/batch",
                        """
                        {"calls": [
                          {"id": "a", "operation": "tasks.add", "input": {"a": 1, "b": 2}},
                          {"id": "b", "operation": "tasks.close", "input": {"fail": "TASK_LOCKED"}},
                          {"id": 3, "operation": "tasks.close"},
                          {"operation": "tasks.secret"},
                          {"id": "e", "operation": "tasks.count"}]}
                        """);
        JsonNode results = json(response).get("results");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(results.get(0))
                .isEqualTo(Json.parse("{\"id\": \"a\", \"status\": 200, \"data\": 3}"));
        assertThat(results.get(1).get("id").asString()).isEqualTo("b");
        assertThat(results.get(1).get("status").asInt()).isEqualTo(423);
        assertThat(results.get(1).get("error").get("instance").asString())
                .isEqualTo("/operations/tasks.close");
        assertThat(results.get(1).get("error").get("code").asString()).isEqualTo("TASK_LOCKED");
        assertThat(results.get(2))
                .isEqualTo(Json.parse("{\"id\": 3, \"status\": 200, \"data\": null}"));
        assertThat(results.get(3).has("id")).isFalse();
        assertThat(results.get(3).get("status").asInt()).isEqualTo(401);
        assertThat(results.get(4).get("status").asInt()).isEqualTo(409);
        assertThat(results).hasSize(5);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "7 | /calls/1 should be an object as {\"id\", \"operation\", \"input\"}",
                "{\"id\": \"b\"} | /calls/1/operation should be the id of an operation but is"
                        + " missing",
                "{\"operation\": 7} | /calls/1/operation should be the id of an operation but is 7",
                "{\"operation\": \"a.b\", \"args\": 1} | /calls/1/args is unknown; a call has id,"
                        + " operation and input",
                "{\"operation\": \"a.b\", \"id\": {}} | /calls/1/id should be a string or a number"
                        + " but is {}"
            })
    void aCallThatIsWrongDoesNotTouchTheOthers(String call, String detail) {
        String good = "{\"operation\": \"tasks.add\", \"input\": {\"a\": 1, \"b\": 2}}";
        JsonNode results =
                json(server.post("/batch", "{\"calls\": [" + good + "," + call + "," + good + "]}"))
                        .get("results");
        assertThat(results.get(0).get("data").asInt()).isEqualTo(3);
        assertThat(results.get(1).get("status").asInt()).isEqualTo(422);
        assertThat(results.get(1).get("error").get("detail").asString()).isEqualTo(detail);
        assertThat(results.get(2).get("data").asInt()).isEqualTo(3);
    }

    @Test
    void callsRunAtOnceButNotTooMany() {
        CyclicBarrier both = new CyclicBarrier(2);
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        registry.register(
                OperationSpec.query("batch.meet").describedAs("Meets another").build(),
                (input, context) -> {
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    both.await(5, TimeUnit.SECONDS);
                    running.decrementAndGet();
                    return "met";
                });
        String call = "{\"operation\": \"batch.meet\"}";
        JsonNode results =
                json(server.post("/batch", "{\"calls\": [" + (call + ",").repeat(3) + call + "]}"))
                        .get("results");
        assertThat(results)
                .allSatisfy(result -> assertThat(result.get("data").asString()).isEqualTo("met"));
        assertThat(most).hasValue(2);
    }

    @ParameterizedTest
    @CsvSource({"0.1, 504", "'\"100ms\"', 504"})
    void theTimeoutIsForTheWhole(String timeout, int status) {
        String call = "{\"operation\": \"tasks.wait\"}";
        JsonNode results =
                json(server.post(
                                "/batch",
                                "{\"timeout\": "
                                        + timeout
                                        + ", \"calls\": ["
                                        + (call + ",").repeat(4)
                                        + call
                                        + "]}"))
                        .get("results");
        assertThat(results)
                .hasSize(5)
                .allSatisfy(result -> assertThat(result.get("status").asInt()).isEqualTo(status));
    }

    @Test
    void theHeaderCountsIfTheBodySaysNothing() {
        JsonNode results =
                json(server.post(
                                "/batch",
                                "{\"calls\": [{\"operation\": \"tasks.context\"}]}",
                                "Operation-Timeout",
                                "5"))
                        .get("results");
        assertThat(results.get(0).get("data").get("seconds").asInt()).isEqualTo(5);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | a batch should be as {\"calls\": [{\"id\": \"a\", \"operation\":"
                        + " \"namespace.name\", \"input\": {}}]} but has no array \"calls\"",
                "{\"calls\": [], \"x\": 1} | /x is unknown; a batch has calls and timeout",
                "{\"calls\": [1,2,3,4,5,6]} | a batch should have at most 5 calls but has 6"
            })
    void whatIsNoBatchIsRefused(String body, String detail) {
        JsonNode problem = problem(server.post("/batch", body));
        assertThat(problem.get("status").asInt()).isEqualTo(422);
        assertThat(problem.get("detail").asString()).isEqualTo(detail);
    }

    @Test
    void aTimeoutThatIsNoneIsRefused() {
        JsonNode problem = problem(server.post("/batch", "{\"calls\": [], \"timeout\": \"soon\"}"));
        assertThat(problem.get("status").asInt()).isEqualTo(400);
        assertThat(problem.get("detail").asString())
                .isEqualTo(
                        "timeout should be a time as 5, 1.5, 5s or 250ms, more than 0, but is"
                                + " \"soon\"");
    }

    @ParameterizedTest
    @CsvSource({
        "1e999999999, 1E+999999999",
        "1e-999999999, 1E-999999999",
        "'\"77777777777777777777777777777777777777777\"', 7777777777777777777777777777777777777777…"
    })
    void aTimeoutBeyondAllMeasureIsRefusedInFewWords(String timeout, String quoted) {
        JsonNode problem =
                problem(server.post("/batch", "{\"calls\": [], \"timeout\": " + timeout + "}"));
        assertThat(problem.get("status").asInt()).isEqualTo(400);
        assertThat(problem.get("detail").asString()).endsWith("but is \"" + quoted + "\"");
    }

    @Test
    void noCallsAreNoResults() {
        assertThat(server.post("/batch", "{\"calls\": []}").body()).isEqualTo("{\"results\":[]}");
    }
}
