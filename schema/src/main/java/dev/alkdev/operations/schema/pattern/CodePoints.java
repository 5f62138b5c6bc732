package dev.alkdev.operations.schema.pattern;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;

/** A set of code points: ranges, and rules such as Unicode properties. Public for formats. */
public final class CodePoints implements IntPredicate {
    static final CodePoints DIGIT = ranges("09");
    static final CodePoints WORD = ranges("09AZ__az");
    static final CodePoints SPACE =
            ranges(
                    "\t\r  \u00a0\u00a0\u1680\u1680\u2000\u200a\u2028\u2029"
                            + "\u202f\u202f\u205f\u205f\u3000\u3000\ufeff\ufeff");
    static final CodePoints ANY_IN_LINE = ranges("\n\n\r\r\u2028\u2029").negate();

    /** First and last code point of each range, in order and apart from each other. */
    private final int[] ranges;

    private final List<IntPredicate> rules;
    private final boolean negated;

    private CodePoints(int[] ranges, List<IntPredicate> rules, boolean negated) {
        this.ranges = ranges;
        this.rules = rules;
        this.negated = negated;
    }

    static CodePoints single(int codePoint) {
        return new CodePoints(new int[] {codePoint, codePoint}, List.of(), false);
    }

    /** The ranges whose first and last code points are pairs in a text. */
    public static CodePoints ranges(String bounds) {
        Builder builder = new Builder();
        int[] codePoints = bounds.codePoints().toArray();
        for (int i = 0; i < codePoints.length; i += 2) {
            builder.range(codePoints[i], codePoints[i + 1]);
        }
        return builder.build(false);
    }

    public static boolean isWord(int codePoint) {
        return WORD.test(codePoint);
    }

    @Override
    public CodePoints negate() {
        return new CodePoints(ranges, rules, !negated);
    }

    @Override
    public boolean test(int codePoint) {
        return negated != (inRange(codePoint) || obeysRule(codePoint));
    }

    private boolean inRange(int codePoint) {
        int found = Arrays.binarySearch(ranges, codePoint);
        // Between a first and its last the insertion point is odd.
        return found >= 0 || (found & 1) == 0;
    }

    private boolean obeysRule(int codePoint) {
        for (IntPredicate rule : rules) {
            if (rule.test(codePoint)) {
                return true;
            }
        }
        return false;
    }

    /** Collects a set. */
    static final class Builder {
        private final List<int[]> ranges = new ArrayList<>();
        private final List<IntPredicate> rules = new ArrayList<>();

        Builder one(int codePoint) {
            return range(codePoint, codePoint);
        }

        Builder range(int first, int last) {
            ranges.add(new int[] {first, last});
            return this;
        }

        Builder rule(IntPredicate rule) {
            rules.add(rule);
            return this;
        }

        CodePoints build(boolean negated) {
            ranges.sort(Comparator.comparingInt(range -> range[0]));
            int[] merged = new int[ranges.size() * 2];
            int size = 0;
            for (int[] range : ranges) {
                if (size > 0 && range[0] <= merged[size - 1]) {
                    merged[size - 1] = Math.max(merged[size - 1], range[1]);
                } else {
                    merged[size++] = range[0];
                    merged[size++] = range[1];
                }
            }
            return new CodePoints(Arrays.copyOf(merged, size), List.copyOf(rules), negated);
        }
    }
}
