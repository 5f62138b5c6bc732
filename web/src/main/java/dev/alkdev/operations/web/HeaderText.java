package dev.alkdev.operations.web;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** What the names and values of headers may be made of. */
public final class HeaderText {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");

    /** Those that the HTTP client sets itself. */
    private static final Set<String> RESERVED =
            Set.of("connection", "content-length", "expect", "host", "upgrade");

    private HeaderText() {}

    /** Whether only the HTTP client itself may set a header. */
    public static boolean isReserved(String name) {
        return RESERVED.contains(name.toLowerCase(Locale.ROOT));
    }

    /**
     * Whether a header can carry a value: printable ASCII and tabs. The HTTP client writes a
     * question mark for everything else.
     */
    public static boolean canCarry(String value) {
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
    public static void check(String name, String value) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("\"" + name + "\" cannot be the name of a header");
        }
        if (isReserved(name)) {
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
