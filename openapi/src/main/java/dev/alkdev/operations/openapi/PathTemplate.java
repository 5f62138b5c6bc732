package dev.alkdev.operations.openapi;

import dev.alkdev.operations.openapi.ValueText.Pair;
import dev.alkdev.operations.web.PercentEncoding;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
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

    /** All variables. */
    Set<String> variables() {
        Set<String> names = new LinkedHashSet<>();
        segments.forEach(segment -> names.addAll(segment.variables));
        query.forEach(pair -> names.addAll(pair.variables));
        return names;
    }

    /** Whether a variable is in the query in the path, which no specification knows. */
    boolean hasInQuery(String variable) {
        return query.stream().anyMatch(pair -> pair.variables.contains(variable));
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
     * The pairs of the query in the path, names and values encoded. A pair whose variable has no
     * value is left out.
     */
    List<Pair> expandQuery(Function<String, @Nullable String> values) {
        List<Pair> pairs = new ArrayList<>(query.size());
        for (Part pair : query) {
            StringBuilder text = new StringBuilder();
            boolean complete = true;
            for (String variable : pair.variables) {
                complete &= values.apply(variable) != null;
            }
            if (complete) {
                pair.write(variable -> String.valueOf(values.apply(variable)), text);
                int equals = text.indexOf("=");
                pairs.add(
                        equals < 0
                                ? new Pair(text.toString(), null)
                                : new Pair(text.substring(0, equals), text.substring(equals + 1)));
            }
        }
        return pairs;
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
