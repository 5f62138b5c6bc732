package dev.alkdev.operations.mcp;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.base.Registration;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.util.List;
import java.util.Optional;

/**
 * The resources and prompts of one namespace in a {@link McpDirectory}: of a server, or of code.
 * What it lists and answers are the JSON objects of the protocol, unchanged. The {@code call} says
 * who asks, until when, and how it is cancelled. Threads may share it.
 */
public interface McpCatalog {

    default List<JsonNode> resources() {
        return List.of();
    }

    default List<JsonNode> resourceTemplates() {
        return List.of();
    }

    default List<JsonNode> prompts() {
        return List.of();
    }

    /**
     * What the server of the namespace calls itself: an object with {@code name} and {@code
     * version}, and perhaps {@code title}, {@code icons} and others. Missing if it is no server.
     */
    default JsonNode serverInfo() {
        return JsonNodeFactory.instance.missingNode();
    }

    /** How to use the server of the namespace, for models. */
    default Optional<String> instructions() {
        return Optional.empty();
    }

    /**
     * Reads a resource.
     *
     * @return an object with {@code contents}
     * @throws McpException {@code RESOURCE_NOT_FOUND} if there is none of this URI
     */
    default JsonNode readResource(String uri, Call call) {
        throw new McpException(McpErrorCode.RESOURCE_NOT_FOUND, "no resource has the URI " + uri);
    }

    /**
     * Fills in a prompt.
     *
     * @return an object with {@code messages}
     */
    default JsonNode getPrompt(String name, JsonNode arguments, Call call) {
        throw McpException.invalidParams("no prompt is called " + name);
    }

    /**
     * Completes an argument of a prompt or resource template.
     *
     * @param params of {@code completion/complete}
     * @return an object with {@code completion}
     */
    default JsonNode complete(JsonNode params, Call call) {
        throw McpException.invalidParams("nothing is completed here");
    }

    /** Runs an action whenever a resource changes, until the registration is closed. */
    default Registration watch(String uri, Runnable changed) {
        return () -> {};
    }
}
