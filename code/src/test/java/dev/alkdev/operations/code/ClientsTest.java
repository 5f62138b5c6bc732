package dev.alkdev.operations.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Emitter;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.ErrorSpec;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.Operation;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.Progress;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.code.Shop.Line;
import dev.alkdev.operations.code.Shop.NewOrder;
import dev.alkdev.operations.code.Shop.Order;
import dev.alkdev.operations.code.Shop.OrderClosed;
import dev.alkdev.operations.code.Shop.OrderId;
import dev.alkdev.operations.code.Shop.OrderNotFound;
import dev.alkdev.operations.code.Shop.State;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

@ExtendWith(LeakCheck.class)
class ClientsTest {
    private static final NewOrder NEW =
            new NewOrder("ann", List.of(new Line("a", 1)), new Shop.Payment.Card("4"));

    private static Shop bound(OperationRegistry registry) {
        registry.registerAll(AnnotatedOperations.of(new SmallShop()));
        return Clients.bind(Shop.class, registry);
    }

    @Test
    void valuesOfEveryKindComeBack(OperationRegistry registry) throws Exception {
        Shop shop = bound(registry);

        assertThat(shop.get("A-17")).isEqualTo(SmallShop.ORDER);
        assertThat(shop.find("A-17")).contains(SmallShop.ORDER);
        assertThat(shop.find("B")).isEmpty();
        assertThat(shop.orders(Optional.empty(), 2)).hasSize(2);
        assertThat(shop.orders(Optional.of(State.OPEN), 2)).isEmpty();
        assertThat(shop.create(NEW, Caller.trusted()).id()).isEqualTo("Card1");
        assertThat(shop.stock(List.of("a", "bb")).toCompletableFuture().get(60, TimeUnit.SECONDS))
                .isEqualTo(Map.of("a", 1, "bb", 2));
        assertThat(shop.invoice(new OrderId("A")).data()).isEqualTo(new byte[] {'A'});
        assertThat(shop.ping()).isEqualTo("pong");
    }

    @Test
    void defaultsAreFilledInWhereTheInputHasNone(OperationRegistry registry) {
        bound(registry);
        assertThat(registry.execute("shop.list", Map.of()).data()).hasSize(20);
        assertThat(registry.execute("shop.list", Map.of("limit", 3)).data()).hasSize(3);
        assertThatThrownBy(() -> registry.execute("shop.list", Map.of("limit", 101)))
                .hasMessageContaining("/limit");
    }

    @Test
    void declaredErrorsComeBackAsTheirExceptions(OperationRegistry registry) {
        Shop shop = bound(registry);

        OrderNotFound missing = catchThrowableOfType(OrderNotFound.class, () -> shop.get("B"));
        assertThat(missing).hasMessage("There is no order B");
        assertThat(missing.id()).isEqualTo("B");
        OrderClosed closed = catchThrowableOfType(OrderClosed.class, () -> shop.cancel("A", null));
        assertThat(closed).hasMessage("A is closed").hasCauseInstanceOf(CallException.class);
        assertThat(closed.getDays()).isEqualTo(7);
        assertThatThrownBy(() -> shop.orders(Optional.empty(), 0))
                .isInstanceOf(CallException.class)
                .extracting(failure -> ((CallException) failure).code())
                .isEqualTo(ErrorCode.VALIDATION_ERROR);
    }

