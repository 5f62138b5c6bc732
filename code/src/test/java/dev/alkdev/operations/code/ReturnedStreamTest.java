package dev.alkdev.operations.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;

import java.util.Map;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Streams that methods return are closed, however their subscription ends. */
@ExtendWith(LeakCheck.class)
class ReturnedStreamTest {
    @Operations("numbers")
    static final class Numbers {
        final AtomicInteger closed = new AtomicInteger();

        @Subscription
        Stream<Integer> few() {
            return Stream.of(1, 2).onClose(closed::incrementAndGet);
        }

        @Subscription
        Stream<Integer> endless() {
            return Stream.iterate(1, number -> number + 1).onClose(closed::incrementAndGet);
        }

        @Subscription
        Stream<Integer> failing() {
            return Stream.of(1, 0).map(number -> 1 / number).onClose(closed::incrementAndGet);
        }

        @Subscription
        Flow.Publisher<Integer> published() {
            return subscriber ->
                    subscriber.onSubscribe(
                            new Flow.Subscription() {
                                @Override
                                public void request(long count) {
                                    subscriber.onNext(1);
                                }

                                @Override
                                public void cancel() {
                                    closed.incrementAndGet();
                                }
                            });
        }
    }

    private final Numbers numbers = new Numbers();

    @Test
    void closesAStreamAtItsEnd(OperationRegistry registry) {
        registry.registerAll(AnnotatedOperations.of(numbers));

        try (dev.alkdev.operations.Subscription<JsonNode> items =
                registry.subscribe("numbers.few", Map.of())) {
            assertThat(items.stream()).hasSize(2);
        }

        await().until(() -> numbers.closed.get() == 1);
    }

    @Test
    void closesAStreamThatIsNotReadToItsEnd(OperationRegistry registry) {
        registry.registerAll(AnnotatedOperations.of(numbers));

        try (dev.alkdev.operations.Subscription<JsonNode> items =
                registry.subscribe("numbers.endless", Map.of())) {
            items.next();
        }

        await().until(() -> numbers.closed.get() == 1);
    }

    @Test
    void cancelsAPublisherThatIsNotReadToItsEnd(OperationRegistry registry) {
        registry.registerAll(AnnotatedOperations.of(numbers));

        try (dev.alkdev.operations.Subscription<JsonNode> items =
                registry.subscribe("numbers.published", Map.of())) {
            items.next();
        }

        await().until(() -> numbers.closed.get() == 1);
    }

    @Test
    void closesAStreamThatFails(OperationRegistry registry) {
        registry.registerAll(AnnotatedOperations.of(numbers));

        try (dev.alkdev.operations.Subscription<JsonNode> items =
                registry.subscribe("numbers.failing", Map.of())) {
            items.next();
            assertThatThrownBy(items::next).hasMessageContaining("numbers.failing");
        }

        await().until(() -> numbers.closed.get() == 1);
    }
}
