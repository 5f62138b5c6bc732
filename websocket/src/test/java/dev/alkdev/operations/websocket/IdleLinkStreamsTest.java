package dev.alkdev.operations.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.IdleCost;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

@Timeout(90)
class IdleLinkStreamsTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final int STREAMS = 500;

    private final OperationRegistry registry = OperationRegistry.create();
    private final List<Subscription<JsonNode>> open = new ArrayList<>();

    private void open(Peer peer, int streams) {
        for (int i = 0; i < streams; i++) {
            open.add(peer.subscribe("a.quiet", Json.parse("{}")));
        }
        await().atMost(SOON).until(() -> registry.openSubscriptions() == open.size());
    }

    /** 6 kB at both ends together. */
    @Test
    void oneCostsAThreadAtTheAnsweringEndAndLittleHeap() {
        registry.register(
                OperationSpec.subscription("a.quiet").build(),
                (input, context, emitter) -> new CountDownLatch(1).await());
        WebSocketEndpoint endpoint =
                WebSocketEndpoint.at("/link", link -> Peer.over(link, registry)).build();
        try (WebSocketServer server = WebSocketServer.serving(endpoint).start();
                WebSocketClientLink link = WebSocketClientLink.to(server.uri()).build();
                Peer peer = Peer.over(link, OperationRegistry.create())) {
            link.awaitUp(SOON);
            open(peer, 20);

            IdleCost cost = IdleCost.of(STREAMS, () -> open(peer, STREAMS));

            assertThat(cost.threads()).isCloseTo(1, within(0.1));
            assertThat(cost.bytes()).isLessThan(2 * 8_000);
            open.forEach(Subscription::close);
        }
    }
}
