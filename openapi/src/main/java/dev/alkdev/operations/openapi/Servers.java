package dev.alkdev.operations.openapi;

import dev.alkdev.operations.openapi.DocumentProblem.Kind;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Finds out what the paths of operations are appended to. For one thread. */
final class Servers {
    private final HttpServiceConfig config;
    private final Problems problems;
    private final Map<Reference, Optional<String>> known = new HashMap<>();

    /** A server as it stands in a document. */
    private record Reference(String document, String server) {}

    Servers(HttpServiceConfig config, Problems problems) {
        this.config = config;
        this.problems = problems;
    }

    /** The base URL without a slash at the end; null if nobody knows. */
    @Nullable String base(OperationModel model) {
        if (config.baseUrl().isPresent()) {
            return withoutSlash(config.baseUrl().get());
        }
        String document = model.place().document().uri();
        String server = Objects.requireNonNullElse(model.server(), "");
        return known.computeIfAbsent(new Reference(document, server), this::resolve).orElse(null);
    }

    private Optional<String> resolve(Reference reference) {
        String document = reference.document;
        String server = reference.server;
        try {
            URI given = URI.create(server);
            boolean known = !document.isEmpty() && Origin.isWeb(URI.create(document));
            URI absolute = known ? URI.create(document).resolve(serverPath(server)) : given;
            if (Origin.isWeb(absolute)) {
                return Optional.of(withoutSlash(absolute.toString()));
            }
        } catch (IllegalArgumentException e) {
            problems.add(Kind.NO_SERVER, "/servers", "\"" + server + "\" is no URL");
            return Optional.empty();
        }
        problems.add(
                Kind.NO_SERVER, "/servers", "nothing says where the API is; configure a base URL");
        return Optional.empty();
    }

    /** Without a server, an API begins at the root of the document's own host. */
    private static String serverPath(String server) {
        return server.isEmpty() ? "/" : server;
    }

    private static String withoutSlash(String url) {
        return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    }
}
