package dev.alkdev.operations.hub;

import dev.alkdev.operations.openapi.Defaults;
import dev.alkdev.operations.openapi.HttpServiceConfig;
import dev.alkdev.operations.web.EventStreamOptions;
import dev.alkdev.operations.web.Redirects;

import tools.jackson.databind.JsonNode;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How the requests of a REST API are made and its answers read. Immutable; threads may share it.
 *
 * @param parameters values of parameters, by name, that callers neither give nor see
 * @param trustedOrigins origins besides the document's that may have what is configured here
 * @param serverVariables variables of the document's servers, instead of their defaults
 * @param defaults which defaults of the document are sent
 * @param bodyTypes media types preferred for bodies
 * @param redirects which redirects are followed, and how many
 * @param events how streams are read
 * @param answers what is passed on of answers
 */
public record OpenApiCallConfig(
        Map<String, JsonNode> parameters,
        List<URI> trustedOrigins,
        Map<String, String> serverVariables,
        Defaults defaults,
        List<String> bodyTypes,
        FollowedRedirects redirects,
        EventStreamOptions events,
        PassedOn answers) {

    /** Which redirects are followed, and how many of them for one call. */
    public record FollowedRedirects(Redirects follow, int max) {}

    /**
     * What is passed on of answers.
     *
     * @param withheldHeaders names of headers that are not, or beginnings followed by {@code *}
     * @param maxResponseBytes the largest body, decoded
     * @param maxErrorBytes how much of the body of an error
     */
    public record PassedOn(List<String> withheldHeaders, long maxResponseBytes, int maxErrorBytes) {
        public PassedOn {
            withheldHeaders = List.copyOf(withheldHeaders);
        }
    }

    public OpenApiCallConfig {
        parameters = Map.copyOf(parameters);
        trustedOrigins = List.copyOf(trustedOrigins);
        serverVariables = Map.copyOf(serverVariables);
        bodyTypes = List.copyOf(bodyTypes);
    }

    /** What holds where a config says nothing. Cookies and names of servers are withheld. */
    public static OpenApiCallConfig standard() {
        return new OpenApiCallConfig(
                Map.of(),
                List.of(),
                Map.of(),
                Defaults.SAFE,
                List.of(),
                new FollowedRedirects(Redirects.SAME_ORIGIN, 5),
                EventStreamOptions.defaults(),
                new PassedOn(HttpServiceConfig.PRIVATE_HEADERS, 64L * 1024 * 1024, 64 * 1024));
    }

    /** The same with the value of one more parameter. */
    public OpenApiCallConfig withParameter(String name, JsonNode value) {
        Map<String, JsonNode> more = new LinkedHashMap<>(parameters);
        more.put(name, value);
        return new OpenApiCallConfig(
                more,
                trustedOrigins,
                serverVariables,
                defaults,
                bodyTypes,
                redirects,
                events,
                answers);
    }

    /** Puts it into the config of a service; the types of bodies belong to its import. */
    void apply(HttpServiceConfig.Builder builder) {
        parameters.forEach(builder::parameter);
        trustedOrigins.forEach(origin -> builder.trustedOrigin(origin.toString()));
        serverVariables.forEach(builder::serverVariable);
        builder.defaults(defaults)
                .redirects(redirects.follow, redirects.max)
                .events(events)
                .withholdHeaders(answers.withheldHeaders)
                .maxResponseBytes(answers.maxResponseBytes)
                .maxErrorBytes(answers.maxErrorBytes);
    }

    /** Without the values of parameters, which may be secret. */
    @Override
    public String toString() {
        return "OpenApiCallConfig[parameters="
                + parameters.keySet()
                + ", trustedOrigins="
                + trustedOrigins
                + ", serverVariables="
                + serverVariables.keySet()
                + ", redirects="
                + redirects
                + ", events="
                + events
                + ", answers="
                + answers
                + "]";
    }
}
