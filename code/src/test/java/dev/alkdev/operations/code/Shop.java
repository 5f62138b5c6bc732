package dev.alkdev.operations.code;

import com.fasterxml.jackson.annotation.JsonTypeInfo;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Emitter;
import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.Progress;
import dev.alkdev.operations.ResponseEnvelope;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Operations of every kind, as an interface that is implemented here and bound there. */
@Operations(value = "shop", version = "2.1.0", tags = "orders")
interface Shop {
    enum State {
        OPEN,
        PAID
    }

    record Line(@NotBlank String sku, @Min(1) int quantity) {}

    record NewOrder(String customer, List<Line> lines, Payment payment) {
        public NewOrder {
            lines = List.copyOf(lines);
        }
    }

    record Order(String id, String customer, State state, BigDecimal total, Instant at) {}

    record OrderId(String id) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "type")
    sealed interface Payment {
        record Card(String number) implements Payment {}

        record Transfer(String iban) implements Payment {}
    }

    @Fails(code = "ORDER_NOT_FOUND", description = "There is no such order", httpStatus = 404)
    final class OrderNotFound extends Exception {
        private static final long serialVersionUID = 1L;
        private final String id;

        OrderNotFound(String id) {
            super("There is no order " + id);
            this.id = id;
        }

        String id() {
            return id;
        }
    }

    final class OrderClosed extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final int days;

        OrderClosed(String message, int days) {
            super(message);
            this.days = days;
        }

        int getDays() {
            return days;
        }
    }

    @Query(title = "Get an order", description = "Gets one order by its id")
    Order get(String id) throws OrderNotFound;

    @Query
    Optional<Order> find(String id);

    @Query("list")
    List<Order> orders(
            Optional<State> state,
            @Param(description = "At most so many", defaultValue = "20") @Min(1) @Max(100)
                    int limit);

    @Mutation(
            scopes = "shop:write",
            anyScope = {"a", "b"},
            resource = "shop:order",
            tags = "new")
    Order create(NewOrder order, Caller caller);

    @Mutation
    @Fails(
            code = "ORDER_CLOSED",
            description = "It cannot be changed any more",
            with = OrderClosed.class,
            httpStatus = 409)
    void cancel(String id, OperationContext context);

    @Query
    CompletionStage<Map<String, Integer>> stock(List<String> skus);

    @Query
    ResponseEnvelope<byte[]> invoice(OrderId order);

    @Mutation
    String slow(int steps, Consumer<Progress> progress);

    @Query
    String ping();

    @Subscription
    @Fails(code = "ORDER_CLOSED", with = OrderClosed.class)
    Stream<Order> watch(String customer);

    @Subscription
    Flow.Publisher<Integer> count(int to);

    @Subscription
    void ticks(int to, Emitter<Integer> emitter);
}
