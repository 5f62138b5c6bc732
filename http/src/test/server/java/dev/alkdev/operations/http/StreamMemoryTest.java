package dev.alkdev.operations.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.base.ByteBudget;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Event streams without events, of which each takes memory for its connection. */
@Timeout(120)
class StreamMemoryTest {
    private static final int ROOM = 5;

    @Test
    void streamsAreRefusedBeforeTheMemoryIsFull() throws Exception {
        // Streams may have three quarters.
        ByteBudget budget = ByteBudget.of(ROOM * StreamCounts.STREAM_BYTES * 4L / 3 + 8);
        OperationRegistry registry = OperationRegistry.builder().byteBudget(budget).build();
        registry.register(
                OperationSpec.subscription("a.quiet").build(),
                (input, context, emitter) -> new CountDownLatch(1).await());
        List<RawClient> open = new ArrayList<>();
        try (RestServer server = RestServer.serving(RestGateway.over(registry))) {
            for (int i = 0; i < ROOM; i++) {
                open.add(reading(server));
            }
            assertThat(budget.used()).isEqualTo((long) ROOM * StreamCounts.STREAM_BYTES);

            HttpResponse<String> refused = server.get("/operations/a.quiet");
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
            assertThat(RestServer.problem(refused).path("code").asString()).isEqualTo("OVERLOADED");
            assertThat(server.get("/health/live").statusCode()).isEqualTo(200);
        } finally {
            for (RawClient client : open) {
                client.close();
            }
        }
        await().atMost(Duration.ofSeconds(60)).until(() -> budget.used() == 0);
    }

    private static RawClient reading(RestServer server) throws IOException {
        RawClient client = new RawClient(server);
        client.send("GET /operations/a.quiet HTTP/1.1");
        assertThat(client.readThrough("\r\n\r\n")).contains("200");
        return client;
    }
}
