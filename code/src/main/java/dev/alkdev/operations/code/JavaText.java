package dev.alkdev.operations.code;

import java.util.ArrayList;
import java.util.List;

/** Text as it is written into Java sources: as a literal, and as a comment. */
final class JavaText {
    private static final int WIDTH = 96;

    /** The longest text that an annotation repeats. */
    private static final int LONGEST = 1_000;

    private JavaText() {}

    /** A string literal. */
    static String literal(String text) {
        StringBuilder literal = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> literal.append("\\\"");
                case '\\' -> literal.append("\\\\");
                case '\n' -> literal.append("\\n");
                case '\r' -> literal.append("\\r");
                case '\t' -> literal.append("\\t");
                default -> append(c, literal);
            }
        }
        return literal.append('"').toString();
    }

    private static void append(char c, StringBuilder literal) {
        boolean plain = !isHidden(c) && !Character.isSurrogate(c) && c < 0x2028;
        if (plain || Character.isLetter(c)) {
            literal.append(c);
        } else {
            literal.append(String.format("\\u%04x", (int) c));
        }
    }

    /** Whether a character is invisible in editors or reorders the text around it. */
    private static boolean isHidden(char c) {
        boolean joins = c == '\u200c' || c == '\u200d';
        return Character.isISOControl(c) || (Character.getType(c) == Character.FORMAT && !joins);
    }

    /** Parameters or components in parentheses, one a line if they are many or long. */
    static String listed(String indent, List<String> parts) {
        int length = parts.stream().mapToInt(part -> part.length() + 2).sum();
        if (parts.size() < 3 && length < 60) {
            return "(" + String.join(", ", parts) + ")";
        }
        return "(\n" + indent + String.join(",\n" + indent, parts) + ")";
    }

    /** A literal of the beginning of a text for people. */
    static String shortLiteral(String text) {
        String line = text.strip();
        if (line.length() <= LONGEST) {
            return literal(line);
        }
        int end = Character.isHighSurrogate(line.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
        return literal(line.substring(0, end) + "…");
    }

    /**
     * A documentation comment; none if there is no text.
     *
     * @param tags lines that begin with a tag, and their text
     */
    static String comment(String indent, String text, List<Tag> tags) {
        List<String> lines = new ArrayList<>();
        int width = WIDTH - indent.length();
        for (String paragraph : text.strip().split("\\R\\s*\\R", -1)) {
            if (!paragraph.isBlank()) {
                if (!lines.isEmpty()) {
                    lines.add("");
                }
                wrap((lines.isEmpty() ? "" : "<p>") + escape(paragraph), "", width, lines);
            }
        }
        boolean first = true;
        for (Tag tag : tags) {
            if (!tag.text().isBlank()) {
                if (first && !lines.isEmpty()) {
                    lines.add("");
                }
                first = false;
                wrap(tag.name() + " " + escape(tag.text()), "    ", width, lines);
            }
        }
        return lines.isEmpty() ? "" : comment(indent, lines);
    }

    /** A tag with its argument, such as that of a parameter, and its text. */
    record Tag(String name, String text) {}

    private static String comment(String indent, List<String> lines) {
        if (lines.size() == 1) {
            return indent + "/** " + lines.getFirst() + " */\n";
        }
        StringBuilder comment = new StringBuilder(indent).append("/**\n");
        for (String line : lines) {
            comment.append(indent).append(line.isEmpty() ? " *" : " * ").append(line).append('\n');
        }
        return comment.append(indent).append(" */\n").toString();
    }

    private static void wrap(String text, String hanging, int width, List<String> lines) {
        StringBuilder line = new StringBuilder();
        for (String word : text.strip().split("\\s+", -1)) {
            if (!line.isEmpty() && line.length() + word.length() >= width) {
                lines.add(line.toString());
                line.setLength(0);
                line.append(hanging);
            } else if (!line.isEmpty()) {
                line.append(' ');
            }
            line.append(word);
        }
        lines.add(line.toString());
    }

    /** So that text can neither end the comment nor be read as a tag, HTML or an escape. */
    private static String escape(String text) {
        StringBuilder escaped = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '@' -> escaped.append("&#64;");
                case '\\' -> escaped.append("&#92;");
                case '{' -> escaped.append("&#123;");
                case '}' -> escaped.append("&#125;");
                case '/' -> escaped.append(i > 0 && text.charAt(i - 1) == '*' ? "&#47;" : "/");
                default -> escaped.append(isHidden(c) ? ' ' : c);
            }
        }
        return escaped.toString();
    }
}
