package dev.alkdev.operations.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;

import java.net.http.HttpResponse;
import java.util.concurrent.CountDownLatch;

/** Calls whose handlers go on after their deadline, because they ignore interrupts. */
@ExtendWith(LeakCheck.class)
class OverdueTest {
    private final CountDownLatch gate = new CountDownLatch(1);
    private OperationRegistry registry;
    private RestServer server;

    @BeforeEach
    void start(OperationRegistry registry) {
        this.registry = registry;
        Tasks.in(registry);
        registry.register(
                OperationSpec.query("slow.stubborn").build(),
                (input, context) -> {
                    awaitStubbornly();
                    return "late";
                });
        registry.register(
                OperationSpec.query("slow.failing").build(),
                (input, context) -> {
                    awaitStubbornly();
                    throw new IllegalStateException("late");
                });
        registry.register(
                OperationSpec.query("slow.polite").build(),
                (input, context) -> {
                    gate.await();
                    return "late";
                });
        server = RestServer.serving(RestGateway.over(registry));
    }

    @AfterEach
    void stop() {
        gate.countDown();
        server.close();
    }

    private void awaitStubbornly() {
        while (gate.getCount() > 0) {
            try {
                gate.await();
            } catch (InterruptedException ignored) {
                // On purpose: this handler does not end.
                continue;
            }
        }
    }

    private HttpResponse<String> post(String id) {
        return server.post("/operations/" + id, "{}", "Operation-Timeout", "300ms");
    }

    @Test
    void respondsAtTheDeadline() {
        for (String id : new String[] {"slow.stubborn", "slow.failing"}) {
            HttpResponse<String> response = post(id);

            assertThat(response.statusCode()).isEqualTo(504);
            assertThat(RestServer.problem(response).path("code").asString()).isEqualTo("TIMEOUT");
            assertThat(RestServer.problem(response).path("detail").asString())
                    .isEqualTo(id + " did not end by its deadline");
            assertThat(response.headers().firstValue("Connection")).hasValue("close");
        }
        assertThat(registry.openCalls()).isEqualTo(2);
        // Other requests are served meanwhile.
        assertThat(server.post("/operations/tasks.add", "{\"a\": 1, \"b\": 2}").body())
                .isEqualTo("3");

        gate.countDown();
        await().until(() -> registry.openCalls() == 0);
        assertThat(post("slow.stubborn").body()).isEqualTo("\"late\"");
    }

    @Test
    void keepsTheConnectionOfAHandlerThatHeedsItsInterrupt() {
        HttpResponse<String> response = post("slow.polite");

        assertThat(response.statusCode()).isEqualTo(504);
        assertThat(response.headers().firstValue("Connection")).isEmpty();
    }

    @Test
    void respondsToAllCallsOfABatch() {
        server.close();
        LimitOptions limits = LimitOptions.defaults().withBatch(8, 2);
        server = RestServer.serving(RestGateway.over(registry).limits(limits));
        HttpResponse<String> response =
                server.post(
                        "/batch",
                        """
                        {"timeout": "300ms", "calls": [
                          {"id": "a", "operation": "slow.stubborn"},
                          {"id": "b", "operation": "tasks.add", "input": {"a": 1, "b": 2}},
                          {"id": "c", "operation": "slow.failing"},
                          {"id": "d", "operation": "slow.stubborn"},
                          {"id": "e", "operation": "slow.polite"}]}
                        """);

        assertThat(response.statusCode()).isEqualTo(200);
        JsonNode results = RestServer.json(response).path("results");
        assertThat(results.valueStream().map(it -> it.get("id").asString()))
                .containsExactly("a", "b", "c", "d", "e");
        assertThat(results.valueStream().map(it -> it.get("status").asInt()))
                .containsExactly(504, 200, 504, 504, 504);
        assertThat(response.headers().firstValue("Connection")).isEmpty();
        // The queued call was never started, because its deadline had passed.
        assertThat(registry.openCalls()).isEqualTo(2);

        gate.countDown();
        await().until(() -> registry.openCalls() == 0);
    }
}
