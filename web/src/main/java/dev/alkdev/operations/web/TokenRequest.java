package dev.alkdev.operations.web;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.base.TimeSource;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Asks an authorization server for a token with a client's own credentials (RFC 6749, 4.4). */
record TokenRequest(TokenEndpoint endpoint, List<String> scopes, @Nullable String resource) {
    /** Of a token whose answer has no lifetime. */
    private static final Duration UNKNOWN_LIFETIME = Duration.ofMinutes(5);

    /** Nobody needs a token for longer, and sums stay sums. */
    private static final long MOST_SECONDS = Duration.ofDays(365).toSeconds();

    /** A token. */
    record Issued(String token, Duration lifetime) {
        @Override
        public String toString() {
            return "***";
        }
    }

    String description() {
        return endpoint.description();
    }

    /**
     * Sends the request.
     *
     * @throws CallException saying why there is no token, without any secret
     */
    Issued send(TimeSource time) throws InterruptedException {
        Map<String, String> form = new LinkedHashMap<>();
        form.put("grant_type", "client_credentials");
        if (!scopes.isEmpty()) {
            form.put("scope", String.join(" ", scopes));
        }
        if (resource != null) {
            form.put("resource", resource);
        }
        return issued(endpoint.ask(form, time));
    }

    private Issued issued(JsonNode json) {
        JsonNode given = json.path("access_token");
        String token = given.isString() ? given.stringValue() : "";
        boolean bearer = json.path("token_type").asString("Bearer").equalsIgnoreCase("bearer");
        if (token.isEmpty() || !bearer || !HeaderText.canCarry(token)) {
            throw HttpFailure.unusable(description() + " answered without a bearer token");
        }
        return new Issued(token, lifetime(json.path("expires_in")));
    }

    /** Some servers write the number as text. */
    private static Duration lifetime(JsonNode seconds) {
        long given = seconds.asLong(0);
        return given <= 0 ? UNKNOWN_LIFETIME : Duration.ofSeconds(Math.min(given, MOST_SECONDS));
    }
}
