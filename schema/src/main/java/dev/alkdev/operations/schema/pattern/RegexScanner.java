package dev.alkdev.operations.schema.pattern;

/** The text of a pattern and how far it has been read. */
final class RegexScanner {
    private static final int SHOWN = 200;

    private final String source;
    private int position;

    RegexScanner(String source) {
        this.source = source;
    }

    int position() {
        return position;
    }

    void back(int position) {
        this.position = position;
    }

    boolean atEnd() {
        return position >= source.length();
    }

    boolean atDigit() {
        return !atEnd() && source.charAt(position) >= '0' && source.charAt(position) <= '9';
    }

    /** The next code point, which must be there. */
    int peek() {
        return source.codePointAt(position);
    }

    int next() {
        int codePoint = peek();
        position += Character.charCount(codePoint);
        return codePoint;
    }

    boolean take(char expected) {
        if (atEnd() || source.charAt(position) != expected) {
            return false;
        }
        position++;
        return true;
    }

    boolean take(String expected) {
        if (!source.startsWith(expected, position)) {
            return false;
        }
        position += expected.length();
        return true;
    }

    /** Takes all text before a character, and the character itself. */
    String until(char end, String otherwise) {
        int found = source.indexOf(end, position);
        if (found < 0) {
            throw error(otherwise);
        }
        String text = source.substring(position, found);
        position = found + 1;
        return text;
    }

    /** Takes decimal digits; a number too large for an int becomes the largest int. */
    int number() {
        long value = 0;
        while (atDigit()) {
            value = Math.min(Integer.MAX_VALUE, value * 10 + source.charAt(position++) - '0');
        }
        return (int) value;
    }

    /** Takes exactly so many hexadecimal digits; -1, with nothing taken, if they are not there. */
    int hex(int digits) {
        if (position + digits > source.length()) {
            return -1;
        }
        int value = 0;
        for (int i = 0; i < digits; i++) {
            char c = source.charAt(position + i);
            int digit = c < 128 ? Character.digit(c, 16) : -1;
            if (digit < 0) {
                return -1;
            }
            value = value * 16 + digit;
        }
        position += digits;
        return value;
    }

    IllegalArgumentException error(String what) {
        return error(position, what);
    }

    IllegalArgumentException error(int where, String what) {
        String shown = source.length() > SHOWN ? source.substring(0, SHOWN) + "…" : source;
        return new IllegalArgumentException(
                "the pattern " + shown + " is wrong at position " + where + ": " + what);
    }
}
