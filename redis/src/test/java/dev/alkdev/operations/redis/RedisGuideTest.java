package dev.alkdev.operations.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.TestRedis;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

/** The snippets of {@code docs/guide/redis.md}, with the server of the tests. */
class RedisGuideTest {
    private final String url = TestRedis.url().toString();

    @Test
    void aWorkerServesAndACallerCalls() {
        OperationRegistry registry = OperationRegistry.create();
        // snippet: repeatable
        OperationSpec reserve =
                OperationSpec.mutation("stock.reserve")
                        .annotations(Json.parse("{\"idempotentHint\": true}"))
                        .build();
        // end
        registry.register(reserve, (input, context) -> true);
        registry.register(OperationSpec.query("stock.count").build(), (input, context) -> 12);
        // snippet: serve
        RedisLink link = RedisLink.to(url).prefix("shop").build(); // "redis://localhost:6379"
        Peer others = Peer.over(link, registry);
        // end
        // snippet: call
        Peer workers =
                Peer.over(RedisLink.to(url).prefix("shop").build(), OperationRegistry.create());
        JsonNode count = workers.call("stock.count", Json.parse("{\"part\": \"bolt\"}")).data();
        // end
        try (others;
                workers) {
            assertThat(count.intValue()).isEqualTo(12);
            assertThat(workers.operations())
                    .extracting(OperationSpec::id)
                    .containsExactly("stock.count", "stock.reserve");
            assertThat(others.operations()).isEmpty();
        }
    }

    @Test
    void aWorkerRunsWhatOthersAskForInTheNameItWasGiven() {
        OperationRegistry registry = OperationRegistry.create();
        registry.register(
                OperationSpec.query("stock.count").requires("stock:read").build(),
                (input, context) -> 12);
        // snippet: guarded
        RedisLink guarded =
                RedisLink.to(url)
                        .prefix("shop")
                        .peer(Caller.of(Identity.of("shop", "stock:read")))
                        .build();
        // end
        Caller shop = guarded.peer();
        try (Peer worker = Peer.over(guarded, registry);
                Peer caller =
                        Peer.over(
                                RedisLink.to(url).prefix("shop").self(shop).build(),
                                OperationRegistry.create())) {
            assertThat(worker.isUp()).isTrue();
            assertThat(caller.call("stock.count", Json.parse("{}")).data().intValue())
                    .isEqualTo(12);
        }
    }

    @Test
    void aCallerIsListedOnlyWhatItMayUse() {
        OperationRegistry registry = OperationRegistry.create();
        registry.register(
                OperationSpec.query("stock.count").requires("stock:read").build(),
                (input, context) -> 12);
        try (Peer worker = Peer.over(RedisLink.to(url).prefix("safe").build(), registry);
                Peer caller =
                        Peer.over(
                                RedisLink.to(url).prefix("safe").build(),
                                OperationRegistry.create())) {
            assertThat(worker.isUp()).isTrue();
            assertThat(caller.operations()).isEmpty();
        }
    }
}
