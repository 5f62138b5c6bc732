package dev.alkdev.operations.mcp;

import dev.alkdev.operations.base.ByteBudget;

/**
 * How much memory MCP servers can make this process use, as parts of its heap that all servers
 * share. Sizes are the estimates of {@link ByteBudget}.
 */
final class ServerMemory {
    private static final long HEAP = Runtime.getRuntime().maxMemory();

    /** Messages that were received but not handled yet, and results that no caller took yet. */
    static final ByteBudget MESSAGES = ByteBudget.of(HEAP / 6);

    /** Progress and log messages that their callers did not receive yet. */
    static final ByteBudget REPORTS = ByteBudget.of(HEAP / 32);

    /** Requests of servers that no client answered yet. */
    static final ByteBudget QUESTIONS = ByteBudget.of(HEAP / 32);

    /** The lists of all servers. */
    static final ByteBudget LISTS = ByteBudget.of(HEAP / 12);

    /** The largest list of one server. */
    static final long LARGEST_LIST = HEAP / 24;

    /** What a server that is a process may leave unread of its input. */
    static final long UNREAD_INPUT = Math.max(HEAP / 32, 64 * 1024);

    private ServerMemory() {}
}
