package dev.alkdev.operations.mcp;

import dev.alkdev.operations.AttachmentKey;
import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.OperationContext;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.util.Map;
import java.util.Objects;

/**
 * The MCP client that made a call, for handlers that ask it something or log to it. A handler that
 * asks may run more than once for one call: a client of 2026-07-28 gets the question as the answer
 * of its request and calls again, with the answers so far. What must happen once belongs after the
 * last question. Threads may share it.
 */
public interface McpCaller {
    /** Where gateways attach the caller. */
    AttachmentKey<McpCaller> KEY = AttachmentKey.of("mcp-caller", McpCaller.class);

    /** Who made the call of this context; one that can do nothing if it was no MCP client. */
    static McpCaller of(OperationContext context) {
        return of(context.call());
    }

    /** As {@link #of(OperationContext)}. */
    static McpCaller of(Call call) {
        return call.attachment(KEY).orElse(NoMcpCaller.INSTANCE);
    }

    /**
     * Whether the client declared a capability: {@code elicitation} for forms, {@code
     * elicitation.url} for URLs, {@code sampling}, {@code sampling.tools}, {@code
     * sampling.context}, {@code roots}.
     */
    boolean can(String capability);

    /**
     * Asks several questions at once.
     *
     * @param questions by keys of the handler's choice, the same in every run
     * @return the answers under the keys of their questions
     * @throws CallException {@code MISSING_CAPABILITY} if the client cannot be asked so
     */
    Map<String, JsonNode> ask(Map<String, McpQuestion> questions);

    /**
     * Sends a log message, if the client wants messages of this level.
     *
     * @param level of the protocol, such as {@code info}
     * @param logger who logs; null for none
     */
    void log(String level, @Nullable String logger, JsonNode data);

    /**
     * Asks the person at the client.
     *
     * @param requestedSchema a flat object schema of what is asked
     * @return {@code action} and, if it is {@code accept}, {@code content}
     */
    default JsonNode elicit(String message, JsonNode requestedSchema) {
        return ask(
                McpQuestion.ELICIT,
                JsonNodeFactory.instance
                        .objectNode()
                        .put("message", message)
                        .set("requestedSchema", requestedSchema));
    }

    /**
     * Asks the person at the client to open a page, such as one that takes a password or a payment,
     * which must not pass through the client. Clients know this since 2025-11-25.
     *
     * @param url without secrets; the page checks who opens it
     * @return {@code action}: {@code accept} says that the person agreed to open the page, not that
     *     anything was done there
     * @throws CallException {@code MISSING_CAPABILITY} if the client did not declare that it opens
     *     URLs
     */
    default JsonNode elicitUrl(String message, String url) {
        return ask(McpQuestion.ELICIT, Elicitation.url(message, url));
    }

    /**
     * Asks the client's model for an answer. The params are those of {@code
     * sampling/createMessage}.
     */
    default JsonNode sample(JsonNode params) {
        return ask(McpQuestion.SAMPLE, params);
    }

    /** The folders and the like that the client works on: an object with {@code roots}. */
    default JsonNode roots() {
        return ask(McpQuestion.ROOTS, JsonNodeFactory.instance.objectNode());
    }

    private JsonNode ask(String method, JsonNode params) {
        return Objects.requireNonNull(
                ask(Map.of(method, new McpQuestion(method, params))).get(method));
    }
}
