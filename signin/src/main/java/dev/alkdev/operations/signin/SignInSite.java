package dev.alkdev.operations.signin;

import jakarta.servlet.http.HttpServletRequest;

import java.net.URI;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Where browsers reach the pages that people sign in to. Threads may share it.
 *
 * @param publicUrl the URL of now, if a proxy is before the program
 * @param tls whether the program itself serves over TLS
 * @param api the path of {@code /session}, {@code /login/} and {@code /callback}, seen from there
 */
public record SignInSite(Supplier<Optional<URI>> publicUrl, boolean tls, String api) {
    private static final int HTTP = 80;
    private static final int HTTPS = 443;
    private static final Pattern LOOPBACK =
            Pattern.compile("127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}|\\[?::1]?|\\[?0:0:0:0:0:0:0:1]?");

    /** Whether browsers use TLS only. */
    boolean isSecure() {
        return publicUrl.get().map(url -> "https".equalsIgnoreCase(url.getScheme())).orElse(tls);
    }

    /** The port that browsers use, as far as anybody knows. */
    int port(HttpServletRequest request) {
        int standard = isSecure() ? HTTPS : HTTP;
        return publicUrl
                .get()
                .map(url -> url.getPort() < 0 ? standard : url.getPort())
                .orElseGet(request::getServerPort);
    }

    /** The path below which browsers find everything, without a slash at the end. */
    public String path() {
        return publicUrl.get().map(URI::getRawPath).map(SignInSite::withoutSlash).orElse("");
    }

    /** What the pages are below: other places are never gone to. */
    String base() {
        return publicUrl.get().map(url -> withoutSlash(url.toString())).orElse("");
    }

    private static String withoutSlash(String text) {
        return text.replaceFirst("/+$", "");
    }

    /**
     * Whether the host of a request is certainly ours: the address of this machine, or the name
     * that means this machine for everybody. A client may send any other name.
     */
    boolean isOwnHost(HttpServletRequest request) {
        if (publicUrl.get().isPresent()) {
            return true;
        }
        String host = String.valueOf(request.getServerName());
        return host.equalsIgnoreCase("localhost")
                || LOOPBACK.matcher(host).matches()
                || host.replaceAll("[\\[\\]]", "").equals(request.getLocalAddr());
    }

    URI callback(HttpServletRequest request) {
        return publicUrl.get().isPresent()
                ? URI.create(base() + api + "/callback")
                : URI.create(request.getRequestURL().toString()).resolve(api + "/callback");
    }
}
