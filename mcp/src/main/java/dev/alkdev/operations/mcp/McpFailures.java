package dev.alkdev.operations.mcp;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Maps errors of servers to those of calls. */
final class McpFailures {
    /** Where the details of a failure have the error that a server answered with. */
    static final String DETAILS = "mcp";

    private McpFailures() {}

    static CallException of(McpException error) {
        ObjectNode details = JsonNodeFactory.instance.objectNode();
        ObjectNode json = details.putObject(DETAILS);
        json.put("code", error.code()).put("message", error.getMessage());
        if (error.data() != null) {
            json.set("data", error.data());
        }
        return new CallException(
                        ErrorCode.EXECUTION_ERROR,
                        "MCP error " + error.code() + ": " + error.getMessage())
                .withDetails(details);
    }
}
