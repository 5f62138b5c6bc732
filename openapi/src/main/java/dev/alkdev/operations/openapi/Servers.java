package dev.alkdev.operations.openapi;

import dev.alkdev.operations.openapi.DocumentProblem.Kind;
import dev.alkdev.operations.web.Origin;

import java.net.URI;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Determines where the requests of operations go. What the operator configured for an API goes to
 * the configured base URL, the origin of the document, and origins the operator names: a document
 * that was fetched could otherwise send the credentials anywhere by naming another server. One in a
 * file, or at hand, is the operator's own word. For one thread.
 */
final class Servers {
    private static final Target UNKNOWN =
            new Target("", "the document has no server URL; configure a base URL");

    private final HttpServiceOptions service;
    private final Problems problems;
    private final String document;
    private final Map<List<Server>, Optional<String>> bases = new HashMap<>();
    private final Map<String, Target> targets = new HashMap<>();

    Servers(HttpServiceOptions service, Problems problems, String document) {
        this.service = service;
        this.problems = problems;
        this.document = document;
    }

    Target target(OperationModel model) {
        Optional<String> base =
                service.baseUrl == null
                        ? bases.computeIfAbsent(model.servers(), this::firstUsable)
                        : Optional.of(service.baseUrl);
        return base.map(it -> targets.computeIfAbsent(it, any -> target(any, model)))
                .orElse(UNKNOWN);
    }

    private Target target(String base, OperationModel model) {
        Origin origin = Origin.of(URI.create(base));
        if (isTrusted(origin)) {
            return new Target(base, null);
        }
        String refusal =
                "the configured credentials, headers and parameters are not sent to "
                        + origin
                        + ", which is not the origin of the document; configure baseUrl or"
                        + " trustedOrigins";
        problems.add(Kind.NO_SERVER, model.place(), refusal);
        return new Target(base, refusal);
    }

    private boolean isTrusted(Origin origin) {
        if (service.baseUrl != null
                || !service.hasSecrets()
                || service.trustedOrigins.contains(origin)
                || document.isEmpty()) {
            return true;
        }
        URI own = URI.create(document);
        return !Origin.isWeb(own) || Origin.of(own).mayUpgradeTo(origin);
    }

    private Optional<String> firstUsable(List<Server> servers) {
        Set<String> reasons = new LinkedHashSet<>();
        for (Server server : servers) {
            try {
                return Optional.of(base(absolute(server)));
            } catch (IllegalArgumentException unusable) {
                reasons.add(String.valueOf(unusable.getMessage()));
            }
        }
        problems.add(
                Kind.NO_SERVER, "/servers", String.join("; ", reasons) + "; configure a base URL");
        return Optional.empty();
    }

    /**
     * The URL that the paths of operations are appended to, without a slash at the end.
     *
     * @throws IllegalArgumentException saying what is wrong with it
     */
    static String base(URI url) {
        if (!Origin.isHttp(url)) {
            throw new IllegalArgumentException(
                    "a base URL begins with http or https, not as " + url);
        }
        if (url.getHost() == null) {
            throw new IllegalArgumentException(
                    "the base URL "
                            + url
                            + " has no valid host name: letters, digits, \"-\" and \".\" are"
                            + " allowed");
        }
        if (url.getRawQuery() != null
                || url.getRawFragment() != null
                || url.getRawUserInfo() != null) {
            throw new IllegalArgumentException(
                    "a base URL has no query, fragment or user information: "
                            + Origin.of(url)
                            + url.getRawPath());
        }
        String text = url.toString();
        return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
    }

    private static URI absolute(Server server) {
        boolean known = !server.document().isEmpty() && Origin.isWeb(URI.create(server.document()));
        URI given = uri(server.url());
        if (known) {
            return URI.create(server.document()).resolve(given);
        }
        if (!given.isAbsolute()) {
            throw new IllegalArgumentException("there is no server URL");
        }
        return given;
    }

    /** Without a server, an API begins at the root of the document's own host. */
    private static URI uri(String server) {
        try {
            return URI.create(server.isEmpty() ? "/" : server);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("\"" + server + "\" is not a URL", e);
        }
    }
}
