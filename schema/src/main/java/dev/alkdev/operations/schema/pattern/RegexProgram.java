package dev.alkdev.operations.schema.pattern;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * A regular expression without back references as the instructions of a nondeterministic automaton.
 * Instruction 0 is the match.
 */
final class RegexProgram {
    static final byte MATCH = 0;
    static final byte CHARS = 1;
    static final byte SPLIT = 2;
    static final byte ASSERT = 3;
    static final byte LOOK = 4;

    /** Counted groups are written out; this is the size of some thousands of dozens. */
    private static final int MAX_SIZE = 800_000;

    /** A lookaround, whose body runs backward over the text if it looks ahead. */
    record Look(RegexProgram body, boolean ahead, boolean negated) {}

    private final boolean backward;
    private final List<CodePoints> sets = new ArrayList<>();
    private final List<RegexNode.Assertion> assertions = new ArrayList<>();
    private final List<Look> looks = new ArrayList<>();
    private final Map<CodePoints, Integer> setIndexes = new HashMap<>();
    private final IdentityHashMap<RegexNode.Look, Integer> lookIndexes = new IdentityHashMap<>();
    private byte[] kinds = new byte[16];
    private int[] nexts = new int[16];
    private int[] operands = new int[16];
    private int size = 1;
    private int start;

    private RegexProgram(boolean backward) {
        this.backward = backward;
    }

    /** Compiles an expression; null if it has back references, or would become too large. */
    static @Nullable RegexProgram compile(RegexNode node) {
        try {
            return compile(node, false);
        } catch (NotRegularException e) {
            return null;
        }
    }

    private static RegexProgram compile(RegexNode node, boolean backward) {
        RegexProgram program = new RegexProgram(backward);
        program.start = program.emit(node, 0);
        return program;
    }

    int start() {
        return start;
    }

    int size() {
        return size;
    }

    boolean backward() {
        return backward;
    }

    List<Look> looks() {
        return looks;
    }

    byte kind(int instruction) {
        return kinds[instruction];
    }

    int next(int instruction) {
        return nexts[instruction];
    }

    /** The second way of a split, or the number of a set, assertion or lookaround. */
    int operand(int instruction) {
        return operands[instruction];
    }

    RegexNode.Assertion assertion(int instruction) {
        return assertions.get(operands[instruction]);
    }

    boolean takes(int instruction, int codePoint) {
        return sets.get(operands[instruction]).test(codePoint);
    }

    private int emit(RegexNode node, int next) {
        return switch (node) {
            case RegexNode.Chars chars -> add(CHARS, next, setIndex(chars.set()));
            case RegexNode.Sequence sequence -> sequence(sequence.parts(), next);
            case RegexNode.Alternation alternation -> alternation(alternation.branches(), next);
            case RegexNode.Group group -> emit(group.body(), next);
            case RegexNode.Repeat repeat -> repeat(repeat, next);
            case RegexNode.Assertion assertion -> assertion(assertion, next);
            case RegexNode.Look look -> add(LOOK, next, lookIndex(look));
            case RegexNode.BackReference reference -> throw new NotRegularException();
        };
    }

    private int assertion(RegexNode.Assertion assertion, int next) {
        assertions.add(assertion);
        return add(ASSERT, next, assertions.size() - 1);
    }

    private int sequence(List<RegexNode> parts, int next) {
        int entry = next;
        for (RegexNode part : backward ? parts : parts.reversed()) {
            entry = emit(part, entry);
        }
        return entry;
    }

    private int alternation(List<RegexNode> branches, int next) {
        int entry = emit(branches.getLast(), next);
        for (RegexNode branch : branches.reversed().subList(1, branches.size())) {
            entry = add(SPLIT, emit(branch, next), entry);
        }
        return entry;
    }

    private int repeat(RegexNode.Repeat repeat, int next) {
        int entry = next;
        int copies = repeat.min();
        if (repeat.max() == Integer.MAX_VALUE) {
            int loop = add(SPLIT, 0, next);
            int body = emit(repeat.body(), loop);
            nexts[loop] = body;
            entry = copies == 0 ? loop : body;
            copies = Math.max(0, copies - 1);
        } else {
            for (int i = repeat.max() - repeat.min(); i > 0; i--) {
                int body = emit(repeat.body(), entry);
                if (body == entry) {
                    break;
                }
                entry = add(SPLIT, body, next);
            }
        }
        for (int i = 0; i < copies; i++) {
            int body = emit(repeat.body(), entry);
            if (body == entry) {
                break;
            }
            entry = body;
        }
        return entry;
    }

    private int setIndex(CodePoints set) {
        return setIndexes.computeIfAbsent(
                set,
                absent -> {
                    sets.add(absent);
                    return sets.size() - 1;
                });
    }

    private int lookIndex(RegexNode.Look look) {
        Integer known = lookIndexes.get(look);
        if (known == null) {
            known = looks.size();
            looks.add(new Look(compile(look.body(), look.ahead()), look.ahead(), look.negated()));
            lookIndexes.put(look, known);
        }
        return known;
    }

    private int add(byte kind, int next, int operand) {
        if (size == MAX_SIZE) {
            throw new NotRegularException();
        }
        if (size == kinds.length) {
            kinds = Arrays.copyOf(kinds, size * 2);
            nexts = Arrays.copyOf(nexts, size * 2);
            operands = Arrays.copyOf(operands, size * 2);
        }
        kinds[size] = kind;
        nexts[size] = next;
        operands[size] = operand;
        return size++;
    }

    /** An expression that no automaton of reasonable size can decide. */
    private static final class NotRegularException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NotRegularException() {
            super(null, null, false, false);
        }
    }
}
