package dev.alkdev.operations.examples.spring;

import dev.alkdev.operations.Identity;
import dev.alkdev.operations.code.Mutation;
import dev.alkdev.operations.code.Operations;
import dev.alkdev.operations.code.Param;
import dev.alkdev.operations.code.Query;
import dev.alkdev.operations.code.Subscription;

import org.springframework.stereotype.Component;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** The orders of the shop. */
// snippet: bean
@Component
@Operations("orders")
class Orders {
    private final Map<String, Order> orders = new ConcurrentSkipListMap<>();
    private final AtomicInteger last = new AtomicInteger();
    private final Stock stock;

    Orders(Stock stock) {
        this.stock = stock;
    }

    @Query(description = "Gets one order by its id")
    Order get(String id) throws OrderNotFound {
        return Optional.ofNullable(orders.get(id)).orElseThrow(() -> new OrderNotFound(id));
    }

    @Mutation(description = "Orders some pieces of a part", scopes = "orders:write")
    Order place(NewOrder order, Identity customer) {
        int pieces = Math.min(order.pieces(), stock.level(order.part()).pieces());
        String id = "A-" + last.incrementAndGet();
        return orders.computeIfAbsent(
                id, key -> new Order(key, order.part(), pieces, customer.id()));
    }

    @Subscription(description = "All orders, the oldest first")
    Stream<Order> export(@Param(description = "Of this part only") Optional<String> part) {
        return orders.values().stream()
                .filter(order -> part.isEmpty() || order.part().equals(part.get()));
    }
}
// end
