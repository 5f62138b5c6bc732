package dev.alkdev.operations.schema.pattern;

import java.util.function.IntPredicate;

/** Reads what follows a backslash, where it means one code point or a set of them. */
final class RegexEscapes {
    private final RegexScanner in;

    RegexEscapes(RegexScanner in) {
        this.in = in;
    }

    /** Whether what follows means a set rather than one code point. */
    boolean atSet() {
        return !in.atEnd() && "dDsSwWpP".indexOf(in.peek()) >= 0;
    }

    CodePoints parse(int start) {
        return atSet() ? set(start) : CodePoints.single(codePoint(start));
    }

    CodePoints set(int start) {
        int kind = in.next();
        return switch (kind) {
            case 'd' -> CodePoints.DIGIT;
            case 'D' -> CodePoints.DIGIT.negate();
            case 's' -> CodePoints.SPACE;
            case 'S' -> CodePoints.SPACE.negate();
            case 'w' -> CodePoints.WORD;
            case 'W' -> CodePoints.WORD.negate();
            default -> property(start, kind == 'P');
        };
    }

    private CodePoints property(int start, boolean negated) {
        if (!in.take('{')) {
            throw in.error(start, "a Unicode property without braces");
        }
        String name = in.until('}', "a Unicode property without its }");
        IntPredicate rule = UnicodeProperty.named(name);
        if (rule == null) {
            throw in.error(start, "an unknown Unicode property " + name);
        }
        return new CodePoints.Builder().rule(rule).build(negated);
    }

    int codePoint(int start) {
        if (in.atEnd()) {
            throw in.error(start, "a backslash at the end");
        }
        int c = in.next();
        return switch (c) {
            case 't' -> '\t';
            case 'n' -> '\n';
            case 'v' -> 0x0b;
            case 'f' -> '\f';
            case 'r' -> '\r';
            case 'c' -> control(start);
            case '0' -> nul(start);
            case 'x' -> hex(start);
            case 'u' -> unicode(in, start);
            default -> identity(c, start);
        };
    }

    private int control(int start) {
        int letter = in.atEnd() ? 0 : in.next();
        if (letter >= 128 || !Character.isLetter(letter)) {
            throw in.error(start, "\\c without a letter");
        }
        return letter % 32;
    }

    private int nul(int start) {
        if (in.atDigit()) {
            throw in.error(start, "an octal escape");
        }
        return 0;
    }

    private int hex(int start) {
        int value = in.hex(2);
        if (value < 0) {
            throw in.error(start, "\\x without two hexadecimal digits");
        }
        return value;
    }

    /** Takes what follows {@code \}{@code u}: four digits, two surrogates, or braces. */
    static int unicode(RegexScanner in, int start) {
        if (in.take('{')) {
            return braced(in, start);
        }
        int value = in.hex(4);
        if (value < 0) {
            throw in.error(start, "\\u without four hexadecimal digits or braces");
        }
        int after = in.position();
        if (Character.isHighSurrogate((char) value) && in.take("\\u")) {
            int low = in.hex(4);
            if (low >= 0 && Character.isLowSurrogate((char) low)) {
                return Character.toCodePoint((char) value, (char) low);
            }
            in.back(after);
        }
        return value;
    }

    private static int braced(RegexScanner in, int start) {
        int value = 0;
        int digit = in.hex(1);
        boolean any = digit >= 0;
        while (digit >= 0 && value <= Character.MAX_CODE_POINT) {
            value = value * 16 + digit;
            digit = in.hex(1);
        }
        if (!any || value > Character.MAX_CODE_POINT || !in.take('}')) {
            throw in.error(start, "\\u{…} that is not a code point");
        }
        return value;
    }

    private int identity(int c, int start) {
        if (Character.isLetterOrDigit(c)) {
            throw in.error(start, "an unknown escape \\" + Character.toString(c));
        }
        return c;
    }
}
