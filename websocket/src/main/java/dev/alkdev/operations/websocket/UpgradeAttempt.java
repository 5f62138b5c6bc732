package dev.alkdev.operations.websocket;

import dev.alkdev.operations.web.BearerScheme;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The HTTP request to open a link.
 *
 * @param headers by name, in lower case
 * @param remoteAddress of the client, as in {@code 192.0.2.7:51312}
 */
public record UpgradeAttempt(URI uri, Map<String, List<String>> headers, String remoteAddress) {
    public UpgradeAttempt {
        Map<String, List<String>> copy = new TreeMap<>();
        headers.forEach(
                (name, values) -> copy.put(name.toLowerCase(Locale.ROOT), List.copyOf(values)));
        headers = Map.copyOf(copy);
    }

    /** The first header of the name, in whatever case. */
    public Optional<String> header(String name) {
        List<String> values = headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
        return values.stream().findFirst();
    }

    /** The token of the {@code Authorization: Bearer} header. */
    public Optional<String> bearerToken() {
        return BearerScheme.token(header("authorization").orElse(null));
    }

    /** Without the headers, which may be secret. */
    @Override
    public String toString() {
        return "UpgradeAttempt[" + uri.getPath() + " from " + remoteAddress + "]";
    }
}
