package dev.alkdev.operations.code;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.ErrorSpec;
import dev.alkdev.operations.Operation;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.code.Shop.NewOrder;
import dev.alkdev.operations.code.Shop.Order;
import dev.alkdev.operations.code.Shop.OrderId;
import dev.alkdev.operations.code.Shop.State;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

import org.junit.jupiter.api.Test;

import tools.jackson.core.type.TypeReference;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An annotated method has the spec that the builder makes of the same types. */
class AnnotatedSpecTest {
    record ListOrders(
            Optional<State> state,
            @JsonPropertyDescription("At most so many")
                    @JsonProperty(defaultValue = "20")
                    @Min(1)
                    @Max(100)
                    int limit) {}

    record Stock(List<String> skus) {}

    record Days(int days) {}

    record To(int to) {}

    record Steps(int steps) {}

    record Customer(String customer) {}

    private static OperationSpec annotated(String name) {
        return AnnotatedOperations.of(new SmallShop()).stream()
                .map(OperationBinding::spec)
                .filter(spec -> spec.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static void assertSame(OperationSpec built) {
        assertThat(annotated(built.name()).toJson()).isEqualTo(built.toJson());
    }

    @Test
    void aQueryOfOneText() {
        assertSame(
                Operation.query("shop.get", OrderId.class, Order.class)
                        .title("Get an order")
                        .describedAs("Gets one order by its id")
                        .version("2.1.0")
                        .tags("orders")
                        .fails("ORDER_NOT_FOUND", 404, "There is no such order", OrderId.class)
                        .handledBy((input, context) -> SmallShop.ORDER)
                        .spec());
    }

    @Test
    void aQueryOfSeveralParameters() {
        assertSame(
                Operation.query("shop.list", ListOrders.class, new TypeReference<List<Order>>() {})
                        .version("2.1.0")
                        .tags("orders")
                        .handledBy((input, context) -> List.of())
                        .spec());
    }

    @Test
    void aMutationOfOneRecord() {
        assertSame(
                Operation.mutation("shop.create", NewOrder.class, Order.class)
                        .version("2.1.0")
                        .tags("orders", "new")
                        .access(
                                AccessControl.requires("shop:write")
                                        .withAnyOf("a", "b")
                                        .withResource("shop", "order"))
                        .handledBy((input, context) -> SmallShop.ORDER)
                        .spec());
    }

    @Test
    void resultsThatAreNothingOptionalOrAsynchronous() {
        assertSame(
                Operation.mutation("shop.cancel", OrderId.class, Void.class)
                        .version("2.1.0")
                        .tags("orders")
                        .fails("ORDER_CLOSED", 409, "It cannot be changed any more", Days.class)
                        .handledBy((input, context) -> null)
                        .spec());
        assertSame(
                Operation.query("shop.find", OrderId.class, new TypeReference<Optional<Order>>() {})
                        .version("2.1.0")
                        .tags("orders")
                        .handledBy((input, context) -> Optional.empty())
                        .spec());
        assertSame(
                Operation.query(
                                "shop.stock",
                                Stock.class,
                                new TypeReference<Map<String, Integer>>() {})
                        .version("2.1.0")
                        .tags("orders")
                        .handledBy((input, context) -> Map.of())
                        .spec());
        assertSame(
                Operation.query("shop.invoice", OrderId.class, byte[].class)
                        .version("2.1.0")
                        .tags("orders")
                        .handledBy((input, context) -> new byte[0])
                        .spec());
    }

    @Test
    void specialParametersAreNotInTheSchema() {
        assertSame(
                Operation.mutation("shop.slow", Steps.class, String.class)
                        .version("2.1.0")
                        .tags("orders")
                        .handledBy((input, context) -> "")
                        .spec());
        assertSame(
                Operation.query("shop.ping", Void.class, String.class)
                        .version("2.1.0")
                        .tags("orders")
                        .handledBy((input, context) -> "")
                        .spec());
    }

    @Test
    void subscriptions() {
        assertSame(
                Operation.subscription("shop.watch", Customer.class, Order.class)
                        .version("2.1.0")
                        .tags("orders")
                        .fails(
                                ErrorSpec.of("ORDER_CLOSED", "")
                                        .withSchema(
                                                dev.alkdev.operations.schema.Schema.of(Days.class)))
                        .handledBy((input, context, emitter) -> {})
                        .spec());
        for (String name : List.of("count", "ticks")) {
            assertSame(
                    Operation.subscription("shop." + name, To.class, Integer.class)
                            .version("2.1.0")
                            .tags("orders")
                            .handledBy((input, context, emitter) -> {})
                            .spec());
        }
    }

    @Test
    void anotherNamespaceMayBeGiven() {
        assertThat(AnnotatedOperations.in("other", new SmallShop()))
                .allMatch(binding -> binding.spec().namespace().equals("other"))
                .hasSize(12);
    }

    @Operations("math")
    static class Sums {
        @Query
        @Computes
        int add(int a, int b) {
            return a + b;
        }

        @Query
        int zero() {
            return 0;
        }
    }

    @Computes
    @Operations("math")
    static class Products {
        @Query
        int multiply(int a, int b) {
            return a * b;
        }
    }

    @Test
    void methodsAndClassesDeclareThatTheyCompute() {
        assertThat(AnnotatedOperations.of(new Sums(), new Products()))
                .filteredOn(OperationBinding::computes)
                .extracting(binding -> binding.spec().id())
                .containsExactlyInAnyOrder("math.add", "math.multiply");
    }
}
