package dev.alkdev.operations.schema.pattern;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads ECMA-262 patterns as the {@code u} flag wants them. Beyond that it takes what is common and
 * has one meaning only: escaped punctuation, braces and brackets that stand for themselves, and a
 * hyphen beside a class as in {@code [\w-.]}.
 */
final class RegexParser {
    private static final int MAX_DEPTH = 250;

    private final RegexScanner in;
    private final RegexGroups groups;
    private final RegexEscapes escapes;
    private int opened;
    private int depth;

    private RegexParser(String source) {
        in = new RegexScanner(source);
        groups = RegexGroups.in(source);
        escapes = new RegexEscapes(in);
    }

    /**
     * Parses a whole pattern.
     *
     * @throws IllegalArgumentException saying what is wrong and where
     */
    static RegexNode parse(String source) {
        RegexParser parser = new RegexParser(source);
        RegexNode node = parser.alternation();
        if (!parser.in.atEnd()) {
            throw parser.in.error("a ) without its (");
        }
        return node;
    }

    private RegexNode alternation() {
        if (++depth > MAX_DEPTH) {
            throw in.error("groups nested deeper than " + MAX_DEPTH);
        }
        List<RegexNode> branches = new ArrayList<>();
        do {
            branches.add(sequence());
        } while (in.take('|'));
        depth--;
        return branches.size() == 1
                ? branches.getFirst()
                : new RegexNode.Alternation(List.copyOf(branches));
    }

    private RegexNode sequence() {
        List<RegexNode> parts = new ArrayList<>();
        while (!in.atEnd() && in.peek() != '|' && in.peek() != ')') {
            int groupsBefore = opened;
            RegexNode term = term();
            parts.add(quantified(term, groupsBefore));
        }
        return parts.size() == 1 ? parts.getFirst() : new RegexNode.Sequence(List.copyOf(parts));
    }

    private RegexNode term() {
        int start = in.position();
        int c = in.next();
        return switch (c) {
            case '^' -> RegexNode.Assertion.START;
            case '$' -> RegexNode.Assertion.END;
            case '.' -> new RegexNode.Chars(CodePoints.ANY_IN_LINE);
            case '(' -> group(start);
            case '[' -> new RegexNode.Chars(new RegexClassParser(in, escapes).parse(start));
            case '\\' -> escape(start);
            case '*', '+', '?' -> throw in.error(start, "nothing to repeat");
            case '{' -> {
                in.back(start);
                if (RegexBounds.at(in) != null) {
                    throw in.error(start, "nothing to repeat");
                }
                in.next();
                yield literal('{');
            }
            default -> literal(c);
        };
    }

    private static RegexNode literal(int codePoint) {
        return new RegexNode.Chars(CodePoints.single(codePoint));
    }

    private RegexNode group(int start) {
        RegexNode node;
        if (!in.take('?')) {
            node = capture(start);
        } else if (in.take(':')) {
            // Wrapped, since an assertion in a group can be repeated.
            node = new RegexNode.Sequence(List.of(closed(start)));
        } else if (in.take('=')) {
            node = new RegexNode.Look(closed(start), true, false);
        } else if (in.take('!')) {
            node = new RegexNode.Look(closed(start), true, true);
        } else if (in.take("<=")) {
            node = new RegexNode.Look(closed(start), false, false);
        } else if (in.take("<!")) {
            node = new RegexNode.Look(closed(start), false, true);
        } else if (in.take('<')) {
            groups.skipName(in);
            node = capture(start);
        } else {
            throw in.error(start, "an unknown kind of group");
        }
        return node;
    }

    private RegexNode capture(int start) {
        int index = ++opened;
        return new RegexNode.Group(index, closed(start));
    }

    private RegexNode closed(int start) {
        RegexNode body = alternation();
        if (!in.take(')')) {
            throw in.error(start, "a ( without its )");
        }
        return body;
    }

    private RegexNode escape(int start) {
        if (in.take('b')) {
            return RegexNode.Assertion.WORD_BOUNDARY;
        }
        if (in.take('B')) {
            return RegexNode.Assertion.NO_WORD_BOUNDARY;
        }
        if (in.take('k')) {
            return new RegexNode.BackReference(groups.referred(in, start));
        }
        if (!in.atEnd() && in.peek() >= '1' && in.peek() <= '9') {
            int index = in.number();
            if (index > groups.count()) {
                throw in.error(start, "a reference to group " + index + ", which there is not");
            }
            return new RegexNode.BackReference(index);
        }
        return new RegexNode.Chars(escapes.parse(start));
    }

    private RegexNode quantified(RegexNode term, int groupsBefore) {
        int start = in.position();
        RegexBounds bounds = RegexBounds.at(in);
        if (bounds == null) {
            return term;
        }
        if (term instanceof RegexNode.Assertion || term instanceof RegexNode.Look) {
            throw in.error(start, "an assertion cannot be repeated");
        }
        if (bounds.min() > bounds.max()) {
            throw in.error(start, "a quantifier whose numbers are out of order");
        }
        boolean greedy = !in.take('?');
        return new RegexNode.Repeat(
                term, bounds.min(), bounds.max(), greedy, groupsBefore + 1, opened);
    }
}
