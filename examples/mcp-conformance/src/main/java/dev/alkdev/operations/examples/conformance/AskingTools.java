package dev.alkdev.operations.examples.conformance;

import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.mcp.McpCaller;
import dev.alkdev.operations.mcp.McpQuestion;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.Schemas;

import tools.jackson.databind.JsonNode;

/** Tools that ask the person, or the model, at their caller. */
final class AskingTools {
    private AskingTools() {}

    static void addTo(Tools tools) {
        tools.add(
                "sampling",
                "Lets the caller's model answer a prompt",
                argument("prompt", "The prompt to send to the model"),
                (input, context) -> Tools.text("LLM response: " + sample(context, input, 100)));
        tools.add(
                "elicitation",
                "Asks the person at the caller for a name and an address",
                argument("message", "The message to show"),
                (input, context) -> contact(context, input.path("message").asString("")));
        tools.add(
                "elicitation_sep1034_defaults",
                "Asks with a default for every primitive type",
                (input, context) -> form(context, "elicitation-defaults.json"));
        tools.add(
                "elicitation_sep1330_enums",
                "Asks with every kind of choice",
                (input, context) -> form(context, "elicitation-enums.json"));
        tools.add(
                "missing_capability",
                "Can only be used by callers that have a model",
                (input, context) -> Tools.text("Model: " + sample(context, Json.parse("{}"), 10)));
        tools.add(
                "streaming_elicitation",
                "Reports progress and asks",
                (input, context) -> {
                    context.progress(50, 100d, null);
                    return form(context, "elicitation-defaults.json");
                });
    }

    private static Schema argument(String name, String description) {
        return Schemas.object().property(name, Schemas.string().describedAs(description)).build();
    }

    private static String sample(OperationContext context, JsonNode input, int maxTokens) {
        String prompt = input.path("prompt").asString("Say hello");
        return text(McpCaller.of(context).sample(Questions.sample(prompt, maxTokens).params()));
    }

    /** The text of a model's answer. */
    static String text(JsonNode answer) {
        JsonNode content = answer.path("content");
        JsonNode first = content.isArray() ? content.path(0) : content;
        return first.path("text").asString("");
    }

    private static ResponseEnvelope<JsonNode> contact(OperationContext context, String message) {
        JsonNode schema = Fixtures.json("elicitation-contact.json");
        JsonNode answer = McpCaller.of(context).elicit(message, schema);
        return Tools.text("User response: " + summary(answer));
    }

    private static ResponseEnvelope<JsonNode> form(OperationContext context, String schema) {
        McpQuestion question = Questions.elicit("Please fill in the form", Fixtures.json(schema));
        JsonNode answer =
                McpCaller.of(context)
                        .elicit(
                                question.params().path("message").asString(),
                                question.params().path("requestedSchema"));
        return Tools.text("Elicitation completed: " + summary(answer));
    }

    private static String summary(JsonNode answer) {
        return "action="
                + answer.path("action").asString("")
                + ", content="
                + answer.path("content");
    }
}
