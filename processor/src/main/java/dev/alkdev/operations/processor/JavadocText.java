package dev.alkdev.operations.processor;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The words of a documentation comment, without what is for the Javadoc tool. */
record JavadocText(String description, Map<String, String> parameters) {
    private static final Pattern BLOCK_TAG = Pattern.compile("(?m)^\\s*@(?=[a-zA-Z])");
    private static final Pattern PARAM = Pattern.compile("param\\s+(\\w+)\\s+(.+)", Pattern.DOTALL);
    private static final Pattern SNIPPET = Pattern.compile("\\{@(snippet|index)\\b[^}]*}");
    private static final Pattern LINK =
            Pattern.compile(
                    "\\{@(?:link|linkplain|value)\\s+([^\\s}(]+)(?:\\([^)]*\\))?\\s*([^}]*)}");
    private static final Pattern INLINE = Pattern.compile("\\{@\\w+\\s*([^{}]*)}");
    private static final Pattern MARKDOWN_LINK =
            Pattern.compile("\\[([^\\]\\[]+)](?:\\[[^\\]]*]|\\([^)]*\\))?");
    private static final Pattern PARAGRAPH = Pattern.compile("(?i)</?(p|ul|ol|pre|h\\d)\\b[^>]*>");
    private static final Pattern ITEM = Pattern.compile("(?i)\\s*<li\\b[^>]*>");
    private static final Pattern HTML = Pattern.compile("</?[a-zA-Z][^>]*>");
    private static final Pattern NUMBERED = Pattern.compile("&#(\\d{1,6});");

    /**
     * Reads a comment.
     *
     * @param markdown whether it is one of lines that begin with three slashes
     */
    static JavadocText of(String comment, boolean markdown) {
        String[] blocks = BLOCK_TAG.split(comment, -1);
        Map<String, String> parameters = new LinkedHashMap<>();
        for (int i = 1; i < blocks.length; i++) {
            var param = PARAM.matcher(blocks[i]);
            if (param.matches()) {
                parameters.put(param.group(1), plain(param.group(2), markdown));
            }
        }
        return new JavadocText(plain(blocks[0], markdown), parameters);
    }

    private static String plain(String text, boolean markdown) {
        String words = SNIPPET.matcher(text).replaceAll("");
        words = LINK.matcher(words).replaceAll(JavadocText::linked);
        // From the inside out, as one may be within another.
        for (String before = ""; !before.equals(words); ) {
            before = words;
            words = INLINE.matcher(words).replaceAll(each -> quoted(each.group(1).strip()));
        }
        words =
                markdown
                        ? MARKDOWN_LINK.matcher(words).replaceAll(JavadocText::linked)
                        : html(words);
        StringBuilder paragraphs = new StringBuilder();
        for (String paragraph : words.strip().split("\\n\\s*\\n", -1)) {
            String line = paragraph.strip().replaceAll("\\s*\\n\\s*(?=- )", "\n");
            line = line.replaceAll("[ \\t]*\\n[ \\t]*(?!- )|[ \\t]+", " ");
            if (!line.isBlank()) {
                paragraphs.append(paragraphs.isEmpty() ? "" : "\n\n").append(line.strip());
            }
        }
        return paragraphs.toString();
    }

    /** The label of a link, or what it leads to. */
    private static String linked(MatchResult link) {
        String label = link.groupCount() > 1 ? link.group(2) : "";
        String target = link.group(1);
        boolean member = target.startsWith("#");
        return quoted(
                label.isBlank()
                        ? (member ? target.substring(1) : target.replace('#', '.'))
                        : label.strip());
    }

    private static String quoted(String text) {
        return Matcher.quoteReplacement(text);
    }

    private static String html(String text) {
        String words = PARAGRAPH.matcher(text).replaceAll("\n\n");
        words = ITEM.matcher(words).replaceAll("\n- ");
        words = HTML.matcher(words).replaceAll("");
        words =
                NUMBERED.matcher(words)
                        .replaceAll(
                                each ->
                                        quoted(
                                                Character.toString(
                                                        Integer.parseInt(each.group(1)))));
        return words.replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&nbsp;", " ")
                .replace("&amp;", "&");
    }
}
