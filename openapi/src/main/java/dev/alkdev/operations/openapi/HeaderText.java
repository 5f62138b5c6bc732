package dev.alkdev.operations.openapi;

import java.util.Locale;
import java.util.regex.Pattern;

/** What the names and values of headers may be made of. */
final class HeaderText {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");

    private HeaderText() {}

    /**
     * Whether a header can carry a value: printable ASCII and tabs. The HTTP client writes a
     * question mark for everything else.
     */
    static boolean canCarry(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if ((c < ' ' && c != '\t') || c > '~') {
                return false;
            }
        }
        return true;
    }

    /**
     * Refuses a header that could not be sent as it is.
     *
     * @throws IllegalArgumentException naming the header, never its value
     */
    static void check(String name, String value) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("\"" + name + "\" cannot be the name of a header");
        }
        if (OpenApi3.RESERVED_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException(
                    "the header " + name + " is set by the HTTP client and cannot be configured");
        }
        if (!canCarry(value)) {
            throw new IllegalArgumentException(
                    "the value of the header "
                            + name
                            + " has a line break or characters beyond ASCII, which no header can"
                            + " carry");
        }
    }
}
