package dev.alkdev.operations.hub;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.http.AuthenticationException;
import dev.alkdev.operations.http.RequestAuthenticator;
import dev.alkdev.operations.web.BearerScheme;
import dev.alkdev.operations.web.Challenge;
import dev.alkdev.operations.websocket.Admission;
import dev.alkdev.operations.websocket.Authenticator;
import dev.alkdev.operations.websocket.UpgradeAttempt;

import jakarta.servlet.http.HttpServletRequest;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Authenticates callers by bearer tokens, for requests and links alike. Without any tokens in the
 * config everybody is anonymous. Threads share it.
 */
final class HubAuthenticator implements RequestAuthenticator, Authenticator {
    private static final String WRONG = "the token is not known here";
    private static final String MISSING = "a token is needed: Authorization: Bearer …";

    private final SignIns signIns;
    private volatile TokenStore tokens;

    HubAuthenticator(List<TokenConfig> tokens, SignIns signIns) {
        this.tokens = TokenStore.of(tokens);
        this.signIns = signIns;
    }

    /** Whether callers need no token. */
    boolean isOpen() {
        return tokens.isEmpty();
    }

    /** The tokens that are accepted now. */
    List<TokenConfig> accepted() {
        return tokens.tokens();
    }

    void change(List<TokenConfig> tokens) {
        this.tokens = TokenStore.of(tokens);
    }

    @Override
    public Challenge challenge(HttpServletRequest request) {
        return Challenge.bearer().with("realm", "operations");
    }

    @Override
    public Caller authenticate(HttpServletRequest request) throws AuthenticationException {
        TokenStore known = tokens;
        if (known.isEmpty()) {
            return Caller.anonymous();
        }
        String token = BearerScheme.token(request.getHeader("Authorization")).orElse(null);
        String address = String.valueOf(request.getRemoteAddr());
        if (token == null) {
            // Health checks are for everybody; a token only shows more.
            if (!request.getRequestURI().startsWith("/health/")) {
                signIns.refused(address, SignIns.MISSING);
            }
            throw new AuthenticationException(MISSING);
        }
        Optional<Identity> identity = known.identify(token);
        if (identity.isEmpty()) {
            pause(signIns.refused(address, SignIns.WRONG));
            throw new AuthenticationException(WRONG, challenge(request).invalidToken());
        }
        return Caller.of(identity.get());
    }

    private static void pause(Duration wait) {
        try {
            Thread.sleep(wait);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public Admission admit(UpgradeAttempt attempt) {
        TokenStore known = tokens;
        if (known.isEmpty()) {
            return Admission.as(Caller.anonymous());
        }
        Optional<String> token = attempt.bearerToken();
        String address = attempt.remoteAddress().replaceFirst(":\\d+$", "");
        if (token.isEmpty()) {
            signIns.refused(address, SignIns.MISSING);
            return Admission.unauthorized(MISSING);
        }
        Optional<TokenStore.Holder> found = known.find(token.get());
        if (found.isEmpty()) {
            // Without a pause: links are accepted on few threads.
            signIns.refused(address, SignIns.WRONG);
            return Admission.unauthorized(WRONG);
        }
        return new Admission.Granted(
                Caller.of(found.get().identity()), found.get().token().trustIdentities());
    }
}
