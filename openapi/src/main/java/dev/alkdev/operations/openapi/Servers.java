package dev.alkdev.operations.openapi;

import dev.alkdev.operations.openapi.DocumentProblem.Kind;
import dev.alkdev.operations.web.Origin;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Determines the base URLs of operations. For one thread. */
final class Servers {
    private final HttpServiceOptions service;
    private final Problems problems;
    private final Map<List<Server>, Optional<String>> known = new HashMap<>();

    Servers(HttpServiceOptions service, Problems problems) {
        this.service = service;
        this.problems = problems;
    }

    /** The base URL without a slash at the end; null if unknown. */
    @Nullable String base(OperationModel model) {
        return service.baseUrl()
                .or(() -> known.computeIfAbsent(model.servers(), this::firstUsable))
                .orElse(null);
    }

    private Optional<String> firstUsable(List<Server> servers) {
        Set<String> reasons = new LinkedHashSet<>();
        for (Server server : servers) {
            try {
                return Optional.of(BaseUrl.of(absolute(server)));
            } catch (IllegalArgumentException unusable) {
                reasons.add(String.valueOf(unusable.getMessage()));
            }
        }
        problems.add(
                Kind.NO_SERVER, "/servers", String.join("; ", reasons) + "; configure a base URL");
        return Optional.empty();
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
            throw new IllegalArgumentException("\"" + server + "\" is no URL", e);
        }
    }
}
