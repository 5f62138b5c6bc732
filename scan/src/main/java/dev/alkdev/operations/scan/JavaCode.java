package dev.alkdev.operations.scan;

/** Removes comments and literals from Java source, so that patterns only match code. */
final class JavaCode {
    private static final String TEXT_BLOCK = "\"\"\"";

    private final String source;
    private final StringBuilder code = new StringBuilder();
    private int position;

    private JavaCode(String source) {
        this.source = source;
    }

    /** Returns the source with each comment and each string or character literal as one space. */
    static String of(String source) {
        JavaCode code = new JavaCode(source);
        while (code.position < source.length()) {
            code.step();
        }
        return code.code.toString();
    }

    private void step() {
        if (source.startsWith("//", position)) {
            skipThrough("\n", 2);
        } else if (source.startsWith("/*", position)) {
            skipThrough("*/", 2);
        } else if (source.startsWith(TEXT_BLOCK, position)) {
            skipLiteral(TEXT_BLOCK);
        } else if (source.charAt(position) == '"' || source.charAt(position) == '\'') {
            skipLiteral(source.substring(position, position + 1));
        } else {
            code.append(source.charAt(position++));
        }
    }

    private void skipThrough(String end, int from) {
        int found = source.indexOf(end, position + from);
        position = found < 0 ? source.length() : found + end.length();
        code.append(end.equals("\n") ? '\n' : ' ');
    }

    private void skipLiteral(String quote) {
        position += quote.length();
        while (position < source.length() && !source.startsWith(quote, position)) {
            position += source.charAt(position) == '\\' ? 2 : 1;
        }
        position = Math.min(source.length(), position + quote.length());
        code.append(' ');
    }
}
