package dev.alkdev.operations.web;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.TimeSource;
import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Gets access tokens with the client credentials grant of OAuth 2.0 (RFC 6749, 4.4), one for all
 * callers, and a new one shortly before it expires. Threads may share it.
 */
public final class ClientCredentials implements CredentialSupplier {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final long EARLY_MILLIS = 30_000;
    private static final long USUAL_SECONDS = 300;
    private static final long LARGEST_ANSWER = 1024L * 1024;

    private final ReentrantLock lock = new ReentrantLock();
    private final Client client;
    private final HttpTransport transport;
    private final TimeSource time;
    private volatile @Nullable Token token;

    /**
     * Who asks for a token, and for what.
     *
     * @param tokenUrl the token endpoint of the authorization server
     * @param resource the API that the token is for, as in RFC 8707; null to leave it out
     */
    public record Client(
            URI tokenUrl,
            String clientId,
            String clientSecret,
            List<String> scopes,
            @Nullable URI resource) {
        public Client {
            scopes = List.copyOf(scopes);
        }

        /** Without the secret. */
        @Override
        public String toString() {
            return "Client[" + clientId + " at " + tokenUrl.getHost() + "]";
        }
    }

    private record Token(Credential credential, long renewAt) {}

    public ClientCredentials(Client client, HttpSender sender, TimeSource time) {
        this.client = client;
        this.transport = new HttpTransport(sender, Redirects.NEVER, 0);
        this.time = time;
    }

    /** With the client that everything in this process shares. */
    public static ClientCredentials of(Client client) {
        return new ClientCredentials(client, HttpSender.shared(), TimeSource.system());
    }

    @Override
    public Credential credential(String operation) throws InterruptedException {
        Token known = token;
        if (known != null && time.millis() < known.renewAt) {
            return known.credential;
        }
        lock.lockInterruptibly();
        try {
            known = token;
            if (known == null || time.millis() >= known.renewAt) {
                known = fetch();
                token = known;
            }
            return known.credential;
        } finally {
            lock.unlock();
        }
    }

    private Token fetch() throws InterruptedException {
        Outgoing request = request();
        try (TimeLimit limit = TimeLimit.of(time, LIMIT);
                Reply reply = transport.send(request, limit)) {
            limit.guard(reply.body());
            JsonNode body = json(reply);
            String text = body.path("access_token").asString("");
            if (reply.status() != 200 || text.isEmpty()) {
                throw refused(reply, body);
            }
            long seconds = body.path("expires_in").asLong(USUAL_SECONDS);
            long life = seconds * 1_000;
            // Half of a short life is kept in reserve.
            long early = Math.min(EARLY_MILLIS, life / 2);
            return new Token(Credential.bearer(text), time.millis() + life - early);
        } catch (IOException e) {
            throw HttpFailure.of(request, e, null);
        }
    }

    private static JsonNode json(Reply reply) throws IOException {
        try {
            return Json.parse(reply.bytes(LARGEST_ANSWER));
        } catch (IllegalArgumentException e) {
            throw HttpFailure.unusable("the authorization server answered without JSON");
        }
    }

    private CallException refused(Reply reply, JsonNode body) {
        String code =
                HttpFailure.isRetryable(reply.status())
                        ? ErrorCode.UNAVAILABLE
                        : ErrorCode.EXECUTION_ERROR;
        return new CallException(
                code,
                "the authorization server gave no token to "
                        + client.clientId
                        + ": "
                        + body.path("error").asString(reply.statusText()));
    }

    private Outgoing request() {
        List<String> form = new ArrayList<>();
        form.add("grant_type=client_credentials");
        if (!client.scopes.isEmpty()) {
            form.add("scope=" + PercentEncoding.component(String.join(" ", client.scopes)));
        }
        if (client.resource != null) {
            form.add("resource=" + PercentEncoding.component(client.resource.toString()));
        }
        String pair =
                PercentEncoding.component(client.clientId)
                        + ":"
                        + PercentEncoding.component(client.clientSecret);
        byte[] user = pair.getBytes(StandardCharsets.UTF_8);
        return new Outgoing(
                "POST",
                client.tokenUrl,
                List.of(
                        "Authorization",
                        "Basic " + Base64.getEncoder().encodeToString(user),
                        "Content-Type",
                        "application/x-www-form-urlencoded",
                        "Accept",
                        "application/json"),
                String.join("&", form).getBytes(StandardCharsets.UTF_8));
    }
}
