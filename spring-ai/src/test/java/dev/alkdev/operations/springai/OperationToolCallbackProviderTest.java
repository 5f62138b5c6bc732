package dev.alkdev.operations.springai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.code.AgentTools;
import dev.alkdev.operations.code.AnnotatedOperations;
import dev.alkdev.operations.code.Mutation;
import dev.alkdev.operations.code.Operations;
import dev.alkdev.operations.code.Query;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;

import java.util.ArrayList;
import java.util.List;

/** The whole loop of an agent, with a model that plays a script. */
@Timeout(60)
class OperationToolCallbackProviderTest {
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
    private Caller caller = Caller.of(Identity.of("ann", "orders:write"));

    private OperationRegistry registry() {
        OperationRegistry fresh = OperationRegistry.create();
        fresh.registerAll(AnnotatedOperations.of(shop));
        return fresh;
    }

    private Caller currentCaller() {
        return caller;
    }

    private String ask(String question) {
        // snippet: spring-ai
        String answer =
                ChatClient.create(model)
                        .prompt(question)
                        .tools(
                                OperationToolCallbackProvider.of(
                                        AgentTools.over(registry).only("shop.*"),
                                        () -> currentCaller()))
                        .call()
                        .content();
        // end
        return answer;
    }

    private String result(int prompt) {
        ToolResponseMessage message =
                (ToolResponseMessage) model.prompts().get(prompt).getInstructions().getLast();
        return message.getResponses().getFirst().responseData();
    }

    private List<ToolDefinition> tools(int prompt) {
        ToolCallingChatOptions options =
                (ToolCallingChatOptions) model.prompts().get(prompt).getOptions();
        return options.getToolCallbacks().stream().map(ToolCallback::getToolDefinition).toList();
    }

    @Test
    void anAgentMendsItsWrongCallAndGetsTheResult() {
        model.calls("shop_place", "{\"part\": \"bolt\", \"pieces\": \"many\", \"notes\": []}")
                .calls("shop_place", "{\"part\": \"bolt\", \"pieces\": \"3\", \"notes\": []}")
                .says("Ordered.");

        assertThat(ask("Three bolts, please")).isEqualTo("Ordered.");

        assertThat(result(1))
                .startsWith("Error: VALIDATION_ERROR: ")
                .contains("\"pointer\":\"/pieces\"");
        assertThat(result(2)).isEqualTo("{\"part\":\"bolt\",\"pieces\":3,\"notes\":[]}");
        assertThat(shop.placed).containsExactly("ann 3");
    }

    @Test
    void eachCallerSeesTheToolsThatItMayUse() {
        model.says("a").says("b");
        ask("Hello");
        caller = Caller.of(Identity.of("bob"));
        ask("Hello");

        assertThat(tools(0))
                .extracting(ToolDefinition::name)
                .containsExactly("shop_level", "shop_place");
        assertThat(tools(1)).extracting(ToolDefinition::name).containsExactly("shop_level");
    }

    @Test
    void descriptionAndSchemaArePassedAsTheyAre() {
        model.says("a");
        ask("Hello");

        ToolDefinition place = tools(0).get(1);
        assertThat(place.description()).isEqualTo("Orders pieces of a part");
        assertThat(Json.parse(place.inputSchema()))
                .isEqualTo(registry.spec("shop.place").inputSchema().json());
    }
}
