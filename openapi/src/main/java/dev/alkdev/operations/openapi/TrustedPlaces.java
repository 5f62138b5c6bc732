package dev.alkdev.operations.openapi;

import dev.alkdev.operations.openapi.DocumentProblem.Kind;
import dev.alkdev.operations.web.Origin;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.util.HashMap;
import java.util.Map;

/**
 * Decides where what the operator configured for an API may go: to the configured base URL, the
 * origin of the document, and origins the operator names. A document that was fetched could
 * otherwise send the credentials anywhere by naming another server. One in a file, or at hand, is
 * the operator's own word. For one thread.
 */
final class TrustedPlaces {
    private final HttpServiceOptions service;
    private final Problems problems;
    private final String document;
    private final Map<String, Target> known = new HashMap<>();

    TrustedPlaces(HttpServiceOptions service, Problems problems, Place root) {
        this.service = service;
        this.problems = problems;
        this.document = root.document().uri();
    }

    Target target(@Nullable String base, OperationModel model) {
        return base == null
                ? new Target(null, true)
                : known.computeIfAbsent(base, it -> judge(it, model));
    }

    private Target judge(String base, OperationModel model) {
        Target target = new Target(base, isTrusted(Origin.of(URI.create(base))));
        if (!target.trusted()) {
            problems.add(Kind.NO_SERVER, model.place(), target.refusal());
        }
        return target;
    }

    private boolean isTrusted(Origin origin) {
        if (service.baseUrl().isPresent()
                || !service.hasSecrets()
                || service.trustedOrigins().contains(origin)
                || document.isEmpty()) {
            return true;
        }
        URI own = URI.create(document);
        return !Origin.isWeb(own) || Origin.of(own).mayUpgradeTo(origin);
    }
}
