package dev.alkdev.operations;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Summarizes an operation in one line: its title, else the first sentence of its description,
 * without Markdown and HTML.
 */
final class SummaryText {
    /** Longer lines are cut. */
    static final int LONGEST = 120;

    /** What Markdown and HTML are made of; a text without any of it is plain. */
    private static final boolean[] MARKS = table("<>*_`[]&#\\~|\n\r\t");

    private static final boolean[] STRESS = table("*~_`");
    private static final boolean[] SPACES = table(" \t\n\u000b\f\r\u00a0");

    /** At most this much is read: a summary is at the beginning. */
    private static final int LOOKED_AT = 4_000;

    private static final Pattern COMMENT = Pattern.compile("(?s)<!--.*?-->");
    private static final Pattern BREAK =
            Pattern.compile("(?i)<\\s*/?\\s*(br|p|div|li|h[1-6])\\b[^<>]{0,200}>");
    private static final Pattern TAG = Pattern.compile("</?[A-Za-z][^<>]{0,200}>");
    private static final Pattern FENCE = Pattern.compile("(?s)```.*?(```|$)");
    private static final Pattern ALERT = Pattern.compile("\\[![A-Za-z]{1,20}]");
    private static final Pattern LINK =
            Pattern.compile(
                    "!?\\[([^\\[\\]]{0,300})](\\([^()\\s]{0,2000}[^()]{0,200}\\)|\\[[^\\[\\]]{0,200}])");
    private static final Pattern HEADING = Pattern.compile("(?m)^\\s{0,3}#{1,6}\\s+");
    private static final Pattern EMPHASIS =
            Pattern.compile(
                    "(\\*{1,3}|~~)(?=\\S)|(?<=\\S)(\\*{1,3}|~~)|(?<![A-Za-z0-9])_{1,3}(?=\\S)|(?<=\\S)_{1,3}(?![A-Za-z0-9])|`");
    private static final Pattern PARAGRAPHS = Pattern.compile("\\n[ \\t]*\\n");
    private static final Pattern QUOTE = Pattern.compile("(?m)^\\s{0,3}>\\s?");

    /** The end of a sentence is matched first, as looking back at every character is slow. */
    private static final Pattern SENTENCE_END =
            Pattern.compile("[.!?](?=\\s)(?<!([.\\s][A-Za-z]|^[A-Za-z]|e\\.g|i\\.e|etc|vs)[.!?])");

    private SummaryText() {}

    static String of(String title, String description) {
        String named = plain(title);
        return cut(named.isEmpty() ? firstSentence(plain(description)) : named);
    }

    private static String plain(String text) {
        if (!hasAny(MARKS, text)) {
            return text.strip();
        }
        String begin = text.length() > LOOKED_AT ? text.substring(0, LOOKED_AT) : text;
        String uncommented = replaceFrom("<!--", COMMENT, "", begin);
        String broken = replaceFrom("<", BREAK, "\n\n", uncommented);
        String unfenced = replaceFrom("```", FENCE, "", replaceFrom("<", TAG, "", broken));
        String quoted = null;
        for (String paragraph : PARAGRAPHS.split(unfenced.replace("\r", ""), -1)) {
            String line = line(paragraph);
            if (!line.isEmpty() && !paragraph.stripLeading().startsWith(">")) {
                return line;
            }
            // A note beside the text, unless there is nothing else.
            quoted = quoted == null && !line.isEmpty() ? line : quoted;
        }
        return quoted == null ? "" : quoted;
    }

    /** Most texts have nothing that a pattern could match, which is quicker to see. */
    private static String replace(String mark, Pattern pattern, String by, String text) {
        return text.contains(mark) ? pattern.matcher(text).replaceAll(by) : text;
    }

    /** Replaces what begins with a mark. Most of a text does not, and is not looked at. */
    private static String replaceFrom(String mark, Pattern pattern, String by, String text) {
        int at = text.indexOf(mark);
        if (at < 0) {
            return text;
        }
        StringBuilder rest = new StringBuilder(text.length());
        Matcher found = pattern.matcher(text);
        int from = 0;
        while (at >= 0) {
            if (found.region(at, text.length()).lookingAt()) {
                rest.append(text, from, at).append(by);
                from = found.end();
            }
            at = text.indexOf(mark, Math.max(at + 1, from));
        }
        return rest.append(text, from, text.length()).toString();
    }

    private static String line(String paragraph) {
        String unquoted = replace(">", QUOTE, "", paragraph);
        String named = replaceFrom("[!", ALERT, "", unquoted);
        String linked = replace("[", LINK, "$1", named);
        String text = replace("#", HEADING, "", linked);
        boolean stressed = hasAny(STRESS, text);
        return oneSpaced(entities(stressed ? EMPHASIS.matcher(text).replaceAll("") : text)).strip();
    }

    private static boolean[] table(String characters) {
        boolean[] table = new boolean[256];
        characters.chars().forEach(character -> table[character] = true);
        return table;
    }

    private static boolean isOf(boolean[] table, char character) {
        return character < table.length && table[character];
    }

    private static boolean hasAny(boolean[] table, String text) {
        for (int i = 0; i < text.length(); i++) {
            if (isOf(table, text.charAt(i))) {
                return true;
            }
        }
        return false;
    }

    private static String oneSpaced(String text) {
        StringBuilder line = new StringBuilder(text.length());
        boolean space = false;
        for (int i = 0; i < text.length(); i++) {
            char here = text.charAt(i);
            boolean before = space;
            space = isOf(SPACES, here);
            if (!space) {
                line.append(here);
            } else if (!before) {
                line.append(' ');
            }
        }
        return line.toString();
    }

    private static String entities(String text) {
        return text.indexOf('&') < 0
                ? text
                : text.replace("&lt;", "<")
                        .replace("&gt;", ">")
                        .replace("&quot;", "\"")
                        .replace("&#39;", "'")
                        .replace("&nbsp;", " ")
                        .replace("&amp;", "&");
    }

    private static String firstSentence(String text) {
        var end = SENTENCE_END.matcher(text);
        return end.find() ? text.substring(0, end.end()) : text;
    }

    private static String cut(String line) {
        if (line.length() <= LONGEST) {
            return line;
        }
        int end = LONGEST - 1;
        int from = Character.isHighSurrogate(line.charAt(end - 1)) ? end - 1 : end;
        return line.substring(0, from).stripTrailing() + "…";
    }
}
