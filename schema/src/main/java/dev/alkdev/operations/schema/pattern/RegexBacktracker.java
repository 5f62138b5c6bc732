package dev.alkdev.operations.schema.pattern;

import java.util.Arrays;
import java.util.List;

/**
 * Searches by trying one way after the other, as ECMA-262 describes it. For expressions with back
 * references, which no automaton can decide. Good for one text.
 */
final class RegexBacktracker {
    private final String text;
    private final RegexBudget budget;

    /** Start and end of each group, -1 while it took no part. */
    private final int[] captures;

    /** What must match after a part, from the place where the part ended. */
    private interface Rest {
        boolean matches(int position);
    }

    RegexBacktracker(String text, int groups, RegexBudget budget) {
        this.text = text;
        this.budget = budget;
        captures = new int[2 * groups + 2];
    }

    boolean find(RegexNode node, boolean anchored) {
        int last = anchored ? 0 : text.length();
        try {
            for (int start = 0; start <= last; start = after(start)) {
                Arrays.fill(captures, -1);
                if (match(node, start, true, end -> true)) {
                    return true;
                }
            }
            return false;
        } catch (StackOverflowError e) {
            throw new Pattern262.GivenUpException("it would need too much memory");
        }
    }

    private int after(int position) {
        return position == text.length()
                ? position + 1
                : position + Character.charCount(text.codePointAt(position));
    }

    private boolean match(RegexNode node, int position, boolean forward, Rest rest) {
        budget.spend();
        return switch (node) {
            case RegexNode.Chars chars -> {
                int next = step(chars, position, forward);
                yield next >= 0 && rest.matches(next);
            }
            case RegexNode.Sequence sequence ->
                    sequence(
                            forward ? sequence.parts() : sequence.parts().reversed(),
                            position,
                            forward,
                            rest);
            case RegexNode.Alternation alternation -> {
                for (RegexNode branch : alternation.branches()) {
                    if (match(branch, position, forward, rest)) {
                        yield true;
                    }
                }
                yield false;
            }
            case RegexNode.Group group -> group(group, position, forward, rest);
            case RegexNode.Repeat repeat ->
                    repeat.body() instanceof RegexNode.Chars chars
                            ? run(repeat, chars, position, forward, rest)
                            : repeat(repeat, 0, position, forward, rest);
            case RegexNode.Assertion assertion -> {
                var place = RegexFrontier.Place.in(text, position);
                yield assertion.holds(place.atStart(), place.atEnd(), place.atBoundary())
                        && rest.matches(position);
            }
            case RegexNode.Look look -> look(look, position, rest);
            case RegexNode.BackReference reference ->
                    reference(reference.group(), position, forward, rest);
        };
    }

    /** The position after one code point of the set, -1 if there is none. */
    private int step(RegexNode.Chars chars, int position, boolean forward) {
        if (position == (forward ? text.length() : 0)) {
            return -1;
        }
        int codePoint = forward ? text.codePointAt(position) : text.codePointBefore(position);
        int width = Character.charCount(codePoint);
        return chars.set().test(codePoint) ? position + (forward ? width : -width) : -1;
    }

    private boolean sequence(List<RegexNode> parts, int position, boolean forward, Rest rest) {
        if (parts.isEmpty()) {
            return rest.matches(position);
        }
        List<RegexNode> others = parts.subList(1, parts.size());
        Rest following = others.isEmpty() ? rest : next -> sequence(others, next, forward, rest);
        return match(parts.getFirst(), position, forward, following);
    }

    private boolean group(RegexNode.Group group, int position, boolean forward, Rest rest) {
        int slot = 2 * group.index();
        Rest capturing =
                end -> {
                    int start = captures[slot];
                    int oldEnd = captures[slot + 1];
                    captures[slot] = Math.min(position, end);
                    captures[slot + 1] = Math.max(position, end);
                    if (rest.matches(end)) {
                        return true;
                    }
                    captures[slot] = start;
                    captures[slot + 1] = oldEnd;
                    return false;
                };
        return match(group.body(), position, forward, capturing);
    }

    private boolean repeat(
            RegexNode.Repeat repeat, int done, int position, boolean forward, Rest rest) {
        if (done == repeat.max()) {
            return rest.matches(position);
        }
        boolean enough = done >= repeat.min();
        if (enough && !repeat.greedy() && rest.matches(position)) {
            return true;
        }
        int from = 2 * repeat.firstGroup();
        int to = Math.max(from, 2 * repeat.lastGroup() + 2);
        int[] before = Arrays.copyOfRange(captures, from, to);
        Arrays.fill(captures, from, to, -1);
        Rest again =
                next ->
                        !(enough && next == position)
                                && repeat(repeat, done + 1, next, forward, rest);
        if (match(repeat.body(), position, forward, again)) {
            return true;
        }
        System.arraycopy(before, 0, captures, from, before.length);
        return enough && repeat.greedy() && rest.matches(position);
    }

    /** Repeats a single code point in a loop, since runs of them may be long. */
    private boolean run(
            RegexNode.Repeat repeat, RegexNode.Chars chars, int start, boolean forward, Rest rest) {
        int position = start;
        int done = 0;
        while (done < repeat.min() || (repeat.greedy() && done < repeat.max())) {
            int next = step(chars, position, forward);
            if (next < 0) {
                break;
            }
            budget.spend();
            position = next;
            done++;
        }
        while (done >= repeat.min()) {
            if (rest.matches(position)) {
                return true;
            }
            if (repeat.greedy()) {
                done--;
                position = done < repeat.min() ? position : stepBack(position, forward);
            } else {
                position = done++ < repeat.max() ? step(chars, position, forward) : -1;
                if (position < 0) {
                    return false;
                }
            }
            budget.spend();
        }
        return false;
    }

    private int stepBack(int position, boolean forward) {
        return forward
                ? position - Character.charCount(text.codePointBefore(position))
                : position + Character.charCount(text.codePointAt(position));
    }

    private boolean look(RegexNode.Look look, int position, Rest rest) {
        int[] before = captures.clone();
        boolean found = match(look.body(), position, look.ahead(), end -> true);
        if (look.negated()) {
            System.arraycopy(before, 0, captures, 0, before.length);
        }
        if (found != look.negated() && rest.matches(position)) {
            return true;
        }
        System.arraycopy(before, 0, captures, 0, before.length);
        return false;
    }

    private boolean reference(int group, int position, boolean forward, Rest rest) {
        int start = captures[2 * group];
        if (start < 0) {
            return rest.matches(position);
        }
        int length = captures[2 * group + 1] - start;
        int from = forward ? position : position - length;
        budget.compare(length);
        return from >= 0
                && text.regionMatches(from, text, start, length)
                && rest.matches(forward ? position + length : from);
    }
}
