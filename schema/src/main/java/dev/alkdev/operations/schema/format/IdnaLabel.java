package dev.alkdev.operations.schema.format;

import dev.alkdev.operations.schema.pattern.CodePoints;

import java.text.Normalizer;
import java.util.Locale;

/** The labels that IDNA 2008 (RFC 5891 and 5892) allows beyond ASCII. */
final class IdnaLabel {
    private static final CodePoints ALLOWED_EXCEPTIONS =
            CodePoints.ranges("\u00df\u00df\u03c2\u03c2\u06fd\u06fe\u0f0b\u0f0b\u3007\u3007");
    private static final CodePoints FORBIDDEN_EXCEPTIONS =
            CodePoints.ranges(
                    "\u0640\u0640\u07fa\u07fa\u302e\u302f\u3031\u3035\u303b\u303b"
                            // Letters and marks that are ignorable, or in blocks of such.
                            + "\u0345\u0345\u034f\u034f\u17b4\u17b5\u180b\u180f\u20d0\u20ff"
                            + "\ufe00\ufe0f\ud834\udd00\ud834\ude4f\udb40\udd00\udb40\uddef"
                            // Old Hangul.
                            + "\u1100\u11ff\ua960\ua97f\ud7b0\ud7ff");
    private static final CodePoints SAFE_ASCII = CodePoints.ranges("--09az");
    private static final int LETTERS_AND_DIGITS =
            1 << Character.LOWERCASE_LETTER
                    | 1 << Character.UPPERCASE_LETTER
                    | 1 << Character.OTHER_LETTER
                    | 1 << Character.MODIFIER_LETTER
                    | 1 << Character.DECIMAL_DIGIT_NUMBER
                    | 1 << Character.NON_SPACING_MARK
                    | 1 << Character.COMBINING_SPACING_MARK;
    private static final int MARKS =
            1 << Character.NON_SPACING_MARK
                    | 1 << Character.COMBINING_SPACING_MARK
                    | 1 << Character.ENCLOSING_MARK;

    private IdnaLabel() {}

    static boolean isValid(String label) {
        if (label.startsWith("-")
                || label.endsWith("-")
                || label.startsWith("--", 2)
                || has(MARKS, label.codePointAt(0))
                || !Normalizer.isNormalized(label, Normalizer.Form.NFC)) {
            return false;
        }
        int[] points = label.codePoints().toArray();
        for (int i = 0; i < points.length; i++) {
            boolean allowed =
                    IdnaContext.applies(points[i])
                            ? IdnaContext.allows(points, i)
                            : isAllowed(points[i]);
            if (!allowed) {
                return false;
            }
        }
        return true;
    }

    private static boolean isAllowed(int point) {
        if (ALLOWED_EXCEPTIONS.test(point) || SAFE_ASCII.test(point)) {
            return true;
        }
        return !FORBIDDEN_EXCEPTIONS.test(point)
                && has(LETTERS_AND_DIGITS, point)
                && isStable(Character.toString(point));
    }

    /** Whether neither compatibility nor case makes another text of it. */
    private static boolean isStable(String text) {
        String folded = Normalizer.normalize(text, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
        return Normalizer.normalize(folded, Normalizer.Form.NFKC).equals(text);
    }

    private static boolean has(int categories, int point) {
        return ((categories >> Character.getType(point)) & 1) != 0;
    }
}
