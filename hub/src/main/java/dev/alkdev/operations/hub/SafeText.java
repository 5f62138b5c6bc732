package dev.alkdev.operations.hub;

import java.net.URI;
import java.util.regex.Pattern;

/** Writes values for people without what is secret in them. */
final class SafeText {
    private static final Pattern USER_INFO = Pattern.compile("//[^/?#\\s]*@");
    private static final int LONGEST = 80;

    private SafeText() {}

    /** A URL without user, password and query. */
    static String of(URI url) {
        String text = USER_INFO.matcher(url.toString()).replaceFirst("//***@");
        int query = text.indexOf('?');
        return query < 0 ? text : text.substring(0, query) + "?***";
    }

    /** A text in quotes, on one line and of bounded length, without the user of a URL. */
    static String quoted(String text) {
        String safe = USER_INFO.matcher(text).replaceAll("//***@");
        StringBuilder quoted = new StringBuilder("\"");
        int length = Math.min(safe.length(), LONGEST);
        for (int i = 0; i < length; i++) {
            char c = safe.charAt(i);
            quoted.append(Character.isISOControl(c) ? String.format("\\u%04x", (int) c) : c);
        }
        return quoted.append(safe.length() > LONGEST ? "…\"" : "\"").toString();
    }
}
