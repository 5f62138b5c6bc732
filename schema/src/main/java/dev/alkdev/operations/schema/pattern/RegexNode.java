package dev.alkdev.operations.schema.pattern;

import java.util.List;

/** A parsed ECMA-262 regular expression. */
sealed interface RegexNode {

    /** One code point out of a set. */
    record Chars(CodePoints set) implements RegexNode {}

    record Sequence(List<RegexNode> parts) implements RegexNode {}

    record Alternation(List<RegexNode> branches) implements RegexNode {}

    /** A capturing group, numbered from 1. */
    record Group(int index, RegexNode body) implements RegexNode {}

    /**
     * A quantifier.
     *
     * @param max {@link Integer#MAX_VALUE} for no limit
     * @param firstGroup number of the first capturing group inside
     * @param lastGroup number of the last capturing group inside; smaller than the first if none
     */
    record Repeat(RegexNode body, int min, int max, boolean greedy, int firstGroup, int lastGroup)
            implements RegexNode {}

    /** A lookahead or lookbehind. */
    record Look(RegexNode body, boolean ahead, boolean negated) implements RegexNode {}

    record BackReference(int group) implements RegexNode {}

    /** What holds between two code points. */
    enum Assertion implements RegexNode {
        START,
        END,
        WORD_BOUNDARY,
        NO_WORD_BOUNDARY;

        boolean holds(boolean atStart, boolean atEnd, boolean atBoundary) {
            return switch (this) {
                case START -> atStart;
                case END -> atEnd;
                case WORD_BOUNDARY -> atBoundary;
                case NO_WORD_BOUNDARY -> !atBoundary;
            };
        }
    }

    /** Whether the expression can match only at the start of the text. */
    static boolean anchored(RegexNode node) {
        return switch (node) {
            case Assertion assertion -> assertion == Assertion.START;
            case Group group -> anchored(group.body());
            case Sequence sequence ->
                    !sequence.parts().isEmpty() && anchored(sequence.parts().getFirst());
            case Alternation alternation ->
                    alternation.branches().stream().allMatch(RegexNode::anchored);
            case Repeat repeat -> repeat.min() > 0 && anchored(repeat.body());
            case Chars chars -> false;
            case Look look -> false;
            case BackReference reference -> false;
        };
    }
}