    @Test
    void streamsComeBackAsTheyAreDeclared(OperationRegistry registry) throws Exception {
        Shop shop = bound(registry);

        try (Stream<Order> orders = shop.watch("ann")) {
            assertThat(orders).containsExactly(SmallShop.ORDER, SmallShop.ORDER);
        }
        try (Stream<Order> orders = shop.watch("bob")) {
            Iterator<Order> items = orders.iterator();
            assertThat(items.next()).isEqualTo(SmallShop.ORDER);
            OrderClosed closed = catchThrowableOfType(OrderClosed.class, items::hasNext);
            assertThat(closed.getDays()).isEqualTo(9);
        }
        Received received = new Received();
        shop.count(3).subscribe(received);
        assertThat(received.ended.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(received.items).containsExactly(1, 2, 3);
        List<String> emitted = new ArrayList<>();
        shop.ticks(
                2,
                new Emitter<>() {
                    @Override
                    public void emit(Integer item) {
                        emitted.add(item + " without id");
                    }

                    @Override
                    public void emit(Integer item, String eventId) {
                        emitted.add(item + " " + eventId);
                    }
                });
        assertThat(emitted).containsExactly("1 t1", "2 t2");
    }

    private static final class Received implements Flow.Subscriber<Integer> {
        private final List<Integer> items = Collections.synchronizedList(new ArrayList<>());
        private final CountDownLatch ended = new CountDownLatch(1);

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(Integer item) {
            items.add(item);
        }

        @Override
        public void onError(Throwable failure) {
            ended.countDown();
        }

        @Override
        public void onComplete() {
            ended.countDown();
        }
    }

    @Test
    void optionsApplyToEachCall(OperationRegistry registry) {
        Shop shop = bound(registry);
        Identity ann = Identity.of("ann", "a");

        Shop anonymous = Clients.with(shop, options -> options.caller(Caller.of(ann)));
        assertThatThrownBy(() -> anonymous.create(NEW, null))
                .hasMessageContaining("scope shop:write is missing");
        assertThat(shop.create(NEW, null).customer()).isEqualTo("ann for Trusted");
        List<Progress> seen = new ArrayList<>();
        assertThat(Clients.with(shop, options -> options.onProgress(seen::add)).slow(2, null))
                .isEqualTo("done");
        assertThat(shop.slow(1, seen::add)).isEqualTo("done");
        assertThat(seen).extracting(Progress::amount).containsExactly(1.0, 2.0, 1.0);
        Shop hurried = Clients.with(anonymous, options -> options.timeout(Duration.ZERO));
        assertThatThrownBy(hurried::ping)
                .extracting(failure -> ((CallException) failure).code())
                .isEqualTo(ErrorCode.TIMEOUT);
    }

    @Test
    void laterOptionsLeaveEarlierOnesInEffect(OperationRegistry registry) {
        Shop shop = bound(registry);
        Caller ann = Caller.of(Identity.of("ann"));
        Shop restricted = Clients.with(shop, options -> options.caller(ann));

        Shop hurried = Clients.with(restricted, options -> options.timeout(Duration.ofMinutes(1)));

        assertThatThrownBy(() -> hurried.create(NEW, null))
                .hasMessageContaining("scope shop:write is missing");
    }

    @Test
    void detailsThatDoNotFitLeaveTheFailureAsItIs(OperationRegistry registry) {
        registry.register(
                OperationSpec.query("shop.get")
                        .fails(ErrorSpec.of("ORDER_NOT_FOUND", "There is no such order"))
                        .build(),
                (input, context) -> {
                    throw new CallException("ORDER_NOT_FOUND", "gone")
                            .withDetails(Json.parse("{}"));
                });
        Shop shop = Clients.bind(Shop.class, registry);

        assertThatThrownBy(() -> shop.get("B"))
                .isInstanceOf(CallException.class)
                .hasMessage("gone");
    }

    @Test
    void aHandlerCallsInTheNameOfItsCaller(OperationRegistry registry) {
        bound(registry);
        registry.register(
                Operation.mutation("outer.create", Void.class, Order.class)
                        .handledBy(
                                (input, context) ->
                                        Clients.bind(Shop.class, context.env()).create(NEW, null)));
        registry.register(
                Operation.mutation("outer.nested", Void.class, Order.class)
                        .handledBy(
                                (input, context) -> {
                                    Shop shop = Clients.bind(Shop.class, registry);
                                    shop.cancel("A", context);
                                    return SmallShop.ORDER;
                                }));
        Caller bob = Caller.of(Identity.of("bob"));

        assertThat(registry.execute("outer.create", Map.of(), Caller.trusted()).isError())
                .isFalse();
        assertThatThrownBy(() -> registry.execute("outer.create", Map.of(), bob))
                .hasMessageContaining("its call of shop.create failed with ACCESS_DENIED");
        assertThatThrownBy(
                        () ->
                                registry.execute(
                                        Call.builder().caller(bob).to("outer.nested", Map.of())))
                .isInstanceOf(CallException.class)
                .hasMessage("outer.nested failed");
    }

    @Operations("slow")
    interface Slow {
        @Query
        CompletableFuture<String> sleep();
    }

    @Test
    void cancellingAFutureInterruptsTheCall(OperationRegistry registry) throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        registry.register(
                Operation.query("slow.sleep", Void.class, String.class)
                        .handledBy(
                                (input, context) -> {
                                    entered.countDown();
                                    try {
                                        new CountDownLatch(1).await();
                                    } catch (InterruptedException e) {
                                        interrupted.countDown();
                                        throw e;
                                    }
                                    return "";
                                }));
        CompletableFuture<String> future = Clients.bind(Slow.class, registry).sleep();
        assertThat(entered.await(60, TimeUnit.SECONDS)).isTrue();
        future.cancel(true);
        assertThat(interrupted.await(60, TimeUnit.SECONDS)).isTrue();
    }

    @Operations("shop")
    interface Enveloped {
        @Query
        ResponseEnvelope<Order> get(String id);

        @Query
        default String described(String id) {
            return get(id).data().customer()
                    + " by "
                    + getClass().getInterfaces()[0].getSimpleName();
        }
    }

    @Test
    void anInterfaceMayAskForEnvelopes(OperationRegistry registry) {
        bound(registry);
        Enveloped shop = Clients.bind(Enveloped.class, registry);
        assertThat(shop.get("A-17").meta().source()).isEqualTo("local");
        assertThat(shop).hasToString("client of Enveloped").isEqualTo(shop).isNotEqualTo("x");
    }
}
