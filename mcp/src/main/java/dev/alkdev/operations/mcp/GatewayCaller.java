package dev.alkdev.operations.mcp;

import dev.alkdev.operations.CallException;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.Collection;

/** The client of a request that a gateway serves. Threads may share it. */
abstract sealed class GatewayCaller implements McpCaller permits LiveCaller, RoundTripCaller {
    private final ServerRequest request;
    private final String target;

    /**
     * The client of a request.
     *
     * @param target the id of the operation that it calls, or another name of what it is about
     */
    GatewayCaller(ServerRequest request, String target) {
        this.request = request;
        this.target = target;
    }

    /** {@code _meta} of the request for the server of what it is about, and for no other. */
    ObjectNode metaFor(String called) {
        return called.equals(target)
                ? RequestMeta.passedOn(request.params().path("_meta"))
                : JsonNodeFactory.instance.objectNode();
    }

    ServerRequest request() {
        return request;
    }

    @Override
    public boolean can(String capability) {
        JsonNode declared = request.client().capabilities();
        return switch (capability) {
            case Elicitation.CAPABILITY -> Elicitation.declares(declared, Elicitation.FORM);
            case Elicitation.URL_CAPABILITY -> Elicitation.declares(declared, Elicitation.URL);
            default -> declared.at("/" + capability.replace('.', '/')).isObject();
        };
    }

    @Override
    public void log(String level, @Nullable String logger, JsonNode data) {
        LogLevel least = request.client().level();
        LogLevel given = LogLevel.of(level);
        if (given == null) {
            throw new IllegalArgumentException("there is no level '" + level + "'");
        }
        if (least == null || given.compareTo(least) < 0) {
            return;
        }
        ObjectNode params = JsonNodeFactory.instance.objectNode().put("level", level);
        if (logger != null) {
            params.put("logger", logger);
        }
        params.set("data", data);
        tell(new RpcMessage.Notification("notifications/message", params));
    }

    /** Sends a notification, which is lost if the client has gone. */
    void tell(RpcMessage.Notification notification) {
        try {
            request.channel().send(notification);
        } catch (CallException gone) {
            // That ends the call, if anything should, elsewhere.
            assert gone.retryable();
        }
    }

    /** What the client should have declared and did not; empty if nothing is missing. */
    ObjectNode missing(Collection<McpQuestion> questions) {
        ObjectNode missing = JsonNodeFactory.instance.objectNode();
        for (McpQuestion question : questions) {
            JsonNode required = required(question);
            boolean can =
                    question.method().equals(McpQuestion.ELICIT)
                            ? can(Asking.capability(question))
                            : request.client().can(required);
            if (!can) {
                required.properties().forEach(it -> missing.set(it.getKey(), it.getValue()));
            }
        }
        return missing;
    }

    private JsonNode required(McpQuestion question) {
        ObjectNode required = JsonNodeFactory.instance.objectNode();
        switch (question.method()) {
            case McpQuestion.ELICIT -> {
                ObjectNode elicitation = required.putObject("elicitation");
                if (Elicitation.isUrl(question)) {
                    elicitation.putObject(Elicitation.URL);
                } else if (can(Elicitation.URL_CAPABILITY)) {
                    elicitation.putObject(Elicitation.FORM);
                }
            }
            case McpQuestion.SAMPLE -> {
                ObjectNode sampling = required.putObject("sampling");
                if (question.params().has("tools")) {
                    sampling.putObject("tools");
                }
            }
            case McpQuestion.ROOTS -> required.putObject("roots");
            default -> throw new IllegalArgumentException("no client answers " + question.method());
        }
        return required;
    }

    static CallException unable(ObjectNode missing) {
        return new CallException(
                NoMcpCaller.MISSING_CAPABILITY,
                "the client did not declare the capability " + missing);
    }
}
