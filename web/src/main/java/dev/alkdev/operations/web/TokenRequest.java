package dev.alkdev.operations.web;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.TimeSource;
import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;

/** Asks an authorization server for a token with a client's own credentials (RFC 6749, 4.4). */
record TokenRequest(
        URI tokenUrl,
        Client client,
        List<String> scopes,
        @Nullable String resource,
        HttpSender sender) {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int MOST_BYTES = 256 * 1024;

    /** Of a token whose answer does not say how long it is valid. */
    private static final Duration UNKNOWN_LIFETIME = Duration.ofMinutes(5);

    /** Nobody needs a token for longer, and sums stay sums. */
    private static final long MOST_SECONDS = Duration.ofDays(365).toSeconds();

    private static final Pattern ERROR = Pattern.compile("[A-Za-z0-9_.-]{1,64}");

    /** Who asks. */
    record Client(String id, String secret, ClientCredentials.Authentication authentication) {
        @Override
        public String toString() {
            return id;
        }
    }

    /** A token. */
    record Issued(String token, Duration lifetime) {
        @Override
        public String toString() {
            return "***";
        }
    }

    String description() {
        return Origin.of(tokenUrl) + tokenUrl.getRawPath() + " for " + client.id;
    }

    /**
     * Sends the request.
     *
     * @throws CallException saying why there is no token, without any secret
     */
    Issued send(TimeSource time) throws InterruptedException {
        Outgoing request = request();
        try (TimeLimit limit = TimeLimit.of(time, TIMEOUT)) {
            // Not to another place: a redirect would take the secret along.
            try (Reply reply = new HttpTransport(sender, Redirects.NEVER, 0).send(request, limit)) {
                limit.guard(reply.body());
                return issued(reply.status(), reply.bytes(MOST_BYTES));
            } catch (IOException e) {
                throw HttpFailure.of(request, e, limit);
            }
        }
    }

    private Outgoing request() {
        List<String> form = new ArrayList<>(List.of("grant_type=client_credentials"));
        if (!scopes.isEmpty()) {
            form.add("scope=" + encoded(String.join(" ", scopes)));
        }
        if (resource != null) {
            form.add("resource=" + encoded(resource));
        }
        List<String> headers =
                new ArrayList<>(
                        List.of(
                                "Content-Type",
                                "application/x-www-form-urlencoded",
                                "Accept",
                                "application/json"));
        if (client.authentication == ClientCredentials.Authentication.BASIC) {
            String both = encoded(client.id) + ":" + encoded(client.secret);
            byte[] bytes = both.getBytes(StandardCharsets.US_ASCII);
            headers.add("Authorization");
            headers.add("Basic " + Base64.getEncoder().encodeToString(bytes));
        } else {
            form.add("client_id=" + encoded(client.id));
            form.add("client_secret=" + encoded(client.secret));
        }
        byte[] body = String.join("&", form).getBytes(StandardCharsets.US_ASCII);
        return new Outgoing("POST", tokenUrl, headers, body);
    }

    private static String encoded(String text) {
        return PercentEncoding.component(text);
    }

    private Issued issued(int status, byte[] body) {
        JsonNode json = json(body);
        if (status != 200) {
            throw refused(status, json.path("error").asString(""));
        }
        JsonNode given = json.path("access_token");
        String token = given.isString() ? given.stringValue() : "";
        boolean bearer = json.path("token_type").asString("Bearer").equalsIgnoreCase("bearer");
        if (token.isEmpty() || !bearer || !HeaderText.canCarry(token)) {
            throw HttpFailure.unusable(description() + " answered without a bearer token");
        }
        return new Issued(token, lifetime(json.path("expires_in")));
    }

    private static JsonNode json(byte[] body) {
        try {
            return Json.mapper().readTree(body);
        } catch (JacksonException e) {
            return Json.mapper().createObjectNode();
        }
    }

    /** Some servers write the number as text. */
    private static Duration lifetime(JsonNode seconds) {
        long given = seconds.asLong(0);
        return given <= 0 ? UNKNOWN_LIFETIME : Duration.ofSeconds(Math.min(given, MOST_SECONDS));
    }

    private CallException refused(int status, String error) {
        String reason = ERROR.matcher(error).matches() ? ", " + error : "";
        String message = description() + " gave no token: " + StatusText.of(status) + reason;
        return status >= 500 || HttpFailure.isRetryable(status)
                ? new CallException(ErrorCode.UNAVAILABLE, message)
                : new CallException(ErrorCode.EXECUTION_ERROR, message);
    }
}
