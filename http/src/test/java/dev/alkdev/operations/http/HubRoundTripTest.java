package dev.alkdev.operations.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ContentBlock;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.McpMeta;
import dev.alkdev.operations.OperationQuery;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.openapi.DocumentSource;
import dev.alkdev.operations.openapi.HttpServiceOptions;
import dev.alkdev.operations.openapi.OpenApi;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.testkit.LeakCheck;
import dev.alkdev.operations.web.HttpSender;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Registries that import each other's OpenAPI documents. */
@ExtendWith(LeakCheck.class)
class HubRoundTripTest {
    private final List<RestServer> servers = new ArrayList<>();

    @AfterEach
    void stop() {
        servers.forEach(RestServer::close);
    }

    /** A registry with all that another one serves, under the same namespace. */
    private OperationRegistry importing(OperationRegistry registry, String namespace) {
        RestServer server = RestServer.serving(RestGateway.over(registry));
        servers.add(server);
        OperationRegistry again = OperationRegistry.create();
        OpenApi.from(
                        DocumentSource.url(server.uri("/openapi.json")),
                        HttpServiceOptions.builder(namespace)
                                .sender(HttpSender.of(server.client()))
                                .build())
                .registerIn(again);
        return again;
    }

    private static List<String> ids(OperationRegistry registry) {
        return registry.list(OperationQuery.all().withLimit(1_000)).operations().stream()
                .map(OperationSpec::id)
                .toList();
    }

    /** All that a reader of a stream sees. */
    private record Seen(List<Item> items, @Nullable JsonNode failure) {}

    private record Item(JsonNode data, boolean isError, @Nullable String eventId) {}

    private static Seen read(OperationRegistry registry, String id, String input) {
        List<Item> items = new ArrayList<>();
        try (Subscription<JsonNode> stream = registry.subscribe(id, Json.parse(input))) {
            while (stream.hasNext()) {
                ResponseEnvelope<JsonNode> item = stream.next();
                boolean isError = item.meta() instanceof McpMeta tool && tool.isError();
                items.add(new Item(item.data(), isError, item.meta().eventId()));
            }
        } catch (CallException failure) {
            return new Seen(items, failure.toJson());
        }
        return new Seen(items, null);
    }

    private static ResponseEnvelope<JsonNode> toolError(String text) {
        ContentBlock block = ContentBlock.text(text);
        return ResponseEnvelope.mcp(
                Json.parse("[" + block.toJson() + "]"), new McpMeta(true, List.of(block)));
    }

    private static Schema object(String member) {
        return Schema.parse("{\"type\": \"object\", \"properties\": {\"" + member + "\": {}}}");
    }

    private static OperationRegistry streams(OperationRegistry registry) {
        OperationSpec items =
                OperationSpec.subscription("streams.items")
                        .describedAs("Any items")
                        .input(object("items"))
                        .build();
        registry.register(
                items,
                (input, context, emitter) -> {
                    for (JsonNode item : input.path("items")) {
                        emitter.emit(item);
                    }
                });
        registry.register(
                OperationSpec.subscription("streams.texts")
                        .output(Schema.parse("{\"type\": \"string\"}"))
                        .build(),
                (input, context, emitter) -> {
                    for (String text :
                            List.of("a", "", "42", "\"quoted\"", "two\nlines", "[DONE]")) {
                        emitter.emit(text, "id-" + text.length());
                    }
                });
        registry.register(
                OperationSpec.subscription("streams.tools").build(),
                (input, context, emitter) -> {
                    emitter.emit(1);
                    emitter.emit(toolError("disk full"));
                    emitter.emit(2);
                });
        registry.register(
                OperationSpec.subscription("streams.fails").input(object("code")).build(),
                (input, context, emitter) -> {
                    emitter.emit(1);
                    throw new CallException(input.path("code").asString(), "No more")
                            .withDetails(Map.of("why", "because"));
                });
        registry.register(
                OperationSpec.query("tools.fail").build(), (input, context) -> toolError("no"));
        return registry;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "[1, 2.5, -0.0, 12345678901234567890]",
                "[null, true, \"\", \"text\", \"17\"]",
                "[{\"event\": \"complete\"}, {}, [], [[1]], {\"data\": null}]"
            })
    void itemsAreTheSameAfterOneAndTwoImports(String items, OperationRegistry registry) {
        OperationRegistry once = importing(streams(registry), "a");
        OperationRegistry twice = importing(once, "b");
        String input = "{\"items\": " + items + "}";

        Seen original = read(registry, "streams.items", input);

        assertThat(original.items()).hasSameSizeAs(Json.parse(items));
        assertThat(read(once, "a.streams.items", input)).isEqualTo(original);
        assertThat(read(twice, "b.a.streams.items", input)).isEqualTo(original);
    }

    @Test
    void textsAndEventIdsAreTheSame(OperationRegistry registry) {
        OperationRegistry once = importing(streams(registry), "a");

        assertThat(read(once, "a.streams.texts", "{}"))
                .isEqualTo(read(registry, "streams.texts", "{}"));
    }

    @Test
    void errorsOfToolsKeepTheirMark(OperationRegistry registry) {
        OperationRegistry twice = importing(importing(streams(registry), "a"), "b");

        assertThat(read(twice, "b.a.streams.tools", "{}"))
                .isEqualTo(read(registry, "streams.tools", "{}"));
        ResponseEnvelope<JsonNode> failed = twice.execute("b.a.tools.fail", Json.parse("{}"));
        assertThat(failed.toJson())
                .isEqualTo(registry.execute("tools.fail", Json.parse("{}")).toJson());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ErrorCode.TIMEOUT,
                ErrorCode.UNAVAILABLE,
                ErrorCode.EXECUTION_ERROR,
                ErrorCode.OVERLOADED
            })
    void failuresAfterItemsEndTheStreamWithTheSame(String code, OperationRegistry registry) {
        OperationRegistry once = importing(streams(registry), "a");
        String input = "{\"code\": \"" + code + "\"}";

        Seen seen = read(once, "a.streams.fails", input);

        assertThat(seen).isEqualTo(read(registry, "streams.fails", input));
        assertThat(seen.items()).hasSize(1);
    }

    @Test
    void failuresOfTheConnectionAreNoEnd(OperationRegistry registry) {
        registry.register(
                OperationSpec.subscription("streams.cut").build(),
                (input, context, emitter) -> {
                    emitter.emit(1);
                    throw new OutOfMemoryError("as if");
                });
        OperationRegistry once = importing(streams(registry), "a");

        JsonNode failure = read(once, "a.streams.cut", "{}").failure();

        assertThat(failure).isNotNull();
    }

    @Test
    void operationsAreImportedOnceOverEveryHop(OperationRegistry registry) {
        Tasks.in(registry);
        registry.remove("tasks.secret");
        registry.remove("tasks.guarded");
        OperationRegistry last = registry;
        for (String hop : List.of("a", "b", "c")) {
            List<String> before = ids(last);
            last = importing(last, hop);
            assertThat(ids(last)).isEqualTo(before.stream().map(id -> hop + "." + id).toList());
        }
        assertThat(last.spec("c.b.a.tasks.add").tags()).containsExactly("math");
    }
}
