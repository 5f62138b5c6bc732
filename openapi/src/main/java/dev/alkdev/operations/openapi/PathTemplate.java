package dev.alkdev.operations.openapi;

import dev.alkdev.operations.web.PercentEncoding;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A path with placeholders, such as {@code /pets/{id}}. What is filled in cannot leave the path:
 * neither by what it holds nor by making a segment empty, {@code .} or {@code ..}. A query that
 * stands in it may have placeholders as well; a fragment is never sent and cut off.
 */
final class PathTemplate {
    private static final Pattern VARIABLE = Pattern.compile("\\{([^{}/]+)}");

    private final List<Part> segments = new ArrayList<>();
    private final List<Part> query = new ArrayList<>();

    /** Fixed texts and, between each two of them, a variable. */
    private record Part(List<String> texts, List<String> variables) {
        private void write(UnaryOperator<String> values, StringBuilder target) {
            for (int i = 0; i < variables.size(); i++) {
                target.append(texts.get(i)).append(values.apply(variables.get(i)));
            }
            target.append(texts.getLast());
        }
    }

    PathTemplate(String path) {
        String sent = before(path, '#');
        String plain = before(sent, '?');
        for (String text : plain.split("/", -1)) {
            segments.add(part(text));
        }
        if (plain.length() < sent.length()) {
            for (String pair : sent.substring(plain.length() + 1).split("&", -1)) {
                query.add(part(pair));
            }
        }
    }

    /** The variables before the query of a path. */
    static Set<String> pathVariables(String path) {
        return variables(before(before(path, '#'), '?'));
    }

    /** Those in the query in a path, which no specification knows. */
    static Set<String> queryVariables(String path) {
        String sent = before(path, '#');
        return variables(sent.substring(before(sent, '?').length()));
    }

    private static Set<String> variables(String text) {
        Set<String> names = new LinkedHashSet<>();
        Matcher matcher = VARIABLE.matcher(text);
        while (matcher.find()) {
            names.add(matcher.group(1));
        }
        return names;
    }

    /** The text before a character outside of braces. */
    private static String before(String text, char end) {
        boolean inside = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == end && !inside) {
                return text.substring(0, i);
            }
            inside = c == '{' || (inside && c != '}' && c != '/');
        }
        return text;
    }

    private static Part part(String text) {
        if (text.indexOf('{') < 0) {
            return new Part(List.of(PercentEncoding.literal(text)), List.of());
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
        return new Part(texts, variables);
    }

    /**
     * Appends the path with the placeholders filled.
     *
     * @param values gives the encoded text of each
     */
    void expand(UnaryOperator<String> values, StringBuilder path) {
        int start = path.length();
        for (Part segment : segments) {
            if (path.length() > start || segment != segments.getFirst()) {
                path.append('/');
            }
            int begin = path.length();
            segment.write(values, path);
            if (!segment.variables.isEmpty()) {
                check(segment, path.substring(begin));
            }
        }
    }

    /**
     * Gives the pairs of the query in the path, names and values encoded. A pair whose variable has
     * no value is left out.
     */
    void expandQuery(
            Function<String, @Nullable String> values, BiConsumer<String, @Nullable String> pairs) {
        for (Part pair : query) {
            StringBuilder text = new StringBuilder();
            boolean complete = true;
            for (String variable : pair.variables) {
                complete &= values.apply(variable) != null;
            }
            if (complete) {
                pair.write(variable -> String.valueOf(values.apply(variable)), text);
                int equals = text.indexOf("=");
                pairs.accept(
                        equals < 0 ? text.toString() : text.substring(0, equals),
                        equals < 0 ? null : text.substring(equals + 1));
            }
        }
    }

    /** With {@code allowReserved} a value may have several segments. */
    private static void check(Part segment, String text) {
        if (text.isEmpty()) {
            throw refused(segment, text);
        }
        for (String each : text.split("/", -1)) {
            // What follows a semicolon some servers take away before they look at the dots.
            String plain = before(each.toLowerCase(Locale.ROOT).replace("%2e", "."), ';');
            if (plain.equals(".") || plain.equals("..")) {
                throw refused(segment, each);
            }
        }
    }

    private static RuntimeException refused(Part segment, String text) {
        return InvalidInput.at(
                segment.variables.getFirst(), "\"" + text + "\" cannot be a part of the path");
    }
}
