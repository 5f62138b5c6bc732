package dev.alkdev.operations.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.node.ObjectNode;

import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Collection;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;

class PlainRecordTest {
    record One(String id) {}

    record Primitives(
            byte a, short b, int c, long d, float e, double f, boolean g, char h, byte[] i) {}

    record Boxed(Integer a, Long b, Double c, Boolean d, Character e, Float f, Short g, Byte h) {}

    record Numbers(BigDecimal a, BigInteger b, Number c) {}

    record Anything(Object value) {}

    record Times(
            Instant a,
            LocalDate b,
            OffsetDateTime c,
            ZonedDateTime d,
            Duration e,
            java.util.Date f) {}

    record Others(UUID a, URI b, Path c, Locale d, Currency e, java.util.regex.Pattern f) {}

    record Lists(List<String> a, List<Integer> b, List<UUID> c, List<byte[]> d) {}

    record Sortable(String getName, int isDone) implements Comparable<Sortable>, Serializable {
        @Override
        public int compareTo(Sortable other) {
            return 0;
        }

        String derived() {
            return "";
        }

        public String getMore() {
            return "";
        }
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                One.class,
                Primitives.class,
                Boxed.class,
                Numbers.class,
                Anything.class,
                Times.class,
                Others.class,
                Lists.class,
                Sortable.class
            })
    void aPlainRecordHasTheSchemaOfTheGenerator(Class<?> type) {
        ObjectNode plain = PlainRecord.schema(type);

        assertThat(plain).isNotNull();
        assertThat(plain).hasToString(ClassSchemas.ofGenerator(type).toJson().toString());
    }

    record Empty() {}

    record Generic<T>(T value) {}

    record Nested(One one) {}

    record MaybeNull(@Nullable String id) {}

    record MaybeNulls(List<@Nullable String> ids) {}

    record Maybe(Optional<String> id) {}

    record MaybeNumber(OptionalInt id) {}

    record Deep(List<List<String>> lists) {}

    record Sets(Set<String> set) {}

    record Some(Collection<String> some) {}

    record Maps(Map<String, String> map) {}

    record Named(@JsonProperty("other") String id) {}

    record Value(String id) {
        @JsonValue
        String text() {
            return id;
        }
    }

    record Created(String id) {
        @JsonCreator
        static Created of(String id) {
            return new Created(id);
        }
    }

    sealed interface Shape {}

    record Circle(double radius) implements Shape {}

    static class Bean {
        public String id = "";
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Empty.class,
                Generic.class,
                Nested.class,
                MaybeNull.class,
                MaybeNulls.class,
                Maybe.class,
                MaybeNumber.class,
                Deep.class,
                Sets.class,
                Some.class,
                Maps.class,
                Named.class,
                Value.class,
                Created.class,
                Circle.class,
                Bean.class,
                String.class
            })
    void anythingElseIsLeftToTheGenerator(Class<?> type) {
        assertThat(PlainRecord.schema(type)).isNull();
    }
}
