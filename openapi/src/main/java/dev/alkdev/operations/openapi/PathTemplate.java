package dev.alkdev.operations.openapi;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A path with placeholders, such as {@code /pets/{id}}. What is filled in cannot leave its segment:
 * neither by what it holds nor by making the segment empty, {@code .} or {@code ..}.
 */
final class PathTemplate {
    private static final Pattern VARIABLE = Pattern.compile("\\{([^{}/]+)}");

    private final List<Segment> segments = new ArrayList<>();
    private final String query;

    /** Fixed texts and, between each two of them, a variable. */
    private record Segment(List<String> texts, List<String> variables) {}

    PathTemplate(String path) {
        int question = path.indexOf('?');
        this.query = question < 0 ? "" : PercentEncoding.literal(path.substring(question + 1));
        String plain = question < 0 ? path : path.substring(0, question);
        for (String text : plain.split("/", -1)) {
            segments.add(segment(text));
        }
    }

    private static Segment segment(String text) {
        if (text.indexOf('{') < 0) {
            return new Segment(List.of(PercentEncoding.literal(text)), List.of());
        }
        List<String> texts = new ArrayList<>();
        List<String> variables = new ArrayList<>();
        Matcher matcher = VARIABLE.matcher(text);
        int end = 0;
        while (matcher.find()) {
            texts.add(PercentEncoding.literal(text.substring(end, matcher.start())));
            variables.add(matcher.group(1));
            end = matcher.end();
        }
        texts.add(PercentEncoding.literal(text.substring(end)));
        return new Segment(texts, variables);
    }

    /** The fixed query of the path, empty if it has none. */
    String query() {
        return query;
    }

    /**
     * The path with the placeholders filled.
     *
     * @param values gives the encoded text of each
     */
    void expand(UnaryOperator<String> values, StringBuilder path) {
        int start = path.length();
        for (Segment segment : segments) {
            if (path.length() > start || segment != segments.getFirst()) {
                path.append('/');
            }
            int begin = path.length();
            for (int i = 0; i < segment.variables.size(); i++) {
                path.append(segment.texts.get(i));
                path.append(values.apply(segment.variables.get(i)));
            }
            path.append(segment.texts.getLast());
            if (!segment.variables.isEmpty()) {
                check(segment, path.substring(begin));
            }
        }
    }

    private static void check(Segment segment, String text) {
        if (text.isEmpty() || text.equals(".") || text.equals("..")) {
            throw InvalidInput.at(
                    segment.variables.getFirst(), "\"" + text + "\" cannot be a part of the path");
        }
    }
}
