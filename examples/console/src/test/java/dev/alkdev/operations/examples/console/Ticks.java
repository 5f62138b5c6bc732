package dev.alkdev.operations.examples.console;

import dev.alkdev.operations.Emitter;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;

import tools.jackson.databind.node.ObjectNode;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Subscriptions that a test drives. */
final class Ticks {
    private static final String RANGE =
            """
            {"type": "object", "properties": {"count": {"type": "integer", "default": 20}}}
            """;

    /** The numbers that {@code ticks.watch} sends next; a negative one fails the stream. */
    final BlockingQueue<Integer> next = new LinkedBlockingQueue<>();

    static Ticks in(OperationRegistry registry) {
        Ticks ticks = new Ticks();
        registry.register(
                OperationSpec.subscription("ticks.watch")
                        .title("Watch the ticks")
                        .describedAs("Numbers as they come; resumes after the last one")
                        .build(),
                (input, context, emitter) -> {
                    int from = context.lastEventId().map(Integer::parseInt).orElse(0);
                    ticks.emit(from, emitter);
                });
        registry.register(
                OperationSpec.subscription("ticks.flood")
                        .title("As many items as asked for")
                        .input(Shop.schema(RANGE))
                        .build(),
                (input, context, emitter) -> {
                    int count = input.path("count").asInt(20);
                    for (int i = 1; i <= count; i++) {
                        emitter.emit(item(i));
                    }
                });
        return ticks;
    }

    private void emit(int from, Emitter<Object> emitter) throws InterruptedException {
        int number = from;
        while (true) {
            Integer value = next.poll(1, TimeUnit.HOURS);
            if (value == null) {
                return;
            }
            number++;
            emitter.emit(
                    item(number).put("value", value).put("resumedAfter", from),
                    Integer.toString(number));
        }
    }

    private static ObjectNode item(int number) {
        return Json.mapper().createObjectNode().put("number", number).put("wave", Math.sin(number));
    }
}
