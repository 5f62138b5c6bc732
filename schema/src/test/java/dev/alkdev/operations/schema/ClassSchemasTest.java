package dev.alkdev.operations.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.InputStream;
import java.lang.reflect.Type;
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
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

class ClassSchemasTest implements SampleTypes {
    static Stream<Arguments> schemas() {
        return Stream.of(
                arguments(Object.class, "{}"),
                arguments(JsonNode.class, "{}"),
                arguments(void.class, "{'type':'null'}"),
                arguments(Void.class, "{'type':'null'}"),
                arguments(String.class, "{'type':'string'}"),
                arguments(int.class, "{'type':'integer'}"),
                arguments(byte[].class, "{'type':'string','contentEncoding':'base64'}"),
                arguments(Instant.class, "{'type':'string','format':'date-time'}"),
                arguments(UUID.class, "{'type':'string','format':'uuid'}"),
                arguments(int[].class, "{'type':'array','items':{'type':'integer'}}"),
                arguments(Color.class, "{'type':'string','enum':['RED','GREEN']}"),
                arguments(Named.class, "{'type':'string','enum':['one','zwei']}"),
                arguments(Coded.class, "{'enum':[1,2]}"),
                arguments(Money.class, "{'type':'number'}"),
                arguments(
                        Point.class,
                        "{'type':'object','properties':{'x':{'type':'integer'},"
                                + "'y':{'type':'integer'}},'required':['x','y']}"),
                arguments(
                        Person.class,
                        "{'type':'object','properties':{'name':{'type':'string'},"
                                + "'email':{'type':['string','null']},"
                                + "'age':{'type':['integer','null']},"
                                + "'tags':{'type':'array','items':{'type':'string'}}},"
                                + "'required':['name','tags']}"),
                arguments(
                        Annotated.class,
                        "{'type':'object','properties':{'renamed':{'type':'string'},"
                                + "'size':{'type':'integer','default':5},'maybe':{'type':'string'},"
                                + "'described':{'type':'boolean','description':'what it is'},"
                                + "'written':{'type':'string'}},"
                                + "'required':['renamed','described','written']}"),
                arguments(
                        Sparse.class,
                        "{'type':'object','properties':{'text':{'type':'string'},"
                                + "'items':{'type':'array','items':{'type':'string'}}},"
                                + "'description':'a described thing'}"),
                arguments(
                        Ordered.class,
                        "{'type':'object','properties':{'b':{'type':'integer'},'a':{},"
                                + "'c':{'type':'integer'}},'required':['b','a','c']}"),
                arguments(
                        Node.class,
                        "{'type':'object','properties':{'name':{'type':'string'},"
                                + "'children':{'type':'array','items':{'$ref':'#'}},"
                                + "'parent':{'anyOf':[{'type':'null'},{'$ref':'#'}]}},"
                                + "'required':['name','children']}"),
                arguments(
                        new TypeReference<List<Map<String, Point>>>() {}.getType(),
                        "{'type':'array','items':{'type':'object','additionalProperties':"
                                + "{'type':'object','properties':{'x':{'type':'integer'},"
                                + "'y':{'type':'integer'}},'required':['x','y']}}}"),
                arguments(
                        new TypeReference<Pair<String, Optional<Integer>>>() {}.getType(),
                        "{'type':'object','properties':{'left':{'type':'string'},'right':"
                                + "{'type':['integer','null']}},"
                                + "'required':['left']}"),
                arguments(
                        Shape.class,
                        "{'anyOf':[{'type':'object','properties':{'radius':{'type':'number'}},"
                                + "'required':['radius']},{'type':'object','properties':"
                                + "{'side':{'type':'number'}},'required':['side']}]}"),
                arguments(
                        Cat.class,
                        "{'type':'object','properties':{'kind':{'const':'cat'},"
                                + "'lives':{'type':'integer'}},'required':['kind','lives']}"));
    }

    @ParameterizedTest
    @MethodSource("schemas")
    void theSchemaOfATypeIs(Type type, String expected) {
        assertThat(json(type).toString()).isEqualTo(expected.replace('\'', '"'));
    }

