package dev.alkdev.operations.schema.format;

import java.util.List;

/** The rule of RFC 5893 for host names with labels written from right to left. */
final class BidiRule {
    private static final long RIGHT_TO_LEFT =
            bits(
                    Character.DIRECTIONALITY_RIGHT_TO_LEFT,
                    Character.DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC);
    private static final long ARABIC_NUMBER = bits(Character.DIRECTIONALITY_ARABIC_NUMBER);
    private static final long NUMBER = bits(Character.DIRECTIONALITY_EUROPEAN_NUMBER);
    private static final long LEFT_TO_RIGHT = bits(Character.DIRECTIONALITY_LEFT_TO_RIGHT);
    private static final long MARK = bits(Character.DIRECTIONALITY_NONSPACING_MARK);
    private static final long NEUTRAL =
            MARK
                    | bits(
                            Character.DIRECTIONALITY_EUROPEAN_NUMBER_SEPARATOR,
                            Character.DIRECTIONALITY_COMMON_NUMBER_SEPARATOR,
                            Character.DIRECTIONALITY_EUROPEAN_NUMBER_TERMINATOR,
                            Character.DIRECTIONALITY_OTHER_NEUTRALS,
                            Character.DIRECTIONALITY_BOUNDARY_NEUTRAL);

    private BidiRule() {}

    static boolean allows(List<String> labels) {
        long all = labels.stream().mapToLong(BidiRule::directions).reduce(0, (a, b) -> a | b);
        return (all & (RIGHT_TO_LEFT | ARABIC_NUMBER)) == 0
                || labels.stream().allMatch(BidiRule::allows);
    }

    private static boolean allows(String label) {
        long all = directions(label);
        long first = direction(label.codePointAt(0));
        int end = label.length();
        while (end > 0 && (direction(label.codePointBefore(end)) & MARK) != 0) {
            end -= Character.charCount(label.codePointBefore(end));
        }
        long last = end == 0 ? 0 : direction(label.codePointBefore(end));
        if ((first & RIGHT_TO_LEFT) != 0) {
            return (all & ~(RIGHT_TO_LEFT | ARABIC_NUMBER | NUMBER | NEUTRAL)) == 0
                    && (last & (RIGHT_TO_LEFT | NUMBER | ARABIC_NUMBER)) != 0
                    && ((all & NUMBER) == 0 || (all & ARABIC_NUMBER) == 0);
        }
        return (first & LEFT_TO_RIGHT) != 0
                && (all & ~(LEFT_TO_RIGHT | NUMBER | NEUTRAL)) == 0
                && (last & (LEFT_TO_RIGHT | NUMBER)) != 0;
    }

    private static long directions(String label) {
        return label.codePoints().mapToLong(BidiRule::direction).reduce(0, (a, b) -> a | b);
    }

    private static long direction(int codePoint) {
        return bits(Character.getDirectionality(codePoint));
    }

    private static long bits(byte... directions) {
        long bits = 0;
        for (byte direction : directions) {
            bits |= direction < 0 ? 1L << 63 : 1L << direction;
        }
        return bits;
    }
}
