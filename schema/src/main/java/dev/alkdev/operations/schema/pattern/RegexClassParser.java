package dev.alkdev.operations.schema.pattern;

import org.jspecify.annotations.Nullable;

/** Reads a class in brackets, of which the opening one is taken already. */
final class RegexClassParser {
    private final RegexScanner in;
    private final RegexEscapes escapes;
    private final CodePoints.Builder points = new CodePoints.Builder();

    RegexClassParser(RegexScanner in, RegexEscapes escapes) {
        this.in = in;
        this.escapes = escapes;
    }

    CodePoints parse(int start) {
        boolean negated = in.take('^');
        while (!in.take(']')) {
            if (in.atEnd()) {
                throw in.error(start, "a [ without its ]");
            }
            item();
        }
        return points.build(negated);
    }

    private void item() {
        int start = in.position();
        Integer first = atom();
        int hyphen = in.position();
        if (!in.take('-')) {
            return;
        }
        if (in.atEnd() || in.peek() == ']') {
            in.back(hyphen);
            return;
        }
        Integer last = atom();
        if (first == null || last == null) {
            points.one('-');
        } else if (first > last) {
            throw in.error(start, "a range whose ends are out of order");
        } else {
            points.range(first, last);
        }
    }

    /** Adds what follows and returns it, if it is a single code point. */
    private @Nullable Integer atom() {
        int start = in.position();
        int c = in.next();
        if (c == '\\') {
            if (escapes.atSet()) {
                points.rule(escapes.set(start));
                return null;
            }
            c = in.take('b') ? '\b' : escapes.codePoint(start);
        }
        points.one(c);
        return c;
    }
}
