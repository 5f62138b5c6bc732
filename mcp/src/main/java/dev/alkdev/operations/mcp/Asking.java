package dev.alkdev.operations.mcp;

import dev.alkdev.operations.CallException;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Asks whoever can answer on behalf of a request: its caller, or the code that the client was made
 * with.
 *
 * @param request in whose course is asked; null if that is not known
 */
record Asking(McpServerOptions config, @Nullable PendingRequest request) {

    /**
     * One question, in the midst of a request. The keys under which callers are asked are the same
     * if the request is made again, since the server then asks the same in the same order.
     *
     * @throws McpException as the server gets it
     */
    JsonNode one(McpQuestion question) {
        PendingRequest asking = request;
        McpCaller caller = asking == null ? null : asking.caller();
        if (asking == null || caller == null) {
            return Objects.requireNonNull(ask(null, Map.of("", question)).get(""));
        }
        String key = "question" + asking.beginQuestion();
        try {
            return Objects.requireNonNull(ask(caller, Map.of(key, question)).get(key));
        } catch (McpException e) {
            throw e;
        } catch (RuntimeException e) {
            // Whatever it means, it is for who made the request, not for the server.
            asking.suspend(e);
            throw e;
        } finally {
            asking.endQuestion();
        }
    }

    /** Several questions at once: the answers by the keys of the questions. */
    Map<String, JsonNode> ask(@Nullable McpCaller caller, Map<String, McpQuestion> questions) {
        Map<String, JsonNode> answers = new LinkedHashMap<>();
        Map<String, McpQuestion> forCaller = new LinkedHashMap<>();
        questions.forEach(
                (key, question) -> {
                    if (question.method().equals(McpQuestion.ROOTS) && !config.roots.isEmpty()) {
                        answers.put(key, ServerQuestions.roots(config));
                    } else if (caller != null && caller.can(capability(question))) {
                        forCaller.put(key, question);
                    } else {
                        answers.put(key, own(question));
                    }
                });
        if (caller != null && !forCaller.isEmpty()) {
            try {
                answers.putAll(caller.ask(forCaller));
            } catch (CallException e) {
                if (!e.code().equals(NoMcpCaller.MISSING_CAPABILITY)) {
                    throw e;
                }
                forCaller.forEach((key, question) -> answers.put(key, own(question)));
            }
        }
        return answers;
    }

    /** What a client must have declared to be asked. */
    static String capability(McpQuestion question) {
        return Elicitation.isUrl(question)
                ? Elicitation.URL_CAPABILITY
                : question.method().substring(0, question.method().indexOf('/'));
    }

    private JsonNode own(McpQuestion question) {
        var handler = config.questions;
        if (Elicitation.isUrl(question)) {
            if (handler == null || !config.opensUrls) {
                throw McpException.invalidParams(
                        "the client does not support " + Elicitation.URL_CAPABILITY);
            }
            return handler.apply(question);
        }
        if (handler != null && !question.method().equals(McpQuestion.ROOTS)) {
            JsonNode answer = handler.apply(question);
            return question.method().equals(McpQuestion.ELICIT)
                    ? withDefaults(answer, question.params().path("requestedSchema"))
                    : answer;
        }
        if (question.method().equals(McpQuestion.ELICIT)) {
            // Nobody is there: for the server the same as somebody who does not want to.
            return JsonNodeFactory.instance.objectNode().put("action", "decline");
        }
        throw new McpException(
                McpErrorCode.METHOD_NOT_FOUND, "the caller does not support " + question.method());
    }

    /** What was left out of a form that was accepted has its default. */
    private static JsonNode withDefaults(JsonNode answer, JsonNode schema) {
        if (!"accept".equals(answer.path("action").asString(""))) {
            return answer;
        }
        ObjectNode whole = (ObjectNode) answer.deepCopy();
        ObjectNode content =
                whole.path("content") instanceof ObjectNode given
                        ? given
                        : whole.putObject("content");
        schema.path("properties")
                .properties()
                .forEach(
                        property -> {
                            JsonNode standard = property.getValue().get("default");
                            if (standard != null && !content.has(property.getKey())) {
                                content.set(property.getKey(), standard);
                            }
                        });
        return whole;
    }
}
