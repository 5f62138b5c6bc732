package dev.alkdev.operations.hub;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.base.TimeSource;
import dev.alkdev.operations.http.AuthenticationException;
import dev.alkdev.operations.http.RequestAuthenticator;
import dev.alkdev.operations.hub.AcceptedTokens.TokenBearer;
import dev.alkdev.operations.jwt.JwtAuthenticator;
import dev.alkdev.operations.jwt.ProtectedResource;
import dev.alkdev.operations.signin.Proof;
import dev.alkdev.operations.signin.RefusedSignIns;
import dev.alkdev.operations.signin.SignInPolicy;
import dev.alkdev.operations.web.BearerScheme;
import dev.alkdev.operations.web.Challenge;
import dev.alkdev.operations.websocket.Admission;
import dev.alkdev.operations.websocket.Authenticator;
import dev.alkdev.operations.websocket.UpgradeAttempt;

import jakarta.servlet.http.HttpServletRequest;

import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Authenticates callers by bearer tokens, for requests and links alike. Without any in the config
 * everybody is anonymous. Threads share it.
 */
final class HubAuthenticator implements SignInPolicy, Authenticator {
    private static final String MISSING = "a token is needed: Authorization: Bearer …";

    private final RefusedSignIns signIns;
    private final OperationScopes scopes;
    private volatile AcceptedTokens tokens;

    HubAuthenticator(HubConfig config, RefusedSignIns signIns, OperationScopes scopes) {
        this.signIns = signIns;
        this.scopes = scopes;
        this.tokens = new AcceptedTokens(config, null, scopes);
    }

    /** Whether callers need no token. */
    boolean isOpen() {
        return tokens.none;
    }

    /** The tokens of the config that are accepted now. */
    List<TokenConfig> accepted() {
        return tokens.store.tokens;
    }

    /** The current metadata for OAuth clients; empty without authorization servers. */
    Optional<ProtectedResource> resource() {
        return Optional.ofNullable(tokens.resource);
    }

    /** Fetches what will be needed, in the background. */
    void prepare() {
        tokens.prepare();
    }

    void change(HubConfig config) {
        AcceptedTokens next = new AcceptedTokens(config, tokens, scopes);
        tokens = next;
        next.prepare();
    }

    @Override
    public List<OidcConfig> issuers() {
        return tokens.signIns;
    }

    @Override
    public boolean acceptsTokens() {
        return tokens.any;
    }

    @Override
    public Bearer bearer(String token, HttpServletRequest request) throws AuthenticationException {
        TokenBearer.Known known = known(token, request);
        return new Bearer(known.identity(), known.expires());
    }

    @Override
    public Optional<Identity> identity(Proof proof) {
        TokenBearer bearer =
                switch (proof) {
                    case Proof.OfToken shown -> tokens.find(shown.token());
                    case Proof.OfIssuer word -> tokens.find(word);
                };
        return switch (bearer) {
            case TokenBearer.Known known -> Optional.of(known.identity());
            case TokenBearer.Stranger stranger -> Optional.empty();
            case TokenBearer.Undecided undecided ->
                    throw JwtAuthenticator.undecided(undecided.reason());
        };
    }

    @Override
    public Challenge challenge(HttpServletRequest request) {
        return resource().map(it -> it.challenge(request)).orElse(plainChallenge());
    }

    private static Challenge plainChallenge() {
        return Challenge.bearer().with("realm", "operations");
    }

    @Override
    public Caller authenticate(HttpServletRequest request) throws AuthenticationException {
        AcceptedTokens accepted = tokens;
        if (accepted.none) {
            return Caller.anonymous();
        }
        String token = BearerScheme.token(request.getHeader("Authorization")).orElse(null);
        if (token == null) {
            // Health checks are for everybody; a token only shows more.
            if (!request.getRequestURI().startsWith("/health/")) {
                signIns.refused(address(request), RefusedSignIns.MISSING);
            }
            throw new AuthenticationException(MISSING);
        }
        return Caller.of(known(token, request).identity());
    }