    static Stream<Arguments> values() {
        Instant instant = Instant.parse("2024-05-06T07:08:09Z");
        OffsetDateTime offset = instant.atOffset(ZoneOffset.UTC);
        return Stream.of(
                arguments(Point.class, new Point(1, 2)),
                arguments(Person.class, new Person("Ada", null, Optional.empty(), List.of())),
                arguments(Person.class, new Person("Ada", "a@b", Optional.of(3), List.of("x"))),
                arguments(
                        Numbers.class,
                        new Numbers(
                                (byte) 1,
                                (short) 2,
                                3,
                                4L,
                                1.5f,
                                2.5,
                                new BigDecimal("1e30"),
                                BigInteger.TEN.pow(30))),
                arguments(
                        Options.class,
                        new Options(
                                OptionalInt.empty(),
                                OptionalLong.of(2),
                                OptionalDouble.of(0.5),
                                Optional.of(new Point(1, 2)))),
                arguments(
                        Times.class,
                        new Times(
                                instant,
                                LocalDate.of(2024, 5, 6),
                                LocalTime.of(10, 0),
                                LocalDateTime.of(2024, 5, 6, 10, 0),
                                offset,
                                offset.toZonedDateTime(),
                                offset.toOffsetTime(),
                                Duration.ofMinutes(90),
                                Year.of(2024),
                                YearMonth.of(2024, 5),
                                Date.from(instant))),
                arguments(
                        Others.class,
                        new Others(
                                UUID.randomUUID(),
                                URI.create("../a"),
                                Path.of("/tmp/x"),
                                Locale.GERMANY,
                                new byte[] {1, 2, 3},
                                'c')),
                arguments(Annotated.class, new Annotated("a", 1, "m", true, "hidden", 7)),
                arguments(Sparse.class, new Sparse("", List.of())),
                arguments(Snake.class, new Snake("Ada")),
                arguments(Node.class, new Node("a", List.of(new Node("b", List.of(), null)), null)),
                arguments(
                        Invoice.class,
                        new Invoice(
                                new Money(new BigDecimal("1.20")),
                                new Pair<>("l", List.of(new Point(1, 2))))),
                arguments(
                        Free.class,
                        new Free(
                                Json.parse("[1]"),
                                (ObjectNode) Json.parse("{\"a\":null}"),
                                "x",
                                Map.of("a", 1))),
                arguments(Holes.class, new Holes(java.util.Arrays.asList("a", null), null)),
                arguments(Outer.class, new Outer("a", new Point(1, 2))),
                arguments(
                        Drawing.class,
                        new Drawing(new Circle(1), List.of(new Square(2), new Circle(3)), null)),
                arguments(Animal.class, new Cat(9)),
                arguments(Animal.class, new Dog("Rex", new Dog("Fido", new Cat(1)))),
                arguments(Dog.class, new Dog("Rex", null)),
                arguments(Event.class, new Event.Opened("me")),
                arguments(Event.class, new Event.Closed(3)),
                arguments(Wrapped.class, new Wrapped.W(1)),
                arguments(Listed.class, new Listed.L(1)),
                arguments(Color.class, Color.RED),
                arguments(Named.class, Named.TWO),
                arguments(Coded.class, Coded.HIGH),
                arguments(Bean.class, new Bean()),
                arguments(new TypeReference<Set<Color>>() {}.getType(), Set.of(Color.GREEN)),
                arguments(
                        new TypeReference<Map<Color, List<Point>>>() {}.getType(),
                        Map.of(Color.RED, List.of(new Point(1, 2)))),
                arguments(
                        new TypeReference<List<Animal>>() {}.getType(),
                        List.of(new Cat(1), new Dog("Rex", null))),
                arguments(
                        new TypeReference<Optional<Point>>() {}.getType(),
                        Optional.of(new Point(3, 4))));
    }

