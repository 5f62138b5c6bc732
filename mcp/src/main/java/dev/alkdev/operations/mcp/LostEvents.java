package dev.alkdev.operations.mcp;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The messages for clients about dropped events. */
final class LostEvents {
    private static final String AGAIN =
            "Whether the request was completed is not known here; repeat it if that does no harm";

    private LostEvents() {}

    /** The response to a request whose own response is not kept. */
    static byte[] response(EventId event) {
        JsonNode request = event.request();
        return HttpAnswers.error(
                request,
                new McpException(
                        McpErrorCode.INTERNAL_ERROR,
                        "the connection was lost, and the response is not kept any longer. "
                                + AGAIN));
    }

    /** A log message about so many events. */
    static byte[] message(long lost) {
        ObjectNode params = JsonNodeFactory.instance.objectNode();
        params.put("level", LogLevel.WARNING.text()).put("logger", "operations");
        params.put(
                "data",
                lost
                        + " messages were lost with the connection: more were sent meanwhile than"
                        + " are kept");
        return HttpAnswers.bytes(
                new RpcMessage.Notification("notifications/message", params).toJson());
    }
}
