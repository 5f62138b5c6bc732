package dev.alkdev.operations.schema.format;

import dev.alkdev.operations.schema.pattern.CodePoints;

import java.lang.Character.UnicodeScript;
import java.util.Arrays;
import java.util.Set;

/** The code points that IDNA 2008 allows only beside certain others (RFC 5892, appendix A). */
final class IdnaContext {
    private static final int NON_JOINER = 0x200c;
    private static final int JOINER = 0x200d;
    private static final CodePoints RESTRICTED =
            CodePoints.ranges(
                    "\u00b7\u00b7\u0375\u0375\u05f3\u05f4\u0660\u0669\u06f0\u06f9"
                            + "\u200c\u200d\u30fb\u30fb");
    private static final CodePoints ARABIC_DIGITS = CodePoints.ranges("\u0660\u0669");
    private static final CodePoints EXTENDED_ARABIC_DIGITS = CodePoints.ranges("\u06f0\u06f9");
    private static final Set<UnicodeScript> KANA =
            Set.of(UnicodeScript.HIRAGANA, UnicodeScript.KATAKANA, UnicodeScript.HAN);

    /** The code points of canonical combining class 9. */
    private static final CodePoints VIRAMAS =
            CodePoints.ranges(
                    twice(
                            "\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca"
                                + "\u0e3a\u0eba\u0f84\u1039\u103a\u1714\u1715\u1734\u17d2\u1a60"
                                + "\u1b44\u1baa\u1bab\u1bf2\u1bf3\u2d7f\ua806\ua82c\ua8c4\ua953"
                                + "\ua9c0\uaaf6\uabed\ud802\ude3f\ud804\udc46\ud804\udc70"
                                + "\ud804\udc7f\ud804\udcb9\ud804\udd33\ud804\udd34\ud804\uddc0"
                                + "\ud804\ude35\ud804\udeea\ud804\udf4d\ud805\udc42\ud805\udcc2"
                                + "\ud805\uddbf\ud805\ude3f\ud805\udeb6\ud805\udf2b\ud806\udc39"
                                + "\ud806\udd3d\ud806\udd3e\ud806\udde0\ud806\ude34\ud806\ude47"
                                + "\ud806\ude99\ud807\udc3f\ud807\udd44\ud807\udd45\ud807\udd97"));

    /** Arabic letters that join the letter before, but not the one after. */
    private static final CodePoints RIGHT_JOINING =
            CodePoints.ranges(
                    "\u0622\u0625\u0627\u0627\u0629\u0629\u062f\u0632\u0648\u0648\u0671\u0673"
                            + "\u0675\u0677\u0688\u0699\u06c0\u06c0\u06c3\u06cb\u06cd\u06cd"
                            + "\u06cf\u06cf\u06d2\u06d3\u06d5\u06d5\u06ee\u06ef");

    private static final CodePoints NOT_JOINING =
            CodePoints.ranges("\u0621\u0621\u0674\u0674\u06d5\u06d5");

    private IdnaContext() {}

    private static String twice(String points) {
        StringBuilder bounds = new StringBuilder();
        points.codePoints().forEach(p -> bounds.appendCodePoint(p).appendCodePoint(p));
        return bounds.toString();
    }

    static boolean applies(int point) {
        return RESTRICTED.test(point);
    }

    /** Whether the restricted code point at a place is allowed there. */
    static boolean allows(int[] label, int i) {
        int before = i > 0 ? label[i - 1] : -1;
        int after = i + 1 < label.length ? label[i + 1] : -1;
        return switch (label[i]) {
            case 0xb7 -> before == 'l' && after == 'l';
            case 0x375 -> isScript(after, UnicodeScript.GREEK);
            case 0x5f3, 0x5f4 -> isScript(before, UnicodeScript.HEBREW);
            case 0x30fb ->
                    Arrays.stream(label)
                            .anyMatch(p -> p != 0x30fb && KANA.contains(UnicodeScript.of(p)));
            case JOINER -> VIRAMAS.test(before);
            case NON_JOINER -> VIRAMAS.test(before) || betweenJoining(label, i);
            default ->
                    !(Arrays.stream(label).anyMatch(ARABIC_DIGITS)
                            && Arrays.stream(label).anyMatch(EXTENDED_ARABIC_DIGITS));
        };
    }

    private static boolean isScript(int point, UnicodeScript script) {
        return point >= 0 && UnicodeScript.of(point) == script;
    }

    /** Whether the letters around a place join towards it; known for Arabic only. */
    private static boolean betweenJoining(int[] label, int i) {
        int before = i - 1;
        while (before >= 0 && Character.getType(label[before]) == Character.NON_SPACING_MARK) {
            before--;
        }
        int after = i + 1;
        while (after < label.length
                && Character.getType(label[after]) == Character.NON_SPACING_MARK) {
            after++;
        }
        return before >= 0
                && after < label.length
                && isJoining(label[before])
                && !RIGHT_JOINING.test(label[before])
                && isJoining(label[after]);
    }

    private static boolean isJoining(int point) {
        return isScript(point, UnicodeScript.ARABIC)
                && Character.isLetter(point)
                && !NOT_JOINING.test(point);
    }
}
