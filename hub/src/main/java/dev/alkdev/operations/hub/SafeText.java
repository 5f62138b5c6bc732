package dev.alkdev.operations.hub;

import java.net.URI;
import java.util.regex.Pattern;

/** Writes values for people without what is secret in them. */
final class SafeText {
    private static final Pattern USER_INFO = Pattern.compile("//.*@", Pattern.DOTALL);
    private static final Pattern QUERY = Pattern.compile("(://[^?]*[?]).*", Pattern.DOTALL);
    private static final int LONGEST = 80;

    private SafeText() {}

    /** A URL without user, password and query. */
    static String of(URI url) {
        return withoutSecrets(url.toString());
    }

    /** Cuts rather too much than too little: a password may have any character. */
    private static String withoutSecrets(String text) {
        String anonymous = USER_INFO.matcher(text).replaceAll("//***@");
        return QUERY.matcher(anonymous).replaceAll("$1***");
    }

    /** A text in quotes, on one line and of bounded length, without what is secret in a URL. */
    static String quoted(String text) {
        String safe = withoutSecrets(text);
        StringBuilder quoted = new StringBuilder("\"");
        int length = Math.min(safe.length(), LONGEST);
        for (int i = 0; i < length; i++) {
            char c = safe.charAt(i);
            quoted.append(Character.isISOControl(c) ? String.format("\\u%04x", (int) c) : c);
        }
        return quoted.append(safe.length() > LONGEST ? "…\"" : "\"").toString();
    }
}
