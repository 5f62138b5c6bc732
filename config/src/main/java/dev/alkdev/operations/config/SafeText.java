package dev.alkdev.operations.config;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.net.URI;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes values for people without what is secret in them. Threads may share it. */
public final class SafeText {
    private static final Pattern USER_INFO = Pattern.compile("//.*@", Pattern.DOTALL);
    private static final Pattern QUERY = Pattern.compile("(://[^?]*[?]).*", Pattern.DOTALL);
    private static final int LONGEST = 80;

    private SafeText() {}

    /** A URL without user, password and query. */
    public static String of(URI url) {
        return withoutSecrets(url.toString());
    }

    /** Cuts rather too much than too little: a password may have any character. */
    private static String withoutSecrets(String text) {
        String anonymous = USER_INFO.matcher(text).replaceAll("//***@");
        return QUERY.matcher(anonymous).replaceAll("$1***");
    }

    /**
     * A record as records write themselves, but without what is secret in its URLs, and of JSON
     * only the keys.
     */
    public static String of(Record config) {
        return Arrays.stream(config.getClass().getRecordComponents())
                .map(each -> each.getName() + "=" + shown(RecordType.get(config, each)))
                .collect(Collectors.joining(", ", config.getClass().getSimpleName() + "[", "]"));
    }

    private static String shown(@Nullable Object value) {
        return switch (value) {
            case URI url -> of(url);
            case JsonNode json -> String.valueOf(json.propertyNames());
            case Map<?, ?> map -> String.valueOf(map.keySet());
            case null, default -> String.valueOf(value);
        };
    }

    /** A key of another file for a message, without quotes. */
    public static String shortened(String key) {
        String quoted = quoted(key);
        return quoted.substring(1, quoted.length() - 1);
    }

    /** A text in quotes, on one line and of bounded length, without what is secret in a URL. */
    public static String quoted(String text) {
        String safe = withoutSecrets(text);
        StringBuilder quoted = new StringBuilder("\"");
        int length = Math.min(safe.length(), LONGEST);
        for (int i = 0; i < length; i++) {
            char c = safe.charAt(i);
            quoted.append(Character.isISOControl(c) ? String.format("\\u%04x", (int) c) : c);
        }
        return quoted.append(safe.length() > LONGEST ? "…\"" : "\"").toString();
    }
}
