package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * A place in a schema document, kept as a chain so that pointers are only written when asked for.
 */
record Location(@Nullable Location parent, String token) {

    /** The root of a document; {@code prefix} tells other documents from the one parsed. */
    static Location root(String prefix) {
        return new Location(null, prefix);
    }

    Location child(String token) {
        return new Location(this, token);
    }

    Location child(int index) {
        return new Location(this, Integer.toString(index));
    }

    String pointer() {
        StringBuilder pointer = new StringBuilder();
        write(pointer);
        return pointer.toString();
    }

    /** All tokens from the root down, the first one being its prefix. */
    List<String> tokens() {
        Deque<String> tokens = new ArrayDeque<>();
        for (Location here = this; here != null; here = here.parent) {
            tokens.addFirst(here.token);
        }
        return List.copyOf(tokens);
    }

    private void write(StringBuilder pointer) {
        if (parent == null) {
            pointer.append(token);
            return;
        }
        parent.write(pointer);
        pointer.append('/').append(escape(token));
    }

    static String escape(String token) {
        return token.indexOf('~') < 0 && token.indexOf('/') < 0
                ? token
                : token.replace("~", "~0").replace("/", "~1");
    }

    static String unescape(String token) {
        return token.replace("~1", "/").replace("~0", "~");
    }
}
