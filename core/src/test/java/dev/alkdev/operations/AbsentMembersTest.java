package dev.alkdev.operations;

import static dev.alkdev.operations.Calls.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Members that Java code leaves empty, for operations whose schemas do not take null. */
class AbsentMembersTest {
    private static final Schema LIST =
            Schema.parse(
                    """
                    {"type": "object", "required": ["q"],
                     "properties": {"page": {"type": "integer"}, "q": {"type": "string"},
                       "note": {"type": ["string", "null"]}, "within": {"$ref": "#"}}}
                    """);

    record Find(Optional<Integer> page, @Nullable String q, @Nullable Find within) {}

    record Noted(@Nullable String note, String q) {}

    private final OperationRegistry registry = OperationRegistry.create();

    @BeforeEach
    void register() {
        registry.register(
                OperationSpec.query("i.list").input(LIST).build(), (input, context) -> input);
        registry.register(
                OperationSpec.subscription("i.watch").input(LIST).build(),
                (input, context, emitter) -> emitter.emit(input));
        registry.register(
                OperationSpec.query("i.nested").build(),
                (input, context) ->
                        context.env()
                                .call(
                                        Operation.of("i.list", Find.class, JsonNode.class),
                                        new Find(Optional.empty(), "x", null))
                                .data());
    }

    private JsonNode list(Object input) {
        return registry.execute("i.list", input).data();
    }

    @Test
    void areLeftOutInEveryFormOfCalling() {
        Find find = new Find(Optional.empty(), "x", new Find(Optional.empty(), "y", null));
        JsonNode sent = Json.parse("{\"q\":\"x\",\"within\":{\"q\":\"y\"}}");
        OperationHandle<Find, JsonNode> handle = Operation.of("i.list", Find.class, JsonNode.class);
        StreamHandle<Find, JsonNode> stream =
                StreamOperation.of("i.watch", Find.class, JsonNode.class);

        assertThat(
                        List.of(
                                list(find),
                                registry.execute("i.list", find, Call.builder()).data(),
                                registry.execute(Call.builder().to("i.list", find)).data(),
                                registry.execute(handle, find).data(),
                                registry.execute(handle, find, Call.builder()).data(),
                                first(registry.subscribe("i.watch", find)),
                                first(registry.subscribe("i.watch", find, Call.builder())),
                                first(registry.subscribe(stream, find)),
                                first(registry.subscribe(stream, find, Call.builder()))))
                .containsOnly(sent);
        assertThat(registry.execute("i.nested", Map.of()).data())
                .isEqualTo(Json.parse("{\"q\":\"x\"}"));
    }

    private static JsonNode first(Subscription<JsonNode> stream) {
        try (stream) {
            return stream.next().data();
        }
    }

    @Test
    void staySetToNullWhereTheOperationTakesNull() {
        assertThat(list(new Noted(null, "x"))).isEqualTo(Json.parse("{\"note\":null,\"q\":\"x\"}"));
    }

    @Test
    void areReportedAsMissingIfTheyAreRequired() {
        assertThat(failure(() -> list(new Find(Optional.of(1), null, null))))
                .hasMessage(
                        "input of i.list is not valid: (root): required property \"q\" is"
                                + " missing, got {\"page\":1}");
    }

    @Test
    void ofMapsAndJsonAreSentAsTheyAre() {
        Map<String, @Nullable Object> map = new HashMap<>(Map.of("q", "x"));
        map.put("page", null);

        for (Object input : List.of(map, Json.tree(map))) {
            assertThat(failure(() -> list(input)))
                    .hasMessage("input of i.list is not valid: /page: must be integer, got null");
        }
    }
}
