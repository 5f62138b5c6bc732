package dev.alkdev.operations.cli;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.StringJoiner;

/** Where a hub is. Immutable; threads may share it. */
record HubAddress(URI base) {
    private static final int LARGEST_PORT = 65_535;

    /**
     * Reads a URL such as {@code http://127.0.0.1:7700}.
     *
     * @throws CommandFailure if it is none
     */
    static HubAddress parse(String text) {
        URI uri;
        try {
            uri = URI.create(text);
        } catch (IllegalArgumentException e) {
            throw wrong(text);
        }
        if (!isWeb(uri) || hasMoreThanAPlace(uri)) {
            throw wrong(text);
        }
        if (uri.getPort() == 0 || uri.getPort() > LARGEST_PORT) {
            throw CommandFailure.usage(
                    "a port is a number from 1 to " + LARGEST_PORT + ", not " + uri.getPort());
        }
        return new HubAddress(URI.create(text.replaceAll("/+$", "")));
    }

    private static boolean isWeb(URI uri) {
        boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
        return http && uri.getHost() != null;
    }

    private static boolean hasMoreThanAPlace(URI uri) {
        return uri.getQuery() != null || uri.getFragment() != null || uri.getUserInfo() != null;
    }

    private static CommandFailure wrong(String text) {
        return CommandFailure.usage(
                "the address of a hub looks like http://127.0.0.1:7700, not like " + text);
    }

    URI operation(String id) {
        return URI.create(base + "/operations/" + encode(id));
    }

    /**
     * Where its tools are served.
     *
     * @param place a namespace, or search; null for all
     */
    URI mcp(@Nullable String place) {
        return URI.create(base + "/mcp" + (place == null ? "" : "/" + encode(place)));
    }

    URI listing(String query) {
        return URI.create(base + "/operations?" + query);
    }

    /** The query of a URL, of parameters given as name, value, name, value. */
    static String query(List<String> parameters) {
        StringJoiner query = new StringJoiner("&");
        for (int i = 0; i < parameters.size(); i += 2) {
            query.add(parameters.get(i) + "=" + encode(parameters.get(i + 1)));
        }
        return query.toString();
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Override
    public String toString() {
        return base.toString();
    }
}
