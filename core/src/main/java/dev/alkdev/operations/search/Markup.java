package dev.alkdev.operations.search;

/** Leaves out of texts what is not for readers: HTML tags, addresses of links, path variables. */
final class Markup {
    private static final int LONGEST_TAG = 300;
    private static final int LONGEST_ADDRESS = 500;

    private Markup() {}

    /** A description without {@code <tags>} and the addresses of {@code [links](address)}. */
    static String withoutTags(String text) {
        boolean isPlain = text.indexOf('<') < 0 && !text.contains("](");
        return isPlain ? text : without('<', ']', text);
    }

    /** A path without its {@code {variables}}. */
    static String withoutVariables(String path) {
        return path.indexOf('{') < 0 ? path : without('{', '{', path);
    }

    /** A space for each mark that begins with one character or another. */
    private static String without(char one, char other, String text) {
        StringBuilder rest = new StringBuilder(text.length());
        int from = 0;
        for (int i = 0; i < text.length(); i++) {
            char here = text.charAt(i);
            int end = here == one || here == other ? end(text, i) : -1;
            if (end >= 0) {
                rest.append(text, from, i).append(' ');
                from = end;
                i = end - 1;
            }
        }
        return rest.append(text, from, text.length()).toString();
    }

    /** Where a mark ends that begins somewhere; -1 if there is none. */
    private static int end(String text, int begin) {
        return switch (text.charAt(begin)) {
            case '<' -> end(text, begin + 1, "<>", LONGEST_TAG);
            case '{' -> end(text, begin + 1, "{}", text.length());
            default ->
                    text.startsWith("(", begin + 1)
                            ? end(text, begin + 2, "()", LONGEST_ADDRESS)
                            : -1;
        };
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
