package dev.alkdev.operations.mcp;

/** The protocol versions that a client negotiates with a server. */
public enum McpEra {
    /** What the server speaks, newest first: found out when the connection is made. */
    AUTO,
    /** Without a handshake: {@link McpVersion#V2026_07_28} and later. */
    MODERN,
    /** With a handshake: {@link McpVersion#V2025_11_25} and earlier. */
    LEGACY
}
