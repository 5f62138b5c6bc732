package dev.alkdev.operations.web;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.util.Locale;
import java.util.Set;

/**
 * Scheme, host and port of a URL: what may see the same credentials.
 *
 * @param port as given or the scheme's own
 */
public record Origin(String scheme, String host, int port) {
    private static final Set<String> WEB = Set.of("http", "https");

    public static Origin of(URI uri) {
        String scheme = lower(uri.getScheme());
        int port = uri.getPort() >= 0 ? uri.getPort() : scheme.equals("https") ? 443 : 80;
        return new Origin(scheme, lower(uri.getHost()), port);
    }

    /** Whether another is the same, or the same host with https instead of http. */
    public boolean mayUpgradeTo(Origin other) {
        return equals(other)
                || (host.equals(other.host)
                        && scheme.equals("http")
                        && port == 80
                        && other.scheme.equals("https")
                        && other.port == 443);
    }

    /** Whether it is an http or https URL with a host. */
    public static boolean isWeb(URI uri) {
        return isHttp(uri) && uri.getHost() != null;
    }

    /** Whether it is an http or https URL, even one without a host that could be reached. */
    public static boolean isHttp(URI uri) {
        return WEB.contains(lower(uri.getScheme()));
    }

    private static String lower(@Nullable String text) {
        return text == null ? "" : text.toLowerCase(Locale.ROOT);
    }

    @Override
    public String toString() {
        return scheme + "://" + host + ":" + port;
    }
}
