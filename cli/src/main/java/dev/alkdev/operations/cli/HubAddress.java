package dev.alkdev.operations.cli;

import dev.alkdev.operations.web.PercentEncoding;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.util.Map;
import java.util.stream.Collectors;

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
        if (!isPlace(uri)) {
            throw wrong(text);
        }
        if (uri.getPort() == 0 || uri.getPort() > LARGEST_PORT) {
            throw CommandFailure.usage(
                    "a port is a number from 1 to " + LARGEST_PORT + ", not " + uri.getPort());
        }
        return new HubAddress(URI.create(text.replaceAll("/+$", "")));
    }

    private static boolean isPlace(URI uri) {
        boolean web =
                "http".equalsIgnoreCase(uri.getScheme())
                        || "https".equalsIgnoreCase(uri.getScheme());
        boolean more = uri.getQuery() != null || uri.getFragment() != null;
        return web && uri.getHost() != null && uri.getUserInfo() == null && !more;
    }

    private static CommandFailure wrong(String text) {
        return CommandFailure.usage(
                "the address of a hub looks like http://127.0.0.1:7700, not like " + text);
    }

    URI operation(String id) {
        return URI.create(base + "/operations/" + PercentEncoding.component(id));
    }

    URI spec(String id) {
        return URI.create(operation(id) + "/spec");
    }

    /**
     * Where its tools are served.
     *
     * @param place a namespace, or search; null for all
     */
    URI mcp(@Nullable String place) {
        return URI.create(
                base + "/mcp" + (place == null ? "" : "/" + PercentEncoding.component(place)));
    }

    URI listing(Map<String, String> parameters) {
        return URI.create(base + "/operations?" + query(parameters));
    }

    /** The query of a URL, without parameters that are empty. */
    static String query(Map<String, String> parameters) {
        return parameters.entrySet().stream()
                .filter(each -> !each.getValue().isEmpty())
                .map(each -> each.getKey() + "=" + PercentEncoding.component(each.getValue()))
                .collect(Collectors.joining("&"));
    }

    @Override
    public String toString() {
        return base.toString();
    }
}
