package dev.alkdev.operations.web;

import java.nio.charset.StandardCharsets;

/** Percent-encodes text for the parts of a URI. */
public final class PercentEncoding {
    private static final String UNRESERVED = "-._~";

    /** Those that are allowed in a query value. */
    private static final String RESERVED = ":/?@!$'()*,;=";

    /** The same for a path, which a question mark would end. */
    private static final String RESERVED_IN_PATH = ":/@!$'()*,;=";

    private static final String LITERAL = UNRESERVED + RESERVED + "&+%";
    private static final char[] HEX = "0123456789ABCDEF".toCharArray();

    private PercentEncoding() {}

    /** Everything but letters, digits and {@code -._~} encoded: it cannot leave its place. */
    public static String component(String text) {
        return encode(text, UNRESERVED, false);
    }

    /** As {@code allowReserved} has it: reserved characters and finished triplets stay. */
    public static String reserved(String text) {
        return encode(text, UNRESERVED + RESERVED, true);
    }

    /** As {@code allowReserved} has it in a path, which a value cannot end. */
    public static String reservedInPath(String text) {
        return encode(text, UNRESERVED + RESERVED_IN_PATH, true);
    }

    /** The fixed text of a path, which may have slashes, a query and triplets of its own. */
    public static String literal(String text) {
        return encode(text, LITERAL, true);
    }

    /** A whole URI in which only what no URI may have is encoded. */
    static String location(String text) {
        return encode(text, LITERAL + "#[]", true);
    }

    private static String encode(String text, String kept, boolean triplets) {
        int plain = 0;
        while (plain < text.length() && stays(text.charAt(plain), kept)) {
            plain++;
        }
        if (plain == text.length() && !(triplets && text.indexOf('%') >= 0)) {
            return text;
        }
        StringBuilder encoded = new StringBuilder(text.length() + 16);
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            if (c == '%' && triplets && isTriplet(text, i)) {
                encoded.append(text, i, i + 3);
                i += 3;
            } else if (c != '%' && stays(c, kept)) {
                encoded.append(c);
                i++;
            } else {
                int end = text.offsetByCodePoints(i, 1);
                append(encoded, text.substring(i, end));
                i = end;
            }
        }
        return encoded.toString();
    }

    private static boolean stays(char c, String kept) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || kept.indexOf(c) >= 0;
    }

    private static boolean isTriplet(String text, int at) {
        return at + 2 < text.length()
                && Character.digit(text.charAt(at + 1), 16) >= 0
                && Character.digit(text.charAt(at + 2), 16) >= 0;
    }

    private static void append(StringBuilder encoded, String codePoint) {
        for (byte each : codePoint.getBytes(StandardCharsets.UTF_8)) {
            encoded.append('%').append(HEX[(each >> 4) & 0xf]).append(HEX[each & 0xf]);
        }
    }
}
