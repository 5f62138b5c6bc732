package dev.alkdev.operations.search;

/**
 * Leaves out of texts what is not for readers: HTML tags, addresses of links, path variables. Each
 * becomes a space; the rest moves up, in the same array.
 */
final class Markup {
    private static final int LONGEST_TAG = 300;
    private static final int LONGEST_ADDRESS = 500;

    private Markup() {}

    /**
     * Leaves {@code <tags>} and the addresses of {@code [links](address)} out of a description.
     *
     * @return how long the rest is
     */
    static int removeTags(char[] text, int length) {
        return remove('<', ']', text, length);
    }

    /** Leaves its {@code {variables}} out of a path. */
    static int removeVariables(char[] path, int length) {
        return remove('{', '{', path, length);
    }

    /** Leaves out the marks that begin with one character or another. */
    private static int remove(char one, char other, char[] text, int length) {
        int kept = 0;
        int i = 0;
        while (i < length) {
            char here = text[i];
            int end = here == one || here == other ? end(text, length, i) : -1;
            text[kept++] = end < 0 ? here : ' ';
            i = end < 0 ? i + 1 : end;
        }
        return kept;
    }

    /** Where a mark ends that begins somewhere; -1 if there is none. */
    private static int end(char[] text, int length, int begin) {
        return switch (text[begin]) {
            case '<' -> close(text, begin, Math.min(length, begin + LONGEST_TAG + 2));
            case '{' -> close(text, begin, length);
            default ->
                    begin + 1 < length && text[begin + 1] == '('
                            ? close(text, begin + 1, Math.min(length, begin + LONGEST_ADDRESS + 3))
                            : -1;
        };
    }

    /** Where a bracket is closed, before the limit and without another that opens within. */
    private static int close(char[] text, int open, int limit) {
        char opening = text[open];
        char closing = opening == '<' ? '>' : opening == '(' ? ')' : '}';
        for (int i = open + 1; i < limit; i++) {
            if (text[i] == opening) {
                return -1;
            }
            if (text[i] == closing) {
                return i + 1;
            }
        }
        return -1;
    }
}
