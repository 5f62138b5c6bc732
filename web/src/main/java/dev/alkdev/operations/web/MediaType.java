package dev.alkdev.operations.web;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A media type, in lower case.
 *
 * @param name type and subtype without parameters
 * @param charset the charset it names, UTF-8 otherwise
 * @param text the whole of it as given
 */
public record MediaType(String name, Charset charset, String text) {
    private static final Set<String> TEXTS =
            Set.of(
                    "application/xml",
                    "application/javascript",
                    "application/ecmascript",
                    "application/yaml",
                    "application/x-yaml",
                    "application/sdp",
                    "application/jwt",
                    "application/json-seq",
                    "application/jsonl",
                    "application/jsonlines",
                    "application/ndjson",
                    "application/x-jsonlines",
                    "application/x-ndjson",
                    "application/graphql",
                    "application/x-www-form-urlencoded");

    /**
     * Reads a {@code Content-Type}. Of several values, which some servers send, the first JSON type
     * counts, else the first one.
     */
    public static MediaType parse(String text) {
        List<String> values = split(text, ',');
        MediaType first = one(values.getFirst());
        for (int i = 1; i < values.size() && !first.isJson(); i++) {
            MediaType other = one(values.get(i).strip());
            first = other.isJson() ? other : first;
        }
        return first;
    }

    private static MediaType one(String text) {
        int semicolon = text.indexOf(';');
        String name = (semicolon < 0 ? text : text.substring(0, semicolon)).trim();
        return new MediaType(name.toLowerCase(Locale.ROOT), charset(text), text);
    }

    private static Charset charset(String text) {
        for (String parameter : parameters(text)) {
            if (parameter.startsWith("charset=")) {
                try {
                    return Charset.forName(parameter.substring("charset=".length()));
                } catch (IllegalArgumentException unknown) {
                    return StandardCharsets.UTF_8;
                }
            }
        }
        return StandardCharsets.UTF_8;
    }

    /** The parameters as {@code name=value}, in lower case and without quotes. */
    public List<String> parameters() {
        return parameters(text);
    }

    private static List<String> parameters(String text) {
        if (text.indexOf(';') < 0) {
            return List.of();
        }
        List<String> parts = split(text, ';');
        return parts.subList(1, parts.size()).stream()
                .map(part -> part.split("=", 2))
                .filter(pair -> pair.length == 2)
                .map(pair -> pair[0].strip() + "=" + pair[1].strip().replace("\"", ""))
                .map(parameter -> parameter.toLowerCase(Locale.ROOT))
                .toList();
    }

    /** The parts between separators that are not in quotes; at least one. */
    private static List<String> split(String text, char separator) {
        if (text.indexOf(separator) < 0) {
            return List.of(text);
        }
        List<String> parts = new ArrayList<>();
        boolean quoted = false;
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            quoted ^= text.charAt(i) == '"';
            if (!quoted && text.charAt(i) == separator) {
                parts.add(text.substring(start, i));
                start = i + 1;
            }
        }
        parts.add(text.substring(start));
        return parts;
    }

    public boolean isJson() {
        return name.equals("application/json")
                || name.equals("text/json")
                || name.endsWith("+json");
    }

    /** Whether it is the wildcard, as {@code *}{@code /*}. */
    public boolean isAny() {
        return name.equals("*/*") || name.equals("application/*") || name.isEmpty();
    }

    public boolean isEventStream() {
        return name.equals("text/event-stream");
    }

    public boolean isForm() {
        return name.equals("application/x-www-form-urlencoded");
    }

    public boolean isMultipart() {
        return name.startsWith("multipart/");
    }

    public boolean isText() {
        return name.startsWith("text/")
                || name.endsWith("+xml")
                || name.endsWith("+yaml")
                || name.endsWith("+jwt")
                || name.endsWith("+json-seq")
                || TEXTS.contains(name);
    }
}
