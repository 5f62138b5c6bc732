package dev.alkdev.operations.search;

/** Leaves out of texts what is not for readers: HTML tags, addresses of links, path variables. */
final class Markup {
    private static final int LONGEST_TAG = 300;
    private static final int LONGEST_ADDRESS = 500;

    /** Finds the end of a mark that begins somewhere; -1 if there is none. */
    private interface Mark {
        int end(String text, int begin);
    }

    private Markup() {}

    /** A description without {@code <tags>} and the addresses of {@code [links](address)}. */
    static String withoutTags(String text) {
        boolean isPlain = text.indexOf('<') < 0 && !text.contains("](");
        return isPlain ? text : without(Markup::endOfTag, text);
    }

    /** A path without its {@code {variables}}. */
    static String withoutVariables(String path) {
        return path.indexOf('{') < 0 ? path : without(Markup::endOfVariable, path);
    }

    private static String without(Mark mark, String text) {
        StringBuilder rest = new StringBuilder(text.length());
        int i = 0;
        while (i < text.length()) {
            int end = mark.end(text, i);
            rest.append(end < 0 ? text.charAt(i) : ' ');
            i = end < 0 ? i + 1 : end;
        }
        return rest.toString();
    }

    private static int endOfTag(String text, int begin) {
        char first = text.charAt(begin);
        if (first == '<') {
            return end(text, begin + 1, "<>", LONGEST_TAG);
        }
        return first == ']' && text.startsWith("(", begin + 1)
                ? end(text, begin + 2, "()", LONGEST_ADDRESS)
                : -1;
    }

    private static int endOfVariable(String path, int begin) {
        return path.charAt(begin) == '{' ? end(path, begin + 1, "{}", path.length()) : -1;
    }

    /** Where brackets end that are open: not if others open within, nor after too long a text. */
    private static int end(String text, int from, String brackets, int longest) {
        int last = Math.min(text.length() - 1, from + longest);
        for (int i = from; i <= last; i++) {
            char here = text.charAt(i);
            if (here == brackets.charAt(0)) {
                return -1;
            }
            if (here == brackets.charAt(1)) {
                return i + 1;
            }
        }
        return -1;
    }
}
