package dev.alkdev.operations.code;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Emitter;
import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.Progress;
import dev.alkdev.operations.ResponseEnvelope;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A shop with one order, A-17. */
class SmallShop implements Shop {
    static final Order ORDER =
            new Order(
                    "A-17",
                    "ann",
                    State.PAID,
                    new BigDecimal("3.30"),
                    Instant.parse("2026-01-02T03:04:05Z"));

    @Override
    public Order get(String id) throws OrderNotFound {
        if (!id.equals(ORDER.id())) {
            throw new OrderNotFound(id);
        }
        return ORDER;
    }

    @Override
    public Optional<Order> find(String id) {
        return Optional.of(ORDER).filter(order -> order.id().equals(id));
    }

    @Override
    public List<Order> orders(Optional<State> state, int limit) {
        return Stream.generate(() -> ORDER)
                .filter(order -> state.isEmpty() || state.get() == order.state())
                .limit(state.filter(wanted -> wanted != State.PAID).isPresent() ? 0 : limit)
                .toList();
    }

    @Override
    public Order create(NewOrder order, Caller caller) {
        String customer = order.customer() + " for " + caller.getClass().getSimpleName();
        String id = order.payment().getClass().getSimpleName() + order.lines().size();
        return new Order(id, customer, State.OPEN, BigDecimal.ONE, ORDER.at());
    }

    @Override
    public void cancel(String id, OperationContext context) {
        throw new OrderClosed(id + " is closed", context.call().input().size() + 6);
    }

    @Override
    public CompletionStage<Map<String, Integer>> stock(List<String> skus) {
        return CompletableFuture.supplyAsync(
                () -> skus.stream().collect(Collectors.toMap(sku -> sku, String::length)));
    }

    @Override
    public ResponseEnvelope<byte[]> invoice(OrderId order) {
        return ResponseEnvelope.local(order.id().getBytes(StandardCharsets.UTF_8), "shop.invoice");
    }

    @Override
    public String slow(int steps, Consumer<Progress> progress) {
        for (int i = 1; i <= steps; i++) {
            progress.accept(new Progress(i, (double) steps, null));
        }
        return "done";
    }

    @Override
    public String ping() {
        return "pong";
    }

    @Override
    public Stream<Order> watch(String customer) {
        return customer.equals("ann")
                ? Stream.of(ORDER, ORDER)
                : Stream.of(1, 2)
                        .map(
                                number -> {
                                    if (number == 2) {
                                        throw new OrderClosed("closed", 9);
                                    }
                                    return ORDER;
                                });
    }

    @Override
    public Flow.Publisher<Integer> count(int to) {
        SubmissionPublisher<Integer> numbers = new SubmissionPublisher<>();
        return subscriber -> {
            numbers.subscribe(subscriber);
            IntStream.rangeClosed(1, to).forEach(numbers::submit);
            numbers.close();
        };
    }

    @Override
    public void ticks(int to, Emitter<Integer> emitter) {
        IntStream.rangeClosed(1, to).forEach(tick -> emitter.emit(tick, "t" + tick));
    }
}
