package dev.alkdev.operations.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;

import java.io.Serializable;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.Collection;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Plain types are what the generator and Jackson make of them. */
class PlainTypeTest {
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
    }

    enum Color {
        RED,
        GREEN
    }

    record Nested(One one, Color color) {}

    record MaybeNull(
            @Nullable String a,
            @Nullable One b,
            @Nullable Color c,
            @Nullable List<String> d,
            @Nullable Map<String, String> e,
            @Nullable Integer f,
            @Nullable Object g) {}

    record Maybe(Optional<String> a, Optional<One> b, Optional<Color> c, Optional<Object> d) {}

    record Deep(List<List<String>> lists, Map<String, List<One>> map) {}

    record Sets(Set<String> set, Collection<Integer> some) {}

    record Maps(Map<String, String> a, Map<String, Object> b) {}

    record Changed(String id) {
        Changed {
            id = id.strip();
        }

        @Override
        public String id() {
            return id + "!";
        }
    }

    record Odd(String URL, int aB, boolean x_y, String $z, String Äh) {}

    record Choosy(int count) {
        Choosy {
            if (count < 0) {
                throw new IllegalArgumentException("count is negative");
            }
        }
    }

    record Several(String a, int b) {
        Several(String a) {
            this(a, 1);
        }

        static Several valueOf(String text) {
            return new Several(text);
        }
    }

    /** Has its Javadoc in a file beside it, as the annotation processor writes it. */
    record Documented(
            String id, List<One> ones, @Nullable Color color, Optional<String> note, int n) {}

    static Stream<Type> plain() {
        return Stream.of(
                One.class,
                Primitives.class,
                Boxed.class,
                Numbers.class,
                Anything.class,
                Times.class,
                Others.class,
                Lists.class,
                Sortable.class,
                Color.class,
                Nested.class,
                MaybeNull.class,
                Maybe.class,
                Deep.class,
                Sets.class,
                Maps.class,
                Changed.class,
                Odd.class,
                Several.class,
                String.class,
                new TypeReference<List<One>>() {}.getType(),
                new TypeReference<Optional<One>>() {}.getType(),
                new TypeReference<Optional<List<Color>>>() {}.getType(),
                new TypeReference<Map<String, List<Nested>>>() {}.getType(),
                new TypeReference<List<List<Integer>>>() {}.getType());
    }

    @ParameterizedTest
    @MethodSource("plain")
    void aPlainTypeHasTheSchemaOfTheGenerator(Type type) {
        PlainType plain = PlainType.of(type);

        assertThat(plain).isNotNull();
        assertThat(plain.schema()).hasToString(ClassSchemas.ofGenerator(type).toJson().toString());
        assertThat(Schema.of(type)).isEqualTo(ClassSchemas.ofGenerator(type));
    }

    @Test
    void savedJavadocDescribesTheProperties() {
        assertThat(Schema.of(Documented.class).view().property("id").description())
                .isEqualTo("the number, as A-17");
        assertThat(Schema.of(Documented.class).toJson().at("/properties/ones/items"))
                .isEqualTo(Schema.of(One.class).toJson());
        assertThat(Schema.of(Documented.class))
                .isEqualTo(ClassSchemas.ofGenerator(Documented.class));
    }

    static Stream<Arguments> values() {
        return Stream.of(
                arguments(One.class, new One("a"), "{'id':'a'}"),
                arguments(One.class, new One("ä\"\u0000"), "{'id':'ä','more':[1]}"),
                arguments(One.class, new One(null), "{'id':null}"),
                arguments(One.class, new One("x"), "{}"),
                arguments(One.class, new One("x"), "{'id':7}"),
                arguments(One.class, new One("x"), "{'id':{}}"),
                arguments(One.class, new One("x"), "[]"),
                arguments(One.class, new One("x"), "'text'"),
                arguments(One.class, new One("x"), "null"),
                arguments(Color.class, Color.GREEN, "'GREEN'"),
                arguments(Color.class, Color.GREEN, "'green'"),
                arguments(Color.class, Color.GREEN, "1"),
                arguments(Nested.class, new Nested(new One("a"), Color.RED), "{'one':{'id':'b'}}"),
                arguments(Nested.class, new Nested(null, null), "{'one':null,'color':'RED'}"),
                arguments(
                        Maps.class, new Maps(Map.of("a", "b"), Map.of("c", 1)), "{'a':{'x':'y'}}"),
                arguments(Changed.class, new Changed(" a "), "{'id':' b '}"),
                arguments(Odd.class, new Odd("u", 1, true, "z", "ä"), "{'URL':'v','aB':2}"),
                arguments(
                        Odd.class,
                        new Odd("u", 1, true, "z", "ä"),
                        "{'aB':2,'x_y':true,'$z':'','Äh':''}"),
                arguments(Choosy.class, new Choosy(1), "{'count':-1}"),
                arguments(Choosy.class, new Choosy(1), "{'count':3000000000}"),
                arguments(Choosy.class, new Choosy(1), "{'count':1.0}"),
                arguments(Choosy.class, new Choosy(1), "{'count':'5'}"),
                arguments(Choosy.class, new Choosy(1), "{}"),
                arguments(Several.class, new Several("a"), "{'a':'b','b':2}"),
                arguments(Several.class, new Several("a"), "'a'"),
                arguments(Sortable.class, new Sortable("a", 1), "{'getName':'b','isDone':2}"),
                arguments(Sortable.class, new Sortable("a", 1), "{'name':'b','done':2}"),
                arguments(
                        Figures.class,
                        new Figures(1, 2L, 0.5, true),
                        "{'a':1,'b':2,'c':0.5,'d':true}"),
                arguments(
                        Figures.class,
                        new Figures(-1, 1L << 40, 1e300, false),
                        "{'a':1,'b':1099511627776,'c':1,'d':false}"),
                arguments(
                        Figures.class,
                        new Figures(1, 2L, Double.NaN, true),
                        "{'a':1,'b':2,'c':1e400,'d':true}"),
                arguments(
                        Figures.class,
                        new Figures(1, 2L, -0.0, true),
                        "{'a':1,'b':2,'c':-0.0,'d':null}"),
                arguments(
                        FewBoxed.class,
                        new FewBoxed(1, 2L, 3.5, true),
                        "{'a':1,'b':2,'c':2.5,'d':false}"),
                arguments(FewBoxed.class, new FewBoxed(null, null, null, null), "{}"),
                arguments(Few.class, new Few(Optional.of("a"), Optional.empty()), "{'a':'b'}"),
                arguments(Few.class, new Few(null, null), "{'a':null,'b':{'id':'x'}}"),
                arguments(
                        Many.class,
                        new Many(List.of("a"), List.of(new One("b")), Map.of("c", 1)),
                        "{'a':['x',null],'b':[{'id':'y'},null],'c':{'z':3,'n':null}}"),
                arguments(
                        Many.class,
                        new Many(null, Arrays.asList(new One("b"), null), null),
                        "{'a':null,'b':[],'c':{}}"),
                arguments(Many.class, new Many(List.of(), List.of(), Map.of()), "{'a':'x'}"),
                arguments(String.class, "text", "'text'"),
                arguments(int.class, 5, "null"),
                arguments(Integer.class, 5, "null"),
                arguments(boolean.class, true, "false"),
                arguments(
                        new TypeReference<List<One>>() {}.getType(),
                        List.of(new One("a")),
                        "[{'id':'b'}]"),
                arguments(
                        new TypeReference<Optional<One>>() {}.getType(),
                        Optional.of(new One("a")),
                        "{'id':'b'}"),
                arguments(
                        new TypeReference<Optional<One>>() {}.getType(), Optional.empty(), "null"),
                arguments(
                        new TypeReference<Map<String, Color>>() {}.getType(),
                        Map.of("a", Color.RED),
                        "{'b':'GREEN'}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-11-17T03:32:14Z",
                "2026-11-17T03:32:14.067Z",
                "2026-11-17T03:32:14.123456789Z",
                "2026-11-17T03:32:14.1Z",
                "2026-11-17t03:32:14z",
                "2026-11-17T05:32:14+02:00",
                "2026-11-17T03:32:14+0000",
                "2026-11-17T24:00:00Z",
                "2016-12-31T23:59:60Z",
                "+12026-11-17T03:32:14Z",
                "-0001-01-01T00:00:00Z",
                "2026-02-30T00:00:00Z",
                "2026-11-17T03:32Z",
                " 2026-11-17T03:32:14Z ",
                "2026-11-17",
                "1763350334.5",
                "Z",
                ""
            })
    void timesAreReadAndWrittenAsJacksonDoes(String text) {
        Map<String, Object> members = Map.of("at", text);
        valuesAreReadAndWrittenAsJacksonDoes(
                Moments.class,
                new Moments(Instant.EPOCH.plusNanos(text.hashCode()), null),
                Json.mapper().writeValueAsString(members));
    }

    record Moments(Instant at, @Nullable Instant end) {}

    record Figures(int a, long b, double c, boolean d) {}

    record FewBoxed(Integer a, Long b, Double c, Boolean d) {}

    record Few(Optional<String> a, Optional<One> b) {}

    record Many(Collection<String> a, List<One> b, Map<String, Integer> c) {}

    @ParameterizedTest
    @MethodSource("values")
    void valuesAreReadAndWrittenAsJacksonDoes(Type type, Object value, String text) {
        TypeCodec codec = TypeCodec.of(type);
        var javaType = Json.mapper().constructType(type);
        JsonNode json = Json.parse(text.replace('\'', '"'));

        JsonNode written = Json.mapper().writerFor(javaType).valueToTree(value);
        assertThat(codec.write(value)).hasToString(written.toString()).isEqualTo(written);
        assertThat(attempt(() -> codec.read(json)))
                .isEqualTo(attempt(() -> Json.mapper().treeToValue(json, javaType)));
    }

    /** What a reading gives, or how it fails. */
    private static @Nullable Object attempt(Supplier<@Nullable Object> reading) {
        try {
            Object value = reading.get();
            return value == null ? null : List.of(value.getClass(), value);
        } catch (JacksonException e) {
            return e.getMessage();
        }
    }

    @Test
    void ordinaryValuesNeedNoJackson() {
        PlainType type = Objects.requireNonNull(PlainType.of(Many.class));
        Many value = new Many(List.of("a"), List.of(new One("b")), Map.of("c", 1));

        TypeCodec.Plain values = Objects.requireNonNull(TypeCodec.Plain.of(type));
        JsonNode json = Objects.requireNonNull(values.write(value));
        assertThat(values.read(json)).isEqualTo(value);
    }

    record Chars(String text) implements CharSequence {
        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.subSequence(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }

    record HasChars(Chars chars, String other) {}

    @Test
    void aRecordWithAGetterFromItsInterfaceIsNotPlain() {
        for (Object value : List.of(new Chars("abc"), new HasChars(new Chars("x"), "y"))) {
            assertThat(TypeCodec.of(value.getClass()).write(value))
                    .isEqualTo(Json.mapper().valueToTree(value));
        }
    }
}
