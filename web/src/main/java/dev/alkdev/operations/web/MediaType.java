package dev.alkdev.operations.web;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
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

    public static MediaType parse(String text) {
        int semicolon = text.indexOf(';');
        String name = (semicolon < 0 ? text : text.substring(0, semicolon)).trim();
        return new MediaType(
                name.toLowerCase(Locale.ROOT),
                semicolon < 0 ? StandardCharsets.UTF_8 : charset(text.substring(semicolon + 1)),
                text);
    }

    private static Charset charset(String parameters) {
        for (String parameter : parameters.split(";", -1)) {
            String[] pair = parameter.split("=", 2);
            if (pair.length == 2 && pair[0].trim().equalsIgnoreCase("charset")) {
                try {
                    return Charset.forName(pair[1].trim().replace("\"", ""));
                } catch (IllegalArgumentException unknown) {
                    return StandardCharsets.UTF_8;
                }
            }
        }
        return StandardCharsets.UTF_8;
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
