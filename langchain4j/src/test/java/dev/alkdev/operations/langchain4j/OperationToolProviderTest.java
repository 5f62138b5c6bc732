package dev.alkdev.operations.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.code.AgentTools;
import dev.alkdev.operations.code.AnnotatedOperations;
import dev.alkdev.operations.code.Mutation;
import dev.alkdev.operations.code.Operations;
import dev.alkdev.operations.code.Query;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.UserMessage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The whole loop of an agent, with a model that plays a script. */
@Timeout(60)
class OperationToolProviderTest {
    // snippet: langchain4j-declare
    interface Assistant {
        String chat(@MemoryId String user, @UserMessage String message);
    }

    // end

    record Order(String part, int pieces, List<String> notes) {}

    @Operations("shop")
    static final class Shop {
        private final List<String> placed = new ArrayList<>();

        @Query(description = "Says how many pieces of a part there are")
        int level(String part) {
            return part.length();
        }

        @Mutation(description = "Orders pieces of a part", scopes = "orders:write")
        Order place(Order order, Identity customer) {
            placed.add(customer.id() + " " + order.pieces());
            return order;
        }
    }

    private final Shop shop = new Shop();
    private final OperationRegistry registry = registry();
    private final ScriptedModel model = new ScriptedModel();
    private final Map<Object, Caller> callers =
            Map.of(
                    "ann", Caller.of(Identity.of("ann", "orders:write")),
                    "bob", Caller.of(Identity.of("bob")));

    private OperationRegistry registry() {
        OperationRegistry fresh = OperationRegistry.create();
        fresh.registerAll(AnnotatedOperations.of(shop));
        return fresh;
    }

    private Assistant assistant() {
        // snippet: langchain4j
        Assistant assistant =
                AiServices.builder(Assistant.class)
                        .chatModel(model)
                        .toolProvider(
                                OperationToolProvider.of(
                                        AgentTools.over(registry).only("shop.*"),
                                        request -> callers.get(request.chatMemoryId())))
                        .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(20))
                        .build();
        // end
        return assistant;
    }

    private ToolExecutionResultMessage result(int request) {
        return (ToolExecutionResultMessage) model.requests().get(request).messages().getLast();
    }

    @Test
    void anAgentMendsItsWrongCallAndGetsTheResult() {
        model.calls("shop_place", "{\"part\": \"bolt\", \"pieces\": \"many\", \"notes\": []}")
                .calls("shop_place", "{\"part\": \"bolt\", \"pieces\": \"3\", \"notes\": []}")
                .says("Ordered.");

        assertThat(assistant().chat("ann", "Three bolts, please")).isEqualTo("Ordered.");

        assertThat(result(1).text())
                .startsWith("Error: VALIDATION_ERROR: ")
                .contains("\"pointer\":\"/pieces\"");
        assertThat(result(1).isError()).isTrue();
        assertThat(result(2).text()).isEqualTo("{\"part\":\"bolt\",\"pieces\":3,\"notes\":[]}");
        assertThat(result(2).isError()).isFalse();
        assertThat(shop.placed).containsExactly("ann 3");
    }

    @Test
    void eachCallerSeesTheToolsThatItMayUse() {
        model.says("a").says("b");
        assistant().chat("ann", "Hello");
        assistant().chat("bob", "Hello");

        assertThat(tools(0))
                .extracting(ToolSpecification::name)
                .containsExactly("shop_level", "shop_place");
        assertThat(tools(1)).extracting(ToolSpecification::name).containsExactly("shop_level");
    }

    private List<ToolSpecification> tools(int request) {
        return model.requests().get(request).toolSpecifications();
    }

    @Test
    void descriptionAndSchemasArePassedAsTheyAre() {
        model.says("a");
        assistant().chat("ann", "Hello");

        ToolSpecification place = tools(0).get(1);
        assertThat(place.description()).isEqualTo("Orders pieces of a part");
        assertThat(place.parameters().required()).containsExactly("part", "pieces", "notes");
        JsonRawSchema notes = (JsonRawSchema) place.parameters().properties().get("notes");
        assertThat(Json.parse(notes.schema()))
                .isEqualTo(
                        registry.spec("shop.place").inputSchema().json().at("/properties/notes"));
    }

    @Test
    void aComposedSchemaGivesItsPropertiesToTheModel() {
        String schema =
                """
                {"$ref": "#/$defs/order",
                 "$defs": {
                   "part": {"required": ["part"], "properties": {"part": {"$ref": "#/$defs/name"}}},
                   "name": {"type": "string"},
                   "order": {
                     "type": "object",
                     "allOf": [{"$ref": "#/$defs/part"}, {"properties": {"part": {"minLength": 2}}}],
                     "oneOf": [
                       {"properties": {"card": {"type": "string"}}},
                       {"properties": {"card": {"type": "integer"}, "bill": {"type": "boolean"}}}]}}}
                """;
        registry.register(
                OperationSpec.query("shop.composed").input(Schema.of(Json.parse(schema))).build(),
                (input, context) -> null);
        model.says("a");
        assistant().chat("bob", "Hello");

        JsonObjectSchema parameters =
                tools(0).stream()
                        .filter(tool -> tool.name().equals("shop_composed"))
                        .findFirst()
                        .orElseThrow()
                        .parameters();
        assertThat(parameters.required()).containsExactly("part");
        assertThat(parameters.definitions()).containsOnlyKeys("part", "name", "order");
        assertThat(parameters.properties())
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of(
                                "part",
                                raw("{'allOf':[{'$ref':'#/$defs/name'},{'minLength':2}]}"),
                                "card",
                                raw("{'anyOf':[{'type':'string'},{'type':'integer'}]}"),
                                "bill",
                                raw("{'type':'boolean'}")));
    }

    private static JsonSchemaElement raw(String schema) {
        return JsonRawSchema.from(schema.replace('\'', '"'));
    }

    @Test
    void anOperationThatIsRegisteredLaterIsATool() {
        model.says("a").calls("shop_close", "").says("b");
        Assistant assistant = assistant();
        assistant.chat("bob", "Hello");
        registry.register(
                OperationSpec.query("shop.close").build(),
                (input, context) -> {
                    throw new CallException("EXECUTION_ERROR", "It is open until six");
                });

        assertThat(assistant.chat("bob", "Close")).isEqualTo("b");
        assertThat(result(2).text()).isEqualTo("Error: It is open until six");
    }

    @Test
    void aToolThatTheCallerMayNotUseIsUnknown() {
        model.calls("shop_place", "{}");

        assertThatThrownBy(() -> assistant().chat("bob", "Order"))
                .hasMessageContaining("shop_place");
        assertThat(shop.placed).isEmpty();
    }
}
