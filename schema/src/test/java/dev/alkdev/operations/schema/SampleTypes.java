package dev.alkdev.operations.schema;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.annotation.OptBoolean;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.ser.std.ToStringSerializer;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZonedDateTime;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;

/** Java types of every kind that has a schema; a test that implements it can name them. */
interface SampleTypes {

    enum Color {
        RED,
        GREEN
    }

    enum Named {
        @JsonProperty("one")
        ONE,
        TWO {
            @Override
            public String toString() {
                return "zwei";
            }
        }
    }

    enum Coded {
        LOW(1),
        HIGH(2);

        private final int code;

        Coded(int code) {
            this.code = code;
        }

        @JsonValue
        int code() {
            return code;
        }
    }

    record Point(int x, int y) {}

    record Person(String name, @Nullable String email, Optional<Integer> age, List<String> tags) {}

    record Numbers(byte a, Short b, int c, Long d, float e, Double f, BigDecimal g, BigInteger h) {}

    record Options(OptionalInt i, OptionalLong l, OptionalDouble d, Optional<Point> p) {}

    record Times(
            Instant instant,
            LocalDate date,
            LocalTime time,
            LocalDateTime local,
            OffsetDateTime offset,
            ZonedDateTime zoned,
            OffsetTime offsetTime,
            Duration duration,
            Year year,
            YearMonth month,
            Date old) {}

    @SuppressWarnings("ArrayRecordComponent")
    record Others(UUID id, URI link, Path path, Locale locale, byte[] bytes, char letter) {}

    record Annotated(
            @JsonProperty("renamed") String original,
            @JsonProperty(defaultValue = "5") int size,
            @JsonProperty(isRequired = OptBoolean.FALSE) String maybe,
            @JsonPropertyDescription("what it is") boolean described,
            @JsonIgnore @Nullable String hidden,
            @JsonFormat(shape = JsonFormat.Shape.STRING) int written) {}

    @JsonClassDescription("a described thing")
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    record Sparse(String text, List<String> items) {}

    @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
    record Snake(String firstName) {}

    @JsonSerialize(using = ToStringSerializer.class)
    record Opaque(int a) {}

    @JsonPropertyOrder({"b", "a"})
    record Ordered(Opaque a, int b, int c) {}

    record Node(String name, List<Node> children, @Nullable Node parent) {}

    record Pair<A, B>(A left, B right) {}

    record Money(@JsonValue BigDecimal amount) {}

    record Invoice(Money total, Pair<String, List<Point>> pair) {}

    record Free(JsonNode any, ObjectNode object, Object anything, Map<String, Object> bag) {}

    @SuppressWarnings("ArrayRecordComponent")
    record Holes(List<@Nullable String> items, String @Nullable [] names) {}

    record Outer(String id, @JsonUnwrapped Point point) {}

    sealed interface Shape permits Circle, Square {}

    record Circle(double radius) implements Shape {}

    record Square(double side) implements Shape {}

    record Drawing(Shape main, List<Shape> shapes, @Nullable Shape last) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Cat.class, name = "cat"),
        @JsonSubTypes.Type(value = Dog.class, name = "dog")
    })
    sealed interface Animal permits Cat, Dog {}

    record Cat(int lives) implements Animal {}

    record Dog(String name, @Nullable Animal friend) implements Animal {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    sealed interface Event {
        @JsonTypeName("opened")
        record Opened(String by) implements Event {}

        record Closed(int code) implements Event {}
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, include = JsonTypeInfo.As.WRAPPER_OBJECT)
    sealed interface Wrapped {
        @JsonTypeName("w")
        record W(int value) implements Wrapped {}
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, include = JsonTypeInfo.As.WRAPPER_ARRAY)
    sealed interface Listed {
        record L(int value) implements Listed {}
    }

    class Bean {
        private int count;
        private String name = "n";
        private String secret = "s";

        public int getCount() {
            return count;
        }

        public void setCount(int count) {
            this.count = count;
        }

        public String getName() {
            return name;
        }

        public void setName(String name) {
            this.name = name;
        }

        public boolean isEven() {
            return count % 2 == 0 && !secret.isEmpty();
        }
    }
}
