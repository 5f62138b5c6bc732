package dev.alkdev.operations.http;

import org.jspecify.annotations.Nullable;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the query part of an address, the same in every container. */
public final class QueryText {
    private QueryText() {}

    /**
     * The values of each parameter, in the order they were given.
     *
     * @throws Refusal if something is not encoded as it should be
     */
    public static Map<String, List<String>> parse(@Nullable String query) {
        Map<String, List<String>> parameters = new LinkedHashMap<>();
        if (query == null) {
            return parameters;
        }
        for (String pair : query.split("&", -1)) {
            if (!pair.isEmpty()) {
                int equals = pair.indexOf('=');
                String name = equals < 0 ? pair : pair.substring(0, equals);
                String value = equals < 0 ? "" : pair.substring(equals + 1);
                parameters
                        .computeIfAbsent(decode(name), any -> new ArrayList<>())
                        .add(decode(value));
            }
        }
        return parameters;
    }

    static String decode(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw Refusal.malformed(
                    "the query part \"" + text + "\" is not percent-encoded as it should be", null);
        }
    }
}
