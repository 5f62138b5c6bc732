package dev.alkdev.operations.schema.format;

import dev.alkdev.operations.schema.pattern.CodePoints;
import dev.alkdev.operations.schema.pattern.Pattern262;

/** The syntax of RFC 3986 (URI) and RFC 3987 (IRI). */
final class UriSyntax {
    private static final Pattern262 SCHEME = Pattern262.compile("^[a-zA-Z][a-zA-Z0-9+.-]*$");
    private static final Pattern262 FUTURE_ADDRESS =
            Pattern262.compile("^[vV][0-9a-fA-F]+\\.[\\w.~!$&'()*+,;=:-]+$");
    private static final Pattern262 PORT = Pattern262.compile("^(?::[0-9]*)?$");

    private static final String PLAIN = "-._~!$&'()*+,;=";
    private static final CodePoints INTERNATIONAL =
            CodePoints.ranges(
                    "\u00a0\ud7ff\uf900\ufdcf\ufdf0\uffef"
                            + supplementary(0x1, 0xd)
                            + "\udb44\udc00\udb7f\udffd");
    private static final CodePoints PRIVATE =
            CodePoints.ranges("\ue000\uf8ff\udb80\udc00\udbbf\udffd\udbc0\udc00\udbff\udffd");

    private final boolean international;

    private UriSyntax(boolean international) {
        this.international = international;
    }

    private static String supplementary(int firstPlane, int lastPlane) {
        StringBuilder bounds = new StringBuilder();
        for (int plane = firstPlane; plane <= lastPlane; plane++) {
            bounds.appendCodePoint(plane << 16).appendCodePoint((plane << 16) + 0xfffd);
        }
        return bounds.toString();
    }

    /**
     * Whether a text is a URI.
     *
     * @param international whether it may be an IRI
     * @param relative whether it may be a relative reference
     */
    static boolean matches(String text, boolean international, boolean relative) {
        return new UriSyntax(international).matches(text, relative);
    }

    private boolean matches(String text, boolean relative) {
        int hash = text.indexOf('#');
        String fragment = hash < 0 ? "" : text.substring(hash + 1);
        String main = hash < 0 ? text : text.substring(0, hash);
        int mark = main.indexOf('?');
        String query = mark < 0 ? "" : main.substring(mark + 1);
        String hierarchy = mark < 0 ? main : main.substring(0, mark);
        int colon = hierarchy.indexOf(':');
        int slash = hierarchy.indexOf('/');
        boolean absolute = colon >= 0 && (slash < 0 || colon < slash);
        if (absolute ? !SCHEME.find(hierarchy.substring(0, colon)) : !relative) {
            return false;
        }
        return isHierarchy(absolute ? hierarchy.substring(colon + 1) : hierarchy)
                && consists(query, ":@/?", true)
                && consists(fragment, ":@/?", false);
    }

    private boolean isHierarchy(String text) {
        if (!text.startsWith("//")) {
            return consists(text, ":@/", false);
        }
        int end = text.indexOf('/', 2);
        String authority = end < 0 ? text.substring(2) : text.substring(2, end);
        return isAuthority(authority) && (end < 0 || consists(text.substring(end), ":@/", false));
    }

    private boolean isAuthority(String text) {
        int at = text.lastIndexOf('@');
        String host = text.substring(at + 1);
        if (at >= 0 && !consists(text.substring(0, at), ":", false)) {
            return false;
        }
        if (host.startsWith("[")) {
            int end = host.indexOf(']');
            return end > 0
                    && isAddress(host.substring(1, end))
                    && PORT.find(host.substring(end + 1));
        }
        int colon = host.indexOf(':');
        String name = colon < 0 ? host : host.substring(0, colon);
        return consists(name, "", false) && PORT.find(host.substring(name.length()));
    }

    private static boolean isAddress(String text) {
        return IpAddresses.isV6(text) || FUTURE_ADDRESS.find(text);
    }

    /** Whether there are only plain characters, percent escapes and some others. */
    private boolean consists(String text, String others, boolean mayBePrivate) {
        int i = 0;
        while (i < text.length()) {
            int c = text.codePointAt(i);
            if (c == '%') {
                if (!isHex(text, i + 1) || !isHex(text, i + 2)) {
                    return false;
                }
                i += 3;
                continue;
            }
            boolean allowed =
                    c < 128
                            ? CodePoints.isWord(c)
                                    || PLAIN.indexOf(c) >= 0
                                    || others.indexOf(c) >= 0
                            : international
                                    && (INTERNATIONAL.test(c) || (mayBePrivate && PRIVATE.test(c)));
            if (!allowed) {
                return false;
            }
            i += Character.charCount(c);
        }
        return true;
    }

    private static boolean isHex(String text, int index) {
        return index < text.length()
                && text.charAt(index) < 128
                && Character.digit(text.charAt(index), 16) >= 0;
    }
}
