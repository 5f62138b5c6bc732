package dev.alkdev.operations.web;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.base.TimeSource;
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
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The token endpoint of an OAuth authorization server, and the credentials of its client (RFC
 * 6749). Its text form tells no secret. Immutable; threads may share it.
 */
public record TokenEndpoint(URI url, Client client, HttpSender sender) {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int MOST_BYTES = 256 * 1024;
    private static final Pattern ERROR = Pattern.compile("[A-Za-z0-9_.-]{1,64}");

    /**
     * Client credentials.
     *
     * @param secret null for a public client
     */
    public record Client(
            String id, @Nullable String secret, ClientCredentials.Authentication authentication) {
        @Override
        public String toString() {
            return id;
        }
    }

    /** Where it is and who asks, for messages. */
    public String description() {
        return Origin.of(url) + url.getRawPath() + " for " + client.id;
    }

    /**
     * Asks for a token.
     *
     * @return the answer, an object
     * @throws CallException saying why there is none, without any secret: {@code UNAVAILABLE} if
     *     the server cannot be reached, {@code EXECUTION_ERROR} if it refuses
     */
    public JsonNode ask(Map<String, String> form, TimeSource time) throws InterruptedException {
        Outgoing request = request(form);
        try (TimeLimit limit = TimeLimit.of(time, TIMEOUT)) {
            // Not to another place: a redirect would take the secret along.
            try (Reply reply = new HttpTransport(sender, Redirects.NEVER, 0).send(request, limit)) {
                limit.guard(reply.body());
                JsonNode json = json(reply.bytes(MOST_BYTES));
                if (reply.status() != 200) {
                    throw refused(reply.status(), json.path("error").asString(""));
                }
                return json;
            } catch (IOException e) {
                throw HttpFailure.of(request, e, limit);
            }
        }
    }

    private Outgoing request(Map<String, String> form) {
        List<String> fields = new ArrayList<>();
        form.forEach((name, value) -> fields.add(name + "=" + encoded(value)));
        List<String> headers =
                new ArrayList<>(
                        List.of(
                                "Content-Type",
                                "application/x-www-form-urlencoded",
                                "Accept",
                                "application/json"));
        String secret = client.secret;
        if (secret == null) {
            fields.add("client_id=" + encoded(client.id));
        } else if (client.authentication == ClientCredentials.Authentication.BASIC) {
            String both = encoded(client.id) + ":" + encoded(secret);
            byte[] bytes = both.getBytes(StandardCharsets.US_ASCII);
            headers.add("Authorization");
            headers.add("Basic " + Base64.getEncoder().encodeToString(bytes));
        } else {
            fields.add("client_id=" + encoded(client.id));
            fields.add("client_secret=" + encoded(secret));
        }
        byte[] body = String.join("&", fields).getBytes(StandardCharsets.US_ASCII);
        return new Outgoing("POST", url, headers, body);
    }

    private static String encoded(String text) {
        return PercentEncoding.component(text);
    }

    private static JsonNode json(byte[] body) {
        try {
            return Json.mapper().readTree(body);
        } catch (JacksonException e) {
            return Json.mapper().createObjectNode();
        }
    }

    private CallException refused(int status, String error) {
        String reason = ERROR.matcher(error).matches() ? ", " + error : "";
        String message = description() + " gave no token: " + StatusText.of(status) + reason;
        return status >= 500 || HttpFailure.isRetryable(status)
                ? new CallException(ErrorCode.UNAVAILABLE, message)
                : new CallException(ErrorCode.EXECUTION_ERROR, message);
    }
}
