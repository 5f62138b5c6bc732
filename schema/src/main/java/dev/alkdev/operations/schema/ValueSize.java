package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/** How large a value is: its parts, and the characters of its texts. */
final class ValueSize {
    private ValueSize() {}

    static long of(JsonNode value) {
        return count(value, Long.MAX_VALUE);
    }

    /** Whether a value is larger than this; takes no longer than counting so far. */
    static boolean exceeds(JsonNode value, long size) {
        return count(value, size) > size;
    }

    private static long count(JsonNode value, long enough) {
        long size = weight(value);
        Deque<Iterator<JsonNode>> open = new ArrayDeque<>();
        open.push(value.iterator());
        while (!open.isEmpty() && size <= enough) {
            Iterator<JsonNode> children = open.peek();
            if (!children.hasNext()) {
                open.pop();
                continue;
            }
            JsonNode child = children.next();
            size += weight(child);
            if (child.isContainer()) {
                open.push(child.iterator());
            }
        }
        return size;
    }

    private static long weight(JsonNode value) {
        return value.isString() ? 1L + value.asString().length() : 1;
    }
}