    /** Takes sessions as well, of which there are none without tokens. */
    RequestAuthenticator orBy(RequestAuthenticator sessions) {
        return new RequestAuthenticator() {
            @Override
            public Caller authenticate(HttpServletRequest request) throws AuthenticationException {
                return tokens.none ? Caller.anonymous() : sessions.authenticate(request);
            }

            @Override
            public Challenge challenge(HttpServletRequest request) {
                return sessions.challenge(request);
            }

            @Override
            public Optional<Instant> expiry(HttpServletRequest request) {
                return sessions.expiry(request);
            }

            @Override
            public Registration atExpiry(
                    HttpServletRequest request, TimeSource time, Consumer<String> end) {
                return sessions.atExpiry(request, time, end);
            }
        };
    }

    private static String address(HttpServletRequest request) {
        return String.valueOf(request.getRemoteAddr());
    }

    /**
     * Who shows a token with a request.
     *
     * @throws AuthenticationException if it is not accepted, which is counted
     */
    private TokenBearer.Known known(String token, HttpServletRequest request)
            throws AuthenticationException {
        return switch (tokens.find(token)) {
            case TokenBearer.Known known -> known;
            case TokenBearer.Stranger stranger -> {
                refused(request, reason(stranger));
                throw new AuthenticationException(
                        stranger.reason(), refused(challenge(request), stranger));
            }
            case TokenBearer.Undecided undecided ->
                    throw JwtAuthenticator.undecided(undecided.reason());
        };
    }

    @Override
    public void refused(HttpServletRequest request, String reason) {
        try {
            Thread.sleep(signIns.refused(address(request), reason));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** One of a few texts: what is wrong with a token that is not signed is not disclosed. */
    private static String reason(TokenBearer.Stranger stranger) {
        return stranger.signed() ? stranger.reason() : RefusedSignIns.WRONG;
    }

    private static Challenge refused(Challenge usual, TokenBearer.Stranger stranger) {
        return stranger.signed()
                ? JwtAuthenticator.refused(usual, stranger.reason())
                : usual.invalidToken();
    }

    @Override
    public Optional<Instant> expiry(HttpServletRequest request) {
        AcceptedTokens accepted = tokens;
        return accepted.none
                ? Optional.empty()
                : BearerScheme.token(request.getHeader("Authorization"))
                        .flatMap(token -> expiry(accepted.find(token)));
    }

    static Optional<Instant> expiry(TokenBearer bearer) {
        // Of a token that was accepted a moment ago and is not any longer, now.
        return bearer instanceof TokenBearer.Known known
                ? Optional.ofNullable(known.expires())
                : Optional.of(Instant.EPOCH);
    }

    @Override
    public Admission admit(UpgradeAttempt attempt) {
        AcceptedTokens accepted = tokens;
        if (accepted.none) {
            return Admission.as(Caller.anonymous());
        }
        Optional<String> token = attempt.bearerToken();
        String address = attempt.remoteAddress().replaceFirst(":\\d+$", "");
        if (token.isEmpty()) {
            signIns.refused(address, RefusedSignIns.MISSING);
            return new Admission.Refused(401, MISSING, challenge(attempt).text());
        }
        return switch (accepted.find(token.get())) {
            case TokenBearer.Known known ->
                    new Admission.Granted(
                            Caller.of(known.identity()), known.trustIdentities(), known.expires());
            case TokenBearer.Stranger stranger -> {
                // Without a pause: links are accepted on few threads.
                signIns.refused(address, reason(stranger));
                String challenge = refused(challenge(attempt), stranger).text();
                yield new Admission.Refused(401, stranger.reason(), challenge);
            }
            case TokenBearer.Undecided undecided ->
                    new Admission.Refused(503, undecided.reason(), null);
        };
    }

    private Challenge challenge(UpgradeAttempt attempt) {
        URI uri = attempt.uri();
        String scheme = uri.getScheme() == null ? "http" : uri.getScheme();
        String host = attempt.header("host").orElse(null);
        return resource()
                .map(it -> it.challenge(scheme, host, uri.getPath()))
                .orElse(plainChallenge());
    }
}
