package dev.alkdev.operations.cli;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Makes text of others harmless for a terminal, which takes some characters for commands: it could
 * be made to hide or forge what it shows.
 */
final class Printable {
    /** All controls but line feed and tab, and what turns the direction of writing. */
    private static final Pattern HARMFUL =
            Pattern.compile("[\\p{Cc}&&[^\\n\\t]]|[\\u202A-\\u202E\\u2066-\\u2069]");

    private Printable() {}

    /** The text with a sign in the place of each harmful character. */
    static String text(String text) {
        return isHarmless(text)
                ? text
                : HARMFUL.matcher(text.replace("\r\n", "\n")).replaceAll("\uFFFD");
    }

    /** Most texts are; to find out must not take the time of a pattern. */
    private static boolean isHarmless(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || (c > '~' && c < '\u00A0') || (c >= '\u202A' && c <= '\u2069')) {
                return false;
            }
        }
        return true;
    }

    /** What JSON text must escape: harmful characters, and half of a surrogate pair. */
    private static final Pattern TO_ESCAPE = Pattern.compile(HARMFUL.pattern() + "|\\p{Cs}");

    /** The same JSON with harmful characters escaped: they occur in texts only. */
    static String json(String json) {
        return TO_ESCAPE
                .matcher(json)
                .replaceAll(
                        it -> String.format(Locale.ROOT, "\\\\u%04X", (int) it.group().charAt(0)));
    }
}
