package dev.alkdev.operations.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import tools.jackson.databind.JsonNode;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;

/** Whoever interrupts a thread gets it back soon, whatever it is working on. */
class InterruptedWorkTest {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final Duration LEFT_ALONE = Duration.ofMillis(50);
    private static final Duration LONGEST_AFTERWARDS = Duration.ofSeconds(1);

    private static final Map<String, BiConsumer<Schema, JsonNode>> VERBS =
            Map.of(
                    "accepts",
                    Schema::accepts,
                    "errors",
                    (schema, value) -> schema.errors(value),
                    "normalize",
                    (schema, value) -> schema.normalize(value),
                    "cast",
                    InterruptedWorkTest::cast);

    static List<HostilePairs.Pair> pairs() {
        return HostilePairs.all();
    }

    @AfterEach
    void forgetTheInterrupt() {
        assertThat(Thread.interrupted()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void aThreadIsFreeWithinASecondOfItsInterrupt(HostilePairs.Pair pair) throws Exception {
        Schema schema = Schema.parse(pair.schema().get());
        JsonNode value = pair.value().get();
        for (Map.Entry<String, BiConsumer<Schema, JsonNode>> verb : VERBS.entrySet()) {
            Duration after = timeAfterInterrupt(() -> verb.getValue().accept(schema, value));
            assertThat(after).as(verb.getKey()).isLessThan(LONGEST_AFTERWARDS);
        }
    }

    @Test
    void whatIsInterruptedSaysSoAndLeavesTheFlag() {
        Schema strings = Schema.parse("{\"items\": {\"type\": \"integer\"}}");
        JsonNode numbers = Json.mapper().valueToTree(new int[5_000]);
        Thread.currentThread().interrupt();
        assertThatExceptionOfType(SchemaInterruptedException.class)
                .isThrownBy(() -> strings.accepts(numbers))
                .withMessage("the thread was interrupted while it worked on a value");
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void shortWorkIsDoneOnAnInterruptedThread() {
        Schema strings =
                Schema.parse("{\"items\": {\"$ref\": \"#/$defs/s\"}, \"$defs\": {\"s\": {}}}");
        JsonNode numbers = Json.mapper().valueToTree(new int[100]);
        Thread.currentThread().interrupt();
        assertThat(strings.accepts(numbers)).isTrue();
        assertThat(strings.errors(numbers)).isEmpty();
        assertThat(strings.normalize(numbers)).isSameAs(numbers);
        assertThat(Thread.interrupted()).isTrue();
    }

    private static void cast(Schema schema, JsonNode value) {
        try {
            schema.cast(value);
        } catch (CastException tooMuch) {
            assertThat(tooMuch).hasMessageNotContaining("null");
        }
    }

    /** How long a thread works on after it was interrupted, not counting what others take. */
    private static Duration timeAfterInterrupt(Runnable work) throws InterruptedException {
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        AtomicLong end = new AtomicLong();
        Thread worker =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    try {
                                        work.run();
                                    } catch (SchemaInterruptedException expected) {
                                        assertThat(Thread.interrupted()).isTrue();
                                    } catch (Throwable e) {
                                        failure.set(e);
                                    } finally {
                                        end.set(THREADS.getCurrentThreadCpuTime());
                                    }
                                });
        worker.join(LEFT_ALONE);
        long interrupted = THREADS.getThreadCpuTime(worker.threadId());
        worker.interrupt();
        worker.join();
        assertThat(failure.get()).isNull();
        return interrupted < 0 ? Duration.ZERO : Duration.ofNanos(end.get() - interrupted);
    }
}