    @ParameterizedTest
    @MethodSource("values")
    void whatJacksonWritesIsAcceptedAndStaysSoWhenReadBack(Type type, Object value) {
        var javaType = Json.mapper().constructType(type);
        String written = Json.mapper().writerFor(javaType).writeValueAsString(value);
        JsonNode schema = json(type);
        assertThat(errors(schema, Json.parse(written))).as("%s by %s", written, schema).isEmpty();
        if (readsBack(type)) {
            Object read = Json.mapper().readerFor(javaType).readValue(written);
            assertThat(Json.parse(Json.mapper().writerFor(javaType).writeValueAsString(read)))
                    .isEqualTo(Json.parse(written));
        }
    }

    /** Sealed types without type information, ignored and computed properties are only written. */
    private static boolean readsBack(Type type) {
        String name = type.getTypeName();
        return !name.contains("Shape") && !Set.of(Drawing.class, Sparse.class).contains(type);
    }

    static Stream<Arguments> misfits() {
        return Stream.of(
                arguments(Point.class, "{'x':1}"),
                arguments(Point.class, "{'x':1,'y':'2'}"),
                arguments(Person.class, "{'name':null,'tags':[]}"),
                arguments(Color.class, "'BLUE'"),
                arguments(Coded.class, "3"),
                arguments(Animal.class, "{'lives':9}"),
                arguments(Animal.class, "{'kind':'cow'}"),
                arguments(Animal.class, "{'kind':'dog','name':'Rex','friend':{'kind':'cat'}}"),
                arguments(Wrapped.class, "{'x':{'value':1}}"),
                arguments(Listed.class, "['Listed',{'value':1}]"),
                arguments(Shape.class, "{}"),
                arguments(Outer.class, "{'id':'a','x':'1','y':2}"),
                arguments(Holes.class, "{'items':[1]}"),
                arguments(Bean.class, "{'count':'1'}"));
    }

    @ParameterizedTest
    @MethodSource("misfits")
    void whatDoesNotFitTheTypeIsRefused(Type type, String json) {
        assertThat(errors(json(type), Json.parse(json.replace('\'', '"')))).isNotEmpty();
    }

    record Streaming(InputStream in) {}

    @ParameterizedTest
    @ValueSource(classes = {Thread.class, InputStream.class, Supplier.class, Streaming.class})
    void aTypeThatIsNotDataIsRefusedByName(Class<?> type) {
        assertThatThrownBy(() -> ClassSchemas.of(type))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("cannot make a schema of " + type.getName() + ": ")
                .hasMessageEndingWith(" is not data");
    }

    record Growing<T>(@Nullable Growing<List<T>> next) {}

    @Test
    void aTypeThatNeverEndsIsRefusedByName() {
        Type type = new TypeReference<Growing<String>>() {}.getType();
        assertThatThrownBy(() -> ClassSchemas.of(type))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("cannot make a schema of " + type.getTypeName() + ": ");
        assertThat(json(Point.class).path("type").asString()).isEqualTo("object");
    }

    @Test
    void gettersWithoutAFieldAreProperties() {
        assertThat(json(Bean.class).get("properties").propertyNames())
                .containsExactlyInAnyOrder("count", "name", "even");
    }

    @Test
    void threadsMayAskAtTheSameTime() {
        // The schemas of lists are not kept.
        Type drawings = new TypeReference<List<Drawing>>() {}.getType();
        Type nodes = new TypeReference<List<Node>>() {}.getType();
        assertThat(
                        IntStream.range(0, 200)
                                .parallel()
                                .mapToObj(i -> json(i % 2 == 0 ? drawings : nodes))
                                .distinct())
                .containsExactlyInAnyOrder(json(drawings), json(nodes));
    }

    @Test
    void theSchemaOfAClassIsMadeOnce() {
        assertThat(Schema.of(Point.class)).isSameAs(Schema.ofReadable(Point.class));
    }

    private static JsonNode json(Type type) {
        return ClassSchemas.of(type).toJson();
    }

    private static List<String> errors(JsonNode schema, JsonNode value) {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(schema)
                .validate(value)
                .stream()
                .map(Object::toString)
                .toList();
    }
}
