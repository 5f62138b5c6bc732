package dev.alkdev.operations.mcp;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The tools that callers of the same rights see, in the order of ids. Threads may share it. */
final class ToolListing {
    private static final byte[] BEGIN = ascii("{\"tools\":[");
    private static final byte[] COMMA = ascii(",");

    private final List<Tool> tools;
    private final boolean isPublic;
    private final McpOptions options;
    private final Map<Integer, byte[]> legacy = new ConcurrentHashMap<>();
    private final Map<Integer, byte[]> modern = new ConcurrentHashMap<>();
    private volatile int withoutOutput = -1;

    /**
     * A listing.
     *
     * @param isPublic whether everybody sees the same
     */
    ToolListing(List<Tool> tools, boolean isPublic, McpOptions options) {
        this.tools = tools;
        this.isPublic = isPublic;
        this.options = options;
    }

    /** Whether a client that knows one needs not read the other. */
    boolean isSame(ToolListing other) {
        return tools.equals(other.tools);
    }

    int size() {
        return tools.size();
    }

    /** How many tools have an output schema that is too long to be listed. */
    int withoutOutput() {
        int known = withoutOutput;
        if (known < 0) {
            known = (int) tools.stream().filter(tool -> tool.form().hidesOutput()).count();
            withoutOutput = known;
        }
        return known;
    }

    /**
     * The result of {@code tools/list}.
     *
     * @param cursor of the page before; null for the first one
     * @throws McpException if the cursor is not one of ours
     */
    byte[] page(@Nullable String cursor, boolean isModern) {
        int start = cursor == null ? 0 : start(cursor);
        Map<Integer, byte[]> pages = isModern ? modern : legacy;
        byte[] page = pages.get(start);
        if (page == null) {
            page = write(start, isModern);
            // Clients cannot make more entries than there are pages, but by made-up cursors.
            if (start % options.pageSize() == 0) {
                pages.put(start, page);
            }
        }
        return page;
    }

    private int start(String cursor) {
        String last = Cursors.read(cursor);
        int low = 0;
        int high = tools.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (tools.get(middle).spec().id().compareTo(last) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private byte[] write(int start, boolean isModern) {
        int end = (int) Math.min(tools.size(), (long) start + options.pageSize());
        List<byte[]> parts = new ArrayList<>(2 * (end - start) + 4);
        parts.add(BEGIN);
        for (int i = start; i < end; i++) {
            if (i > start) {
                parts.add(COMMA);
            }
            parts.add(tools.get(i).json(isModern));
        }
        parts.add(ascii("]" + next(end) + (isModern ? modernMembers() : "") + "}"));
        return HttpAnswers.joined(parts.toArray(byte[][]::new));
    }

    private String next(int end) {
        return end < tools.size()
                ? ",\"nextCursor\":\"" + Cursors.write(tools.get(end - 1).spec().id()) + "\""
                : "";
    }

    private String modernMembers() {
        return ",\"resultType\":\"complete\",\"ttlMs\":"
                + options.ttl().toMillis()
                + ",\"cacheScope\":\""
                + (isPublic ? "public" : "private")
                + "\"";
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
