package dev.alkdev.operations.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.ErrorSpec;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.McpMeta;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationSpecBuilder;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Tests that every gateway must pass, whatever its wire format. Implement it in a test class that
 * serves a registry and calls it from outside.
 */
@ExtendWith(LeakCheck.class)
public interface GatewayContract {
    /** Serves a registry to anonymous callers, and connects to it. */
    Client serve(OperationRegistry registry);

    /** Serves a registry to callers who authenticate, and connects to it as one of them. */
    Client serveAs(OperationRegistry registry, Identity identity);

    /**
     * The result of a call.
     *
     * @param isError whether it is the error of a tool of an MCP server, which is a result
     */
    record Answer(JsonNode data, boolean isError) {}

    /** A client of the gateway. For one thread; closing it stops the server. */
    interface Client extends AutoCloseable {
        /**
         * Calls an operation.
         *
         * @param timeout how long the caller wants it to take at the most
         * @throws CallException with the code of the gateway's answer
         */
        Answer call(String operationId, JsonNode input, Duration timeout);

        /** Opens a subscription. */
        Items subscribe(String operationId, JsonNode input);

        @Override
        void close();
    }

    /** The items of a subscription. Closing it cuts the connection, without a word. */
    interface Items extends AutoCloseable {
        /** The data of the next item; empty at the end. */
        Optional<JsonNode> next();

        @Override
        void close();
    }

    private static Duration soon() {
        return Duration.ofSeconds(30);
    }

    private static Schema input() {
        return Schema.parse(
                """
                {"type": "object", "properties": {"n": {"type": "integer"}}}
                """);
    }

    private static OperationSpecBuilder query(String id) {
        return OperationSpec.query(id).describedAs("Answers").input(input());
    }

    private static String code(Client client, String id, String input) {
        CallException failure =
                catchThrowableOfType(
                        CallException.class, () -> client.call(id, Json.parse(input), soon()));
        assertThat(failure).as("the failure of " + id).isNotNull();
        return failure.code();
    }

    @Test
    default void aCallIsAnsweredWithTheDataOfItsResult(OperationRegistry registry) {
        registry.register(query("test.echo").build(), (input, context) -> input);

        try (Client client = serve(registry)) {
            assertThat(client.call("test.echo", Json.parse("{\"n\": 7}"), soon()))
                    .isEqualTo(new Answer(Json.parse("{\"n\": 7}"), false));
        }
    }

    @Test
    default void aCallRunsAsTheCallerWhoAuthenticated(OperationRegistry registry) {
        registry.register(
                query("test.name").requires("names:read").build(),
                (input, context) -> Map.of("name", context.caller().name()));
        registry.register(query("test.secret").requires("admin").build(), (input, context) -> 1);

        try (Client client = serveAs(registry, Identity.of("ann", "names:read"))) {
            assertThat(client.call("test.name", Json.parse("{}"), soon()).data())
                    .isEqualTo(Json.parse("{\"name\": \"ann\"}"));
            assertThat(code(client, "test.secret", "{}")).isEqualTo(ErrorCode.ACCESS_DENIED);
        }
    }

    @Test
    default void theErrorOfAToolIsAnAnswer(OperationRegistry registry) {
        JsonNode data = Json.parse("{\"reason\": \"out of paper\"}");
        McpMeta meta = new McpMeta(true, List.of(), data, null);
        registry.register(
                query("test.tool").build(), (input, context) -> ResponseEnvelope.mcp(data, meta));

        try (Client client = serve(registry)) {
            assertThat(client.call("test.tool", Json.parse("{}"), soon()))
                    .isEqualTo(new Answer(data, true));
        }
    }

    @Test
    default void aCallThatCannotBeMadeTellsItsCode(OperationRegistry registry) {
        registry.register(query("test.echo").build(), (input, context) -> input);
        registry.register(query("test.secret").requires("admin").build(), (input, context) -> 1);

        try (Client client = serve(registry)) {
            assertThat(code(client, "test.unknown", "{}")).isEqualTo(ErrorCode.OPERATION_NOT_FOUND);
            assertThat(code(client, "test.secret", "{}")).isEqualTo(ErrorCode.ACCESS_DENIED);
            assertThat(code(client, "test.echo", "{\"n\": \"x\"}"))
                    .isEqualTo(ErrorCode.VALIDATION_ERROR);
        }
    }

    @Test
    default void aDeclaredErrorKeepsItsCode(OperationRegistry registry) {
        registry.register(
                query("test.fails").fails(ErrorSpec.of("LOCKED", "It is locked")).build(),
                (input, context) -> {
                    throw new CallException("LOCKED", "locked by somebody");
                });

        try (Client client = serve(registry)) {
            assertThat(code(client, "test.fails", "{}")).isEqualTo("LOCKED");
        }
    }

    @Test
    default void aCallBeyondItsTimeoutEndsAndIsInterrupted(OperationRegistry registry)
            throws InterruptedException {
        CountDownLatch interrupted = new CountDownLatch(1);
        registry.register(query("test.waits").build(), (input, context) -> waitForEnd(interrupted));

        try (Client client = serve(registry)) {
            CallException failure =
                    catchThrowableOfType(
                            CallException.class,
                            () ->
                                    client.call(
                                            "test.waits",
                                            Json.parse("{}"),
                                            Duration.ofMillis(200)));
            assertThat(failure.code()).isEqualTo(ErrorCode.TIMEOUT);
            assertThat(interrupted.await(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static Object waitForEnd(CountDownLatch interrupted) throws InterruptedException {
        try {
            new CountDownLatch(1).await();
            return "never";
        } finally {
            interrupted.countDown();
        }
    }

    @Test
    default void theItemsOfASubscriptionComeInOrderAndEnd(OperationRegistry registry) {
        registry.register(
                OperationSpec.subscription("test.counts").describedAs("Counts").build(),
                (input, context, emitter) -> {
                    for (int i = 1; i <= 3; i++) {
                        emitter.emit(i);
                    }
                });

        try (Client client = serve(registry);
                Items items = client.subscribe("test.counts", Json.parse("{}"))) {
            assertThat(items.next()).contains(Json.parse("1"));
            assertThat(items.next()).contains(Json.parse("2"));
            assertThat(items.next()).contains(Json.parse("3"));
            assertThat(items.next()).isEmpty();
        }
    }

    @Test
    default void aReaderThatDisconnectsEndsTheHandler(OperationRegistry registry)
            throws InterruptedException {
        CountDownLatch ended = new CountDownLatch(1);
        registry.register(
                OperationSpec.subscription("test.ticks").describedAs("Never ends").build(),
                (input, context, emitter) -> {
                    emitter.emit("first");
                    waitForEnd(ended);
                });

        try (Client client = serve(registry)) {
            try (Items items = client.subscribe("test.ticks", Json.parse("{}"))) {
                assertThat(items.next()).contains(Json.parse("\"first\""));
            }
            assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
        }
    }
}
