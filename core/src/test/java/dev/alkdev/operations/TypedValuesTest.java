package dev.alkdev.operations;

import static dev.alkdev.operations.Calls.NOTHING;
import static dev.alkdev.operations.Calls.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.SchemaOptions;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Java values of every kind go through typed operations unharmed. */
@ExtendWith(LeakCheck.class)
class TypedValuesTest {

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Circle.class, name = "circle"),
        @JsonSubTypes.Type(value = Square.class, name = "square")
    })
    sealed interface Shape {}

    record Circle(double r) implements Shape {}

    record Square(double s) implements Shape {}

    record Page<T>(List<T> items, int total) {}

    private static <T> T through(OperationRegistry registry, TypeReference<T> type, T value) {
        Operation<Void, T> operation =
                Operation.query("t.values", Void.class, type).handledBy((input, context) -> value);
        registry.replace(operation.binding());
        T read = registry.execute(operation, null).data();
        assertThat(registry.drift("t.values")).isEqualTo(Drift.none());
        return read;
    }

    @Nested
    class Unions {
        private static final List<Shape> SHAPES = List.of(new Circle(1), new Square(2));

        @Test
        void inListsMapsAndGenericRecordsKeepTheirMark(OperationRegistry registry) {
            assertThat(through(registry, new TypeReference<List<Shape>>() {}, SHAPES))
                    .isEqualTo(SHAPES);
            assertThat(registry.execute("t.values", NOTHING).data().toString())
                    .isEqualTo("[{\"type\":\"circle\",\"r\":1.0},{\"type\":\"square\",\"s\":2.0}]");
            Map<String, Shape> map = Map.of("a", new Circle(3));
            assertThat(through(registry, new TypeReference<Map<String, Shape>>() {}, map))
                    .isEqualTo(map);
            Page<Shape> page = new Page<>(SHAPES, 2);
            assertThat(through(registry, new TypeReference<Page<Shape>>() {}, page))
                    .isEqualTo(page);
            assertThat(through(registry, new TypeReference<Shape>() {}, new Circle(4)))
                    .isEqualTo(new Circle(4));
        }

        @Test
        void areInputsAndItemsOfStreamsToo(OperationRegistry registry) {
            StreamOperation<Shape, Shape> echo =
                    Operation.subscription("t.echo", Shape.class, Shape.class)
                            .handledBy(
                                    (input, context, emitter) -> {
                                        emitter.emit(input);
                                        emitter.emit(new Square(5), "e-1");
                                    });
            registry.register(echo);

            try (Subscription<Shape> stream = registry.subscribe(echo, new Circle(1))) {
                assertThat(stream.stream().map(ResponseEnvelope::data))
                        .containsExactly(new Circle(1), new Square(5));
            }
            assertThat(registry.drift("t.echo")).isEqualTo(Drift.none());
        }

        @JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
        sealed interface Deduced permits ByName, ByNumber {}

        record ByName(String name) implements Deduced {}

        record ByNumber(int number) implements Deduced {}

        @Test
        void mayBeToldApartByTheirProperties(OperationRegistry registry) {
            List<Deduced> values = List.of(new ByName("a"), new ByNumber(1));

            assertThat(through(registry, new TypeReference<List<Deduced>>() {}, values))
                    .isEqualTo(values);
        }

        sealed interface Payment permits Card, Transfer {}

        record Card(String number) implements Payment {}

        record Transfer(String iban) implements Payment {}

        record Order(Payment payment) {}

        @Test
        void thatNothingTellsApartAreRefusedAtTheDeclaration() {
            assertThatThrownBy(() -> Operation.mutation("t.pay", Order.class, Void.class))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageEndingWith(
                            "Payment has several subtypes but no discriminator; add"
                                    + " @JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property ="
                                    + " \"type\") to it");
            assertThatThrownBy(() -> Operation.query("t.pay", Void.class, Payment.class))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    static final class Bag {
        private final Map<String, Object> more = new LinkedHashMap<>();

        @JsonAnyGetter
        public Map<String, Object> more() {
            return more;
        }

        @JsonAnySetter
        public void put(String name, Object value) {
            more.put(name, value);
        }

        public int getA() {
            return 1;
        }
    }

    @Test
    void whatAnAnyGetterGivesIsKept(OperationRegistry registry) {
        Bag bag = new Bag();
        bag.put("x", "y");

        through(registry, new TypeReference<Bag>() {}, bag);

        assertThat(registry.execute("t.values", NOTHING).data().toString())
                .isEqualTo("{\"a\":1,\"x\":\"y\"}");
    }

    record Times(OffsetDateTime offset, ZonedDateTime zoned, Duration duration, Period period) {}

    @Test
    void timesKeepTheirOffsetAndZone(OperationRegistry registry) {
        Times times =
                new Times(
                        OffsetDateTime.parse("2024-01-01T10:00+02:00"),
                        ZonedDateTime.of(2024, 1, 1, 23, 30, 0, 0, ZoneId.of("Europe/Berlin")),
                        Duration.ofMillis(-1500),
                        Period.of(1, 0, 3));
        Operation<Times, Times> echo =
                Operation.query("t.times", Times.class, Times.class)
                        .handledBy(
                                (input, context) -> {
                                    assertThat(input).isEqualTo(times);
                                    return input;
                                });
        registry.register(echo);

        assertThat(registry.execute(echo, times).data()).isEqualTo(times);
        Schema asserting =
                Schema.of(
                        echo.spec().outputSchema().toJson(),
                        SchemaOptions.defaults().withFormatAssertion());
        assertThat(asserting.errors(registry.execute("t.times", tree(times)).data())).isEmpty();
        ZonedDateTime utc = ZonedDateTime.of(2024, 1, 1, 1, 0, 0, 0, ZoneId.of("UTC"));
        assertThat(through(registry, new TypeReference<ZonedDateTime>() {}, utc)).isEqualTo(utc);
    }

    private static JsonNode tree(Object value) {
        return Json.mapper().valueToTree(value);
    }

    static final class Unwritable {
        private final int[] nothing = {};

        public int getBroken() {
            return nothing[0];
        }
    }

    @Test
    void anInputThatCannotBeWrittenIsAValidationError(OperationRegistry registry) {
        Operation<Unwritable, Void> operation =
                Operation.query("t.unwritable", Unwritable.class, Void.class)
                        .handledBy((input, context) -> null);
        registry.register(operation);

        assertThat(failure(() -> registry.execute(operation, new Unwritable())).code())
                .isEqualTo("VALIDATION_ERROR");
    }
}
