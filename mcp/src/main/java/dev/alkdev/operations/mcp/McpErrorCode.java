package dev.alkdev.operations.mcp;

/** The error codes of JSON-RPC and MCP. */
public final class McpErrorCode {
    public static final int PARSE_ERROR = -32700;
    public static final int INVALID_REQUEST = -32600;
    public static final int METHOD_NOT_FOUND = -32601;
    public static final int INVALID_PARAMS = -32602;
    public static final int INTERNAL_ERROR = -32603;

    /** Up to 2025-11-25; since then {@link #INVALID_PARAMS}. */
    public static final int RESOURCE_NOT_FOUND = -32002;

    /** A person must open the URLs in the data of the error first. Only in 2025-11-25. */
    public static final int URL_ELICITATION_REQUIRED = -32042;

    /** Headers of an HTTP request contradict its body. Since 2026-07-28. */
    public static final int HEADER_MISMATCH = -32020;

    /** The client must be able to do something it did not declare. Since 2026-07-28. */
    public static final int MISSING_CLIENT_CAPABILITY = -32021;

    /** Since 2026-07-28. */
    public static final int UNSUPPORTED_PROTOCOL_VERSION = -32022;

    private McpErrorCode() {}
}
