package dev.alkdev.operations;

import static dev.alkdev.operations.Calls.NOTHING;
import static dev.alkdev.operations.Calls.failure;
import static dev.alkdev.operations.Calls.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.alkdev.operations.base.TimeSource;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** No value of 1 MB holds a thread for longer than a second beyond the deadline of its call. */
@ExtendWith(LeakCheck.class)
class InputDeadlineTest {
    private static final int MEGABYTE = 1_000_000;
    private static final Duration DEADLINE = Duration.ofMillis(200);

    /** Of the thread's own time, so that it does not matter what else the machine does. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /**
     * A value that is dear to judge.
     *
     * @param name what is dear about it
     */
    record Costly(String name, String schema, JsonNode value) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Costly> costly() {
        return Stream.of(
                new Costly(
                        "decimals with one double",
                        "{'type':'array','uniqueItems':true}",
                        array(i -> "0.1000000000000000000" + String.format("%07d", i), 29)),
                new Costly(
                        "strings with one hash",
                        "{'type':'array','uniqueItems':true}",
                        array(i -> '"' + colliding(i) + '"', 33)),
                new Costly(
                        "a pattern that goes back",
                        "{'type':'string','pattern':'([ab]+)\\\\1c'}",
                        StringNode.valueOf("ab".repeat(MEGABYTE / 2))),
                new Costly(
                        "a pattern that counts",
                        "{'type':'string','pattern':'[ab]*a[ab]{180}c'}",
                        StringNode.valueOf("ab".repeat(MEGABYTE / 2))),
                new Costly("a recursive union", union(), Json.parse(tree(10, 2))),
                new Costly(
                        "many wrong items",
                        "{'type':'array','items':{'type':'string','minLength':3}}",
                        array(i -> "1", 2)));
    }

    private static JsonNode array(IntFunction<String> item, int length) {
        StringBuilder text = new StringBuilder("[");
        IntStream.range(0, MEGABYTE / length)
                .forEach(i -> text.append(i == 0 ? "" : ",").append(item.apply(i)));
        return Json.parse(text.append("]").toString());
    }

    /** Texts of 30 letters that all have the same hash. */
    private static String colliding(int number) {
        StringBuilder text = new StringBuilder();
        for (int bit = 0; bit < 15; bit++) {
            text.append((number >> bit & 1) == 0 ? "Aa" : "BB");
        }
        return text.toString();
    }

    private static String union() {
        StringBuilder branches = new StringBuilder();
        for (int kind = 0; kind < 10; kind++) {
            branches.append(kind == 0 ? "" : ",")
                    .append("{'type':'object','required':['type'],'properties':{'children':")
                    .append("{'type':'array','items':{'$ref':'#/$defs/node'}},'type':{'const':'k")
                    .append(kind)
                    .append("'}}}");
        }
        return "{'$ref':'#/$defs/node','$defs':{'node':{'oneOf':[" + branches + "]}}}";
    }

    private static String tree(int depth, int width) {
        String children = "";
        if (depth > 0) {
            String child = tree(depth - 1, width);
            children = String.join(",", Collections.nCopies(width, child));
        }
        return "{\"children\":[" + children + "],\"type\":\"k9\"}";
    }

    private static Schema schema(Costly costly) {
        return Schema.parse(costly.schema().replace('\'', '"'));
    }

    private static void callWithin(OperationRegistry registry, String id, JsonNode input) {
        CallBuilder context = Call.builder().timeout(DEADLINE);
        long before = THREADS.getCurrentThreadCpuTime();
        try {
            registry.execute(context.to(id, input));
        } catch (CallException e) {
            assertThat(e.code()).isIn("TIMEOUT", "VALIDATION_ERROR");
        }
        assertInTime(before);
        assertThat(Thread.interrupted()).isFalse();
    }

    private static void assertInTime(long before) {
        assertThat(before).isNotNegative();
        assertThat(Duration.ofNanos(THREADS.getCurrentThreadCpuTime() - before))
                .isLessThan(DEADLINE.plus(GRACE));
    }

    @ParameterizedTest
    @MethodSource("costly")
    void theCheckOfAnInputEndsWithTheDeadline(Costly costly, OperationRegistry registry) {
        registry.register(
                OperationSpec.query("a.strict").input(schema(costly)).build(),
                (input, context) -> "ran");

        callWithin(registry, "a.strict", costly.value());
    }

    @ParameterizedTest
    @MethodSource("costly")
    void theCheckOfAResultEndsWithTheDeadline(Costly costly, OperationRegistry registry) {
        registry.register(
                OperationSpec.query("a.echo").output(schema(costly)).build(),
                (input, context) -> input);

        callWithin(registry, "a.echo", costly.value());
    }

    @ParameterizedTest
    @MethodSource("costly")
    void aSubscriptionIsOpenedOrRefusedByTheDeadline(Costly costly, OperationRegistry registry) {
        registry.register(
                OperationSpec.subscription("a.watch").input(schema(costly)).build(),
                (input, context, emitter) -> {});
        CallBuilder context = Call.builder().timeout(DEADLINE);
        long before = THREADS.getCurrentThreadCpuTime();

        try (Subscription<JsonNode> stream =
                registry.subscribe(context.to("a.watch", costly.value()))) {
            stream.forEachRemaining(item -> {});
        } catch (CallException e) {
            assertThat(e.code()).isIn("TIMEOUT", "VALIDATION_ERROR");
        }

        assertInTime(before);
    }

    @Test
    void anAbortEndsTheCheckOfAnInput(OperationRegistry registry) {
        Costly backtracking = costly().skip(2).findFirst().orElseThrow();
        AtomicBoolean ran = new AtomicBoolean();
        registry.register(
                OperationSpec.query("a.strict").input(schema(backtracking)).build(),
                (input, context) -> ran.getAndSet(true));
        Cancellation cancellation = Cancellation.create();
        TimeSource.system().schedule(DEADLINE, cancellation::cancel);
        CallBuilder context = Call.builder().cancellation(cancellation);

        assertThat(
                        failure(
                                        () ->
                                                registry.execute(
                                                        context.to(
                                                                "a.strict", backtracking.value())))
                                .code())
                .isIn("ABORTED", "VALIDATION_ERROR");
        assertThat(ran).isFalse();
    }

    @Test
    void anInterruptFromElsewhereEndsTheCheckAndStays(OperationRegistry registry) {
        Costly backtracking = costly().skip(2).findFirst().orElseThrow();
        registry.register(
                OperationSpec.query("a.strict").input(schema(backtracking)).build(),
                (input, context) -> "ran");

        Thread.currentThread().interrupt();

        CallException aborted = failure(() -> registry.execute("a.strict", backtracking.value()));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(aborted.code()).isEqualTo("ABORTED");
    }

    @Test
    @SuppressWarnings("NullAway")
    void noInputIsNamedAsSuch(OperationRegistry registry) {
        registry.register(query("a.echo"), (input, context) -> NOTHING);

        assertThatNullPointerException()
                .isThrownBy(() -> registry.execute("a.echo", null))
                .withMessageContaining("the input is null");
    }
}
