package dev.alkdev.operations.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

/** The snippets of {@code docs/guide/redis.md}, with the server of the tests. */
class RedisGuideTest {
    private static final String URL = TestRedis.url().toString();

    @Test
    void aWorkerServesAndACallerCalls() {
        OperationRegistry registry = OperationRegistry.create();
        OperationSpec reserve =
                OperationSpec.mutation("stock.reserve")
                        .annotations(Json.parse("{\"idempotentHint\": true}"))
                        .build();
        registry.register(reserve, (input, context) -> true);
        registry.register(
                OperationSpec.query("stock.count").requires("stock:read").build(),
                (input, context) -> 12);
        Caller shop = Caller.of(Identity.of("shop", "stock:read"));
        RedisLink link = RedisLink.to(URL).prefix("shop").peer(shop).build();
        try (Peer others = Peer.over(link, registry);
                Peer workers =
                        Peer.over(
                                RedisLink.to(URL).prefix("shop").self(shop).build(),
                                OperationRegistry.create())) {
            JsonNode count = workers.call("stock.count", Json.parse("{\"part\": \"bolt\"}")).data();
            assertThat(count.intValue()).isEqualTo(12);
            assertThat(workers.operations())
                    .extracting(OperationSpec::id)
                    .containsExactly("stock.count", "stock.reserve");
            assertThat(others.operations()).isEmpty();
        }
    }

    @Test
    void aCallerIsListedOnlyWhatItMayUse() {
        OperationRegistry registry = OperationRegistry.create();
        registry.register(
                OperationSpec.query("stock.count").requires("stock:read").build(),
                (input, context) -> 12);
        try (Peer worker = Peer.over(RedisLink.to(URL).prefix("safe").build(), registry);
                Peer caller =
                        Peer.over(
                                RedisLink.to(URL).prefix("safe").build(),
                                OperationRegistry.create())) {
            assertThat(worker.isUp()).isTrue();
            assertThat(caller.operations()).isEmpty();
        }
    }
}
