package dev.alkdev.operations.mcp;

/** A server does not know the session of a request, which it therefore did not carry out. */
final class SessionLostException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String session;

    SessionLostException(String session) {
        super("the MCP session has expired", null, false, false);
        this.session = session;
    }

    String session() {
        return session;
    }
}
