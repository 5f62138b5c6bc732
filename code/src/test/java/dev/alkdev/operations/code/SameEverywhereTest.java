package dev.alkdev.operations.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.alkdev.operations.Operation;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.code.Shop.Order;
import dev.alkdev.operations.code.Shop.OrderClosed;
import dev.alkdev.operations.code.Shop.OrderId;
import dev.alkdev.operations.code.Shop.OrderNotFound;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.redis.RedisLink;
import dev.alkdev.operations.testkit.HandDrivenClock;
import dev.alkdev.operations.testkit.TestRedis;
import dev.alkdev.operations.websocket.WebSocketEndpoint;
import dev.alkdev.operations.websocket.WebSocketServer;

import org.junit.jupiter.api.Test;

import java.net.URI;
import java.util.Iterator;
import java.util.stream.Stream;

/** One operation gives one envelope, however it is declared and wherever it is called from. */
class SameEverywhereTest {
    @Operations("shop")
    interface Envelopes {
        @Query
        ResponseEnvelope<Order> get(String id);
    }

    private final HandDrivenClock clock = new HandDrivenClock();
    private final OperationRegistry registry = registry();

    private OperationRegistry registry() {
        OperationRegistry fresh = OperationRegistry.builder().time(clock).build();
        fresh.registerAll(AnnotatedOperations.of(new SmallShop()));
        return fresh;
    }

    private ResponseEnvelope<Order> built() {
        OperationRegistry other = OperationRegistry.builder().time(clock).build();
        Operation<OrderId, Order> get =
                Operation.query("shop.get", OrderId.class, Order.class)
                        .handledBy((input, context) -> SmallShop.ORDER);
        other.register(get);
        return other.execute(get, new OrderId("A-17"));
    }

    private void assertSame(Envelopes envelopes, Shop shop) {
        assertThat(envelopes.get("A-17")).isEqualTo(built());
        OrderNotFound missing = catchThrowableOfType(OrderNotFound.class, () -> shop.get("B"));
        assertThat(missing.id()).isEqualTo("B");
        try (Stream<Order> orders = shop.watch("bob")) {
            Iterator<Order> items = orders.iterator();
            assertThat(items.next()).isEqualTo(SmallShop.ORDER);
            assertThat(catchThrowableOfType(OrderClosed.class, items::hasNext).getDays())
                    .isEqualTo(9);
        }
    }

    @Test
    void inARegistry() {
        assertThat(registry.execute(Operation.of("shop.get", Order.class), new OrderId("A-17")))
                .isEqualTo(built());
        assertSame(Clients.bind(Envelopes.class, registry), Clients.bind(Shop.class, registry));
    }

    @Test
    void overWebSocket() {
        WebSocketEndpoint endpoint =
                WebSocketEndpoint.at("/link", link -> Peer.over(link, registry)).build();
        try (WebSocketServer server = WebSocketServer.serving(endpoint).port(0).start()) {
            URI hub = URI.create("http://127.0.0.1:" + server.port());
            Envelopes envelopes = Clients.bind(Envelopes.class, hub);
            Shop shop = Clients.bind(Shop.class, hub, () -> "any");
            try {
                assertSame(envelopes, shop);
            } finally {
                Clients.close(envelopes);
                Clients.close(shop);
            }
            assertThatThrownBy(() -> envelopes.get("A-17")).hasMessageContaining("is down");
        }
    }

    @Test
    void overRedis() throws Exception {
        String url = TestRedis.url().toString();
        try (Peer worker = Peer.over(RedisLink.to(url).prefix("code").build(), registry);
                Peer caller =
                        Peer.over(
                                RedisLink.to(url).prefix("code").build(),
                                OperationRegistry.create())) {
            assertThat(worker.isUp()).isTrue();
            assertThat(caller.operations()).extracting(OperationSpec::id).contains("shop.get");
            assertSame(Clients.bind(Envelopes.class, caller), Clients.bind(Shop.class, caller));
        }
    }
}
