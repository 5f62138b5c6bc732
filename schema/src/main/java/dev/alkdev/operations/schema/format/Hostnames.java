package dev.alkdev.operations.schema.format;

import dev.alkdev.operations.schema.pattern.Pattern262;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Host names of RFC 1123, and of RFC 5890 (IDNA 2008) beyond ASCII. */
final class Hostnames {
    private static final int LONGEST_NAME = 253;
    private static final int LONGEST_LABEL = 63;
    private static final String ENCODED = "xn--";
    private static final Pattern262 LABEL =
            Pattern262.compile("^[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?$");

    private Hostnames() {}

    static boolean isHostname(String text) {
        return text.chars().allMatch(c -> c < 128) && isName(text.split("\\.", -1));
    }

    static boolean isInternational(String text) {
        return isName(text.split("[.\u3002\uff0e\uff61]", -1));
    }

    private static boolean isName(String[] labels) {
        int length = labels.length - 1;
        List<String> decoded = new ArrayList<>();
        for (String label : labels) {
            String plain = decoded(label);
            if (plain == null) {
                return false;
            }
            decoded.add(plain);
            length += encodedLength(label);
        }
        return length <= LONGEST_NAME && BidiRule.allows(decoded);
    }

    private static int encodedLength(String label) {
        return isAscii(label) ? label.length() : ENCODED.length() + Punycode.encode(label).length();
    }

    /** The label without its encoding; null if it is wrong. */
    private static @Nullable String decoded(String label) {
        if (label.isEmpty()
                || label.length() > LONGEST_LABEL
                || encodedLength(label) > LONGEST_LABEL) {
            return null;
        }
        if (!isAscii(label)) {
            return IdnaLabel.isValid(label) ? label : null;
        }
        String lower = label.toLowerCase(Locale.ROOT);
        if (!lower.startsWith(ENCODED)) {
            return LABEL.find(label) ? label : null;
        }
        String plain = Punycode.decode(lower.substring(ENCODED.length()));
        boolean valid =
                plain != null
                        && !isAscii(plain)
                        && lower.equals(ENCODED + Punycode.encode(plain))
                        && IdnaLabel.isValid(plain);
        return valid ? plain : null;
    }

    private static boolean isAscii(String text) {
        return text.chars().allMatch(c -> c < 128);
    }
}
