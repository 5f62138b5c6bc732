package dev.alkdev.operations.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.protocol.PeerImportOptions;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.TestRedis;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.Map;
import java.util.UUID;

/** Members of requests and results that no link knows. */
@Timeout(60)
class UnknownMembersTest {
    private final String prefix = "test-" + UUID.randomUUID();

    private RedisLink link() {
        return RedisLink.to(TestRedis.url().toString()).prefix(prefix).build();
    }

    @Test
    void passInMetadataAndInResultsOfTools() {
        JsonNode result =
                Json.parse(
                        """
                        {"data": {"n": 1, "later": [null]},
                         "meta": {"source": "mcp", "isError": true,
                                  "content": [{"type": "text", "text": "x", "later": {"a": 1}}],
                                  "structuredContent": {"n": 1, "later": [null]},
                                  "_meta": {"com.acme/trace": {"later": true}}}}
                        """);
        JsonNode trace = Json.parse("{\"later\": [1.50, null]}");
        OperationRegistry registry = OperationRegistry.create();
        registry.register(
                OperationSpec.query("a.tool").build(),
                (input, context) -> ResponseEnvelope.fromJson(result));
        registry.register(
                OperationSpec.query("a.metadata").build(),
                (input, context) -> context.metadata().get("com.acme/trace"));
        OperationRegistry front = OperationRegistry.create();
        try (Peer worker = Peer.over(link(), registry);
                Peer caller = Peer.over(link(), front)) {
            caller.keepImporting(PeerImportOptions.none());
            await().atMost(Duration.ofSeconds(30)).until(() -> front.isCallable("a.metadata"));

            Call call =
                    Call.builder()
                            .metadata(Map.of("com.acme/trace", trace))
                            .to("a.metadata", Map.of());
            assertThat(front.execute(call).data()).isEqualTo(trace);
            assertThat(front.execute("a.tool", Map.of()).toJson()).isEqualTo(result);
            assertThat(worker.handler().activeCount()).isLessThanOrEqualTo(1);
        }
    }
}
