package dev.alkdev.operations.mcp;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Where the next page of a list begins: after an entry, whatever is added or removed before it. */
final class Cursors {
    private Cursors() {}

    /** The cursor of the page after an entry. */
    static String write(String last) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(last.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * The last entry of the page before.
     *
     * @throws McpException if it is not one of ours
     */
    static String read(String cursor) {
        try {
            return new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw McpException.invalidParams("the cursor is not one of this server");
        }
    }

    /** As {@link #read}, for a cursor that holds a number. */
    static int readNumber(String cursor) {
        try {
            return Math.max(0, Integer.parseInt(read(cursor)));
        } catch (NumberFormatException e) {
            throw McpException.invalidParams("the cursor is not one of this server");
        }
    }
}
