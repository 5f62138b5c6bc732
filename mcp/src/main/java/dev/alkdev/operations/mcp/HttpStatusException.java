package dev.alkdev.operations.mcp;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.web.HttpFailure;

import tools.jackson.databind.node.JsonNodeFactory;

import java.util.Set;

/** A server refused a request by a status, without a message of the protocol. */
final class HttpStatusException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Statuses of a server that does not know the transport, or not at this path. */
    private static final Set<Integer> OTHER_TRANSPORT = Set.of(400, 404, 405, 406, 415, 501);

    private final int status;

    HttpStatusException(int status, String text) {
        super(text, null, false, false);
        this.status = status;
    }

    /** Whether a server of another era, or with another transport, may be there. */
    boolean mayBeOther() {
        return OTHER_TRANSPORT.contains(status) || status == 422;
    }

    /** What a caller gets. */
    CallException toCallException() {
        String code =
                HttpFailure.isRetryable(status) ? ErrorCode.UNAVAILABLE : ErrorCode.EXECUTION_ERROR;
        return new CallException(code, "the MCP server answered " + getMessage())
                .withDetails(JsonNodeFactory.instance.objectNode().put("statusCode", status));
    }
}
