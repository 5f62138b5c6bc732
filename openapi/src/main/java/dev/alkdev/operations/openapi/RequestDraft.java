package dev.alkdev.operations.openapi;

import dev.alkdev.operations.web.Cookies;
import dev.alkdev.operations.web.HeaderText;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** A request while it is put together. For one thread. */
final class RequestDraft {
    private final StringBuilder path;
    private final List<Pair> query = new ArrayList<>();
    private final List<Pair> cookies = new ArrayList<>();
    private final List<String> headers = new ArrayList<>();

    /** A name with its value, both encoded; null for a name alone. */
    record Pair(String name, @Nullable String value) {
        private void write(StringBuilder target) {
            target.append(name);
            if (value != null) {
                target.append('=').append(value);
            }
        }
    }

    /**
     * A draft.
     *
     * @param base what the path is appended to
     */
    RequestDraft(String base) {
        this.path = new StringBuilder(base);
    }

    StringBuilder path() {
        return path;
    }

    void addQuery(String name, @Nullable String value) {
        query.add(new Pair(name, value));
    }

    /**
     * Adds pairs of the query.
     *
     * @param replaces whether they are there instead of any of the same names
     */
    void addQuery(List<Pair> pairs, boolean replaces) {
        add(query, pairs, replaces);
    }

    /** Adds cookies, as pairs of the query are added. */
    void addCookies(List<Pair> pairs, boolean replaces) {
        for (Pair pair : pairs) {
            String text = pair.name + pair.value;
            if (!replaces && text.chars().anyMatch(c -> c < ' ' || c > '~' || c == ';')) {
                throw InvalidInput.at(pair.name, "has characters that no cookie can carry");
            }
        }
        add(cookies, pairs, replaces);
    }

    private static void add(List<Pair> all, List<Pair> pairs, boolean replaces) {
        all.removeIf(
                old ->
                        replaces
                                && pairs.stream()
                                        .anyMatch(it -> it.name.equalsIgnoreCase(old.name)));
        all.addAll(pairs);
    }

    /**
     * Adds a header that a parameter gives.
     *
     * @param key the parameter's name in the input
     */
    void addHeader(String key, String name, String value) {
        if (!HeaderText.canCarry(value)) {
            throw InvalidInput.at(
                    key, "has characters that no header can carry; printable ASCII is allowed");
        }
        headers.add(name);
        headers.add(value);
    }

    /** Adds a header unless there is one of this name. */
    void addDefaultHeader(String name, String value) {
        for (int i = 0; i < headers.size(); i += 2) {
            if (headers.get(i).equalsIgnoreCase(name)) {
                return;
            }
        }
        headers.add(name);
        headers.add(value);
    }

    /**
     * All headers.
     *
     * @param configured names and values in turn, which a parameter of the same name left alone
     */
    List<String> headers(List<String> configured) {
        String given = cookieText();
        for (int i = 0; i < configured.size(); i += 2) {
            String name = configured.get(i);
            String value = configured.get(i + 1);
            boolean cookie = name.equalsIgnoreCase("Cookie") && !given.isEmpty();
            addDefaultHeader(name, cookie ? Cookies.merged(value, given) : value);
        }
        if (!given.isEmpty()) {
            addDefaultHeader("Cookie", given);
        }
        return headers;
    }

    private String cookieText() {
        StringBuilder text = new StringBuilder();
        for (Pair cookie : cookies) {
            text.append(text.isEmpty() ? "" : "; ");
            cookie.write(text);
        }
        return text.toString();
    }

    URI uri() {
        StringBuilder uri = new StringBuilder(path);
        for (int i = 0; i < query.size(); i++) {
            uri.append(i == 0 ? '?' : '&');
            query.get(i).write(uri);
        }
        return URI.create(uri.toString());
    }
}
