package dev.alkdev.operations.web;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.base.Backoff;
import dev.alkdev.operations.base.LogCounter;
import dev.alkdev.operations.base.TimeSource;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Gives bearer tokens that an authorization server issues for a client id and a secret (OAuth 2.0,
 * RFC 6749 section 4.4). A token is fetched when it is first needed, by one caller for all, kept
 * until shortly before it expires, and fetched anew once an API refuses it. Threads may share it.
 *
 * <pre>{@code
 * HttpServiceOptions petstore = HttpServiceOptions.builder("petstore")
 *         .credentials(ClientCredentials.at(tokenUrl, "hub", secret).scopes("pets:read").build())
 *         .build();
 * }</pre>
 */
public final class ClientCredentials implements CredentialSupplier {
    private static final Logger LOG = LoggerFactory.getLogger(ClientCredentials.class);
    private static final LogCounter FAILED = new LogCounter();
    private static final Backoff BACKOFF =
            new Backoff(Duration.ofMillis(500), Duration.ofSeconds(30));

    /** How much of its life a token still has when it is renewed. */
    private static final long MARGIN_MILLIS = 30_000;

    private static final long RENEWAL_MILLIS = 10_000;
    private static final long NEVER = Long.MIN_VALUE;

    private final ReentrantLock fetching = new ReentrantLock();
    private final TokenRequest request;
    private final TimeSource time;
    private final AtomicLong renewed = new AtomicLong(NEVER);
    private volatile @Nullable Token token;
    private volatile @Nullable Failure failure;

    /** How a client authenticates to the authorization server. */
    public enum Authentication {
        /** In the header {@code Authorization}. */
        BASIC,
        /** In the body of the request. */
        POST
    }

    private record Token(Credential.Bearer bearer, long renewAt) {}

    /** A failed attempt, which holds for a while, so that not each call makes another. */
    private record Failure(CallException cause, int times, long until) {}

    private ClientCredentials(Builder given) {
        this.request = given.request();
        this.time = given.time;
    }

    /** Describes a client of an authorization server. */
    public static Builder at(URI tokenUrl, String clientId, String clientSecret) {
        return new Builder(tokenUrl, clientId, clientSecret);
    }

    /** The optional parts. For one thread. */
    public static final class Builder {
        private final URI tokenUrl;
        private final String clientId;
        private final String clientSecret;
        private List<String> scopes = List.of();
        private @Nullable String resource;
        private Authentication authentication = Authentication.BASIC;
        private HttpSender sender = HttpSender.shared();
        private TimeSource time = TimeSource.system();

        private Builder(URI tokenUrl, String clientId, String clientSecret) {
            this.tokenUrl = tokenUrl;
            this.clientId = clientId;
            this.clientSecret = clientSecret;
        }

        /** Scopes to ask for; those that the authorization server gives by itself unless given. */
        public Builder scopes(String... scopes) {
            this.scopes = List.of(scopes);
            return this;
        }

        /** The API that the token is for (RFC 8707). */
        public Builder resource(@Nullable String resource) {
            this.resource = resource;
            return this;
        }

        public Builder authentication(Authentication authentication) {
            this.authentication = authentication;
            return this;
        }

        /** Sends the requests for tokens. */
        public Builder sender(HttpSender sender) {
            this.sender = sender;
            return this;
        }

        /** The clock. */
        public Builder time(TimeSource time) {
            this.time = time;
            return this;
        }

        private TokenRequest request() {
            TokenEndpoint.Client client =
                    new TokenEndpoint.Client(clientId, clientSecret, authentication);
            return new TokenRequest(new TokenEndpoint(tokenUrl, client, sender), scopes, resource);
        }

        public ClientCredentials build() {
            return new ClientCredentials(this);
        }
    }

    /**
     * A bearer token.
     *
     * @throws CallException if none can be had: {@code UNAVAILABLE} if the authorization server
     *     cannot be reached, {@code EXECUTION_ERROR} if it refuses
     */
    @Override
    public Credential credential(String operation) throws InterruptedException {
        Token known = token;
        return known != null && time.millis() < known.renewAt ? known.bearer : fetched();
    }

    @Override
    public boolean renew(Credential refused) {
        Token known = token;
        if (known == null || !contains(refused, known.bearer)) {
            // Another call has noticed before.
            return true;
        }
        long now = time.millis();
        long last = renewed.get();
        if ((last != NEVER && now - last < RENEWAL_MILLIS) || !renewed.compareAndSet(last, now)) {
            // An API that refuses every token would otherwise have one issued for each call.
            return false;
        }
        token = null;
        return true;
    }

    private static boolean contains(Credential credential, Credential.Bearer bearer) {
        return switch (credential) {
            case Credential.Bearer same -> same.equals(bearer);
            case Credential.Several several ->
                    several.credentials().stream().anyMatch(each -> contains(each, bearer));
            case Credential.Basic basic -> false;
            case Credential.ApiKey key -> false;
        };
    }

    private Credential fetched() throws InterruptedException {
        fetching.lockInterruptibly();
        try {
            Token known = token;
            if (known != null && time.millis() < known.renewAt) {
                return known.bearer;
            }
            Failure last = failure;
            if (last != null && time.millis() < last.until) {
                throw last.cause.withRetryable(last.cause.retryable());
            }
            return fetch(last == null ? 1 : last.times + 1);
        } finally {
            fetching.unlock();
        }
    }

    private Credential fetch(int attempt) throws InterruptedException {
        try {
            TokenRequest.Issued issued = request.send(time);
            long margin = Math.min(MARGIN_MILLIS, issued.lifetime().toMillis() / 10);
            Token fresh =
                    new Token(
                            new Credential.Bearer(issued.token()),
                            time.millis() + issued.lifetime().toMillis() - margin);
            token = fresh;
            failure = null;
            return fresh.bearer;
        } catch (CallException e) {
            failure = new Failure(e, attempt, time.millis() + BACKOFF.after(attempt).toMillis());
            if (FAILED.due(request.description()) > 0) {
                LOG.warn("Token request to {} failed: {}", request.description(), e.getMessage());
            }
            throw e;
        }
    }

    /** The token endpoint and the client, without the secret. */
    @Override
    public String toString() {
        return "ClientCredentials[" + request.description() + "]";
    }
}
