package dev.alkdev.operations.http;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorSpec;
import dev.alkdev.operations.Headers;
import dev.alkdev.operations.HttpMeta;
import dev.alkdev.operations.McpMeta;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** Operations of all kinds. */
public final class Tasks {
    private static final String LETTERS = "abc";

    private final OperationRegistry registry;
    private final CountDownLatch waiting = new CountDownLatch(1);
    private final CountDownLatch interrupted = new CountDownLatch(1);

    private Tasks(OperationRegistry registry) {
        this.registry = registry;
    }

    public static Tasks in(OperationRegistry registry) {
        Tasks tasks = new Tasks(registry);
        tasks.queries();
        tasks.mutations();
        tasks.sources();
        tasks.waits();
        tasks.subscriptions();
        return tasks;
    }

    /** Opened when a handler that waits for ever runs. */
    public CountDownLatch waiting() {
        return waiting;
    }

    /** Opened when a handler that waits for ever was interrupted. */
    public CountDownLatch interrupted() {
        return interrupted;
    }

    private void queries() {
        registry.register(
                OperationSpec.query("tasks.add")
                        .title("Add")
                        .describedAs("Adds two numbers")
                        .tags("math")
                        .input(
                                Schema.parse(
                                        """
                                        {"type": "object", "additionalProperties": false,
                                         "required": ["a", "b"],
                                         "properties": {"a": {"type": "integer"}, "b": {"type": "number"}}}
                                        """))
                        .output(Schema.parse("{\"type\": \"number\"}"))
                        .build(),
                (input, context) ->
                        input.get("a").decimalValue().add(input.get("b").decimalValue()));
        registry.register(
                OperationSpec.query("tasks.echo").describedAs("Gives back its input").build(),
                (input, context) -> input);
        registry.register(
                OperationSpec.query("tasks.context").describedAs("Tells of the call").build(),
                (input, context) ->
                        Map.of(
                                "requestId", context.requestId(),
                                "metadata", context.metadata(),
                                "seconds",
                                        context.remaining()
                                                .orElseThrow()
                                                .plusMillis(999)
                                                .toSeconds()));
        registry.register(
                OperationSpec.query("tasks.secret")
                        .describedAs("Needs a scope")
                        .requires("tasks:secret")
                        .build(),
                (input, context) -> "secret");
    }

    private void mutations() {
        registry.register(
                OperationSpec.mutation("tasks.close")
                        .describedAs("Closes a task")
                        .fails(
                                ErrorSpec.of("TASK_LOCKED", "Somebody works on it")
                                        .withHttpStatus(423)
                                        .withSchema(Schema.parse("{\"type\": \"object\"}")))
                        .fails(ErrorSpec.of("TASK_DONE", "It is closed already"))
                        .build(),
                (input, context) -> {
                    if (!input.has("fail")) {
                        return null;
                    }
                    String code = input.get("fail").asString();
                    CallException failure = new CallException(code, "No: " + code);
                    throw input.has("details")
                            ? failure.withDetails(input.get("details"))
                            : failure;
                });
    }

    private void sources() {
        Headers headers = new Headers(Map.of("content-type", List.of("application/json")));
        registry.register(
                OperationSpec.query("tasks.remote").describedAs("Comes over HTTP").build(),
                (input, context) ->
                        ResponseEnvelope.http(
                                Json.parse("{\"from\": \"afar\"}"), new HttpMeta(203, headers)));
        registry.register(
                OperationSpec.query("tasks.tool").describedAs("Comes from a tool").build(),
                (input, context) ->
                        ResponseEnvelope.mcp(Json.parse("\"no\""), new McpMeta(true, List.of())));
    }

    private void waits() {
        registry.register(
                OperationSpec.query("tasks.wait").describedAs("Waits for ever").build(),
                (input, context) -> {
                    waitForEver();
                    return null;
                });
        registry.register(
                OperationSpec.subscription("tasks.silent").describedAs("Says nothing").build(),
                (input, context, emitter) -> waitForEver());
    }

    private void waitForEver() throws InterruptedException {
        waiting.countDown();
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            interrupted.countDown();
            throw e;
        }
    }

    private void subscriptions() {
        registry.register(
                OperationSpec.subscription("tasks.count")
                        .describedAs("Counts")
                        .input(
                                Schema.parse(
                                        """
                                        {"type": "object",
                                         "properties": {"to": {"type": "integer"}, "fail": {"type": "boolean"}}}
                                        """))
                        .output(Schema.parse("{\"type\": \"integer\"}"))
                        .fails(ErrorSpec.of("COUNT_LOST", "It lost count").withHttpStatus(410))
                        .build(),
                (input, context, emitter) -> {
                    int to = input.path("to").asInt(3);
                    for (int i = 1; i <= to; i++) {
                        emitter.emit(i);
                    }
                    if (input.path("fail").asBoolean(false)) {
                        throw new CallException("COUNT_LOST", "Lost at " + to);
                    }
                });
        registry.register(
                OperationSpec.subscription("tasks.guarded").requires("tasks:secret").build(),
                (input, context, emitter) -> emitter.emit("secret"));
        registry.register(
                OperationSpec.subscription("tasks.letters").describedAs("Spells").build(),
                (input, context, emitter) -> {
                    int last = context.lastEventId().map(LETTERS::indexOf).orElse(-1);
                    for (int i = last + 1; i < LETTERS.length(); i++) {
                        String letter = LETTERS.substring(i, i + 1);
                        emitter.emit(letter, letter);
                    }
                });
        registry.register(
                OperationSpec.subscription("tasks.resume").describedAs("Goes on").build(),
                (input, context, emitter) -> {
                    String last = context.lastEventId().orElseThrow();
                    HttpMeta meta = new HttpMeta(200, new Headers(Map.of()));
                    emitter.emit(
                            ResponseEnvelope.http(
                                    Json.parse("{\"n\": 1}"),
                                    meta.withSse(
                                            new HttpMeta.Sse("message", last + "-next", 1500L))));
                });
    }
}
