package dev.alkdev.operations.examples.conformance;

import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.mcp.McpCaller;
import dev.alkdev.operations.mcp.McpQuestion;

import tools.jackson.databind.JsonNode;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Tools that ask under keys that the suite knows. In 2026-07-28 the questions are the result of the
 * first call; the tool runs again with the answers.
 */
final class InputRequiredTools {
    private InputRequiredTools() {}

    static void addTo(Tools tools) {
        single(tools);
        tools.add(
                "input_required_result_multiple_inputs",
                "Asks a person, a model and for roots at once",
                (input, context) -> several(context));
        tools.add(
                "input_required_result_multi_round",
                "Asks twice",
                (input, context) -> twice(context));
        tools.add(
                "input_required_result_capabilities",
                "Asks only what the caller can be asked",
                (input, context) -> possible(context));
    }

    private static void single(Tools tools) {
        tools.add(
                "input_required_result_elicitation",
                "Asks for a name",
                (input, context) ->
                        Tools.text("Hello, " + name(ask(context, "user_name", nameQuestion()))));
        tools.add(
                "input_required_result_sampling",
                "Lets a model answer",
                (input, context) -> {
                    McpQuestion question = Questions.sample("What is the capital of France?", 100);
                    return Tools.text(AskingTools.text(ask(context, "capital_question", question)));
                });
        tools.add(
                "input_required_result_list_roots",
                "Asks for roots",
                (input, context) ->
                        Tools.text("Roots: " + ask(context, "client_roots", Questions.roots())));
        tools.add(
                "input_required_result_request_state",
                "Asks for a confirmation, and for its own state back",
                (input, context) -> confirmed(context, "state-ok"));
        tools.add(
                "input_required_result_tampered_state",
                "Asks for a confirmation; its state cannot be forged",
                (input, context) -> confirmed(context, "integrity-ok"));
    }

    private static ResponseEnvelope<JsonNode> confirmed(OperationContext context, String word) {
        JsonNode answer =
                ask(context, "confirm", Questions.elicit("Please confirm", "ok", "boolean"));
        return Tools.text(word + ": " + answer.path("content").path("ok"));
    }

    private static ResponseEnvelope<JsonNode> several(OperationContext context) {
        Map<String, McpQuestion> questions = new LinkedHashMap<>();
        questions.put("user_name", nameQuestion());
        questions.put("greeting", Questions.sample("Generate a greeting", 50));
        questions.put("client_roots", Questions.roots());
        return Tools.text("Answers: " + McpCaller.of(context).ask(questions));
    }

    private static ResponseEnvelope<JsonNode> twice(OperationContext context) {
        McpQuestion first = Questions.elicit("Step 1: What is your name?", "name", "string");
        String name = name(ask(context, "step1", first));
        McpQuestion second =
                Questions.elicit("Step 2: What is your favorite color?", "color", "string");
        JsonNode color = ask(context, "step2", second).path("content").path("color");
        return Tools.text(name + " likes " + color.asString("nothing"));
    }

    private static ResponseEnvelope<JsonNode> possible(OperationContext context) {
        McpCaller caller = McpCaller.of(context);
        Map<String, McpQuestion> questions = new LinkedHashMap<>();
        if (caller.can("elicitation")) {
            questions.put("elicited", nameQuestion());
        }
        if (caller.can("sampling")) {
            questions.put("sampled", Questions.sample("Generate a greeting", 50));
        }
        return Tools.text("Answers: " + caller.ask(questions));
    }

    private static JsonNode ask(OperationContext context, String key, McpQuestion question) {
        JsonNode answer = McpCaller.of(context).ask(Map.of(key, question)).get(key);
        if (answer == null) {
            throw new IllegalStateException("there is no answer to " + key);
        }
        return answer;
    }

    private static McpQuestion nameQuestion() {
        return Questions.elicit("What is your name?", "name", "string");
    }

    private static String name(JsonNode answer) {
        return answer.path("content").path("name").asString("nobody") + "!";
    }
}
