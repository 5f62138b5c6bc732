package dev.alkdev.operations.mcp;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/** A JSON-RPC error: one that a server answered with, or that ours answers with. */
public final class McpException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int code;
    private final transient @Nullable JsonNode data;

    public McpException(int code, String message) {
        this(code, message, null);
    }

    public McpException(int code, String message, @Nullable JsonNode data) {
        super(message);
        this.code = code;
        this.data = data;
    }

    /** One of {@link McpErrorCode}, or what a server made up. */
    public int code() {
        return code;
    }

    /** Whatever the error carries besides its message. */
    public @Nullable JsonNode data() {
        return data;
    }

    static McpException invalidParams(String message) {
        return new McpException(McpErrorCode.INVALID_PARAMS, message);
    }
}
