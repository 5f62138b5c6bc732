package dev.alkdev.operations.code;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonTypeInfo;

import dev.alkdev.operations.Operation;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationSpec;

import org.junit.jupiter.api.Test;

import tools.jackson.core.type.TypeReference;

import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.stream.Stream;

/** The builder and the annotated form make the same spec of every type. */
class SameSpecsTest {
    enum Colour {
        RED,
        GREEN
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "type")
    sealed interface Shape {
        record Circle(double radius) implements Shape {}

        record Group(List<Shape> shapes) implements Shape {}
    }

    record Everything(
            boolean flag,
            int small,
            Long large,
            double real,
            BigDecimal exact,
            String text,
            Colour colour,
            Shape shape,
            Instant instant,
            OffsetDateTime time,
            ZonedDateTime zoned,
            LocalDate date,
            Duration duration,
            UUID uuid,
            byte[] bytes,
            Optional<String> perhaps,
            List<List<Colour>> lists,
            Set<String> texts,
            Map<String, Shape> shapes,
            Map<Colour, Integer> counts) {}

    /** Each member of {@link Everything} as a parameter, and as a result. */
    @Operations("all")
    interface All {
        @Query
        Everything everything(
                boolean flag,
                int small,
                Long large,
                double real,
                BigDecimal exact,
                String text,
                Colour colour,
                Shape shape,
                Instant instant,
                OffsetDateTime time,
                ZonedDateTime zoned,
                LocalDate date,
                Duration duration,
                UUID uuid,
                byte[] bytes,
                Optional<String> perhaps,
                List<List<Colour>> lists,
                Set<String> texts,
                Map<String, Shape> shapes,
                Map<Colour, Integer> counts);

        @Query
        Everything whole(Everything input);

        @Mutation
        void nothing(Everything input);

        @Query
        Optional<Shape> optional();

        @Query
        CompletionStage<Map<String, List<Shape>>> later();

        @Query
        BigDecimal exact();

        @Query
        byte[] bytes();

        @Query
        Set<Colour> colours();

        @Query
        Shape shape(Shape input);

        @Subscription
        Stream<Shape> stream();

        @Subscription
        Iterator<Shape> iterator();

        @Subscription
        Iterable<Shape> iterable();

        @Subscription
        Flow.Publisher<Shape> publisher();
    }

    /** Answers nothing: only the specs are looked at. */
    private static OperationSpec annotated(String name) {
        Object all =
                Proxy.newProxyInstance(
                        All.class.getClassLoader(),
                        new Class<?>[] {All.class},
                        (proxy, method, arguments) -> null);
        return AnnotatedOperations.of(all).stream()
                .map(OperationBinding::spec)
                .filter(spec -> spec.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static void assertSame(OperationSpec built) {
        assertThat(annotated(built.name()).toJson()).as(built.id()).isEqualTo(built.toJson());
    }

    private static <T> void assertSameQuery(String name, Class<?> input, TypeReference<T> output) {
        assertSame(
                Operation.query("all." + name, input, output)
                        .handledBy((given, context) -> null)
                        .spec());
    }

    @Test
    void parametersAreTheMembersOfARecord() {
        assertSameQuery("everything", Everything.class, new TypeReference<Everything>() {});
        assertSameQuery("whole", Everything.class, new TypeReference<Everything>() {});
        assertSameQuery("shape", Shape.class, new TypeReference<Shape>() {});
    }

    @Test
    void results() {
        assertSameQuery("optional", Void.class, new TypeReference<Optional<Shape>>() {});
        assertSameQuery("later", Void.class, new TypeReference<Map<String, List<Shape>>>() {});
        assertSameQuery("exact", Void.class, new TypeReference<BigDecimal>() {});
        assertSameQuery("bytes", Void.class, new TypeReference<byte[]>() {});
        assertSameQuery("colours", Void.class, new TypeReference<Set<Colour>>() {});
        assertSame(
                Operation.mutation("all.nothing", Everything.class, Void.class)
                        .handledBy((input, context) -> null)
                        .spec());
    }

    @Test
    void streams() {
        for (String name : List.of("stream", "iterator", "iterable", "publisher")) {
            assertSame(
                    Operation.subscription("all." + name, Void.class, Shape.class)
                            .handledBy((input, context, emitter) -> {})
                            .spec());
        }
    }
}
