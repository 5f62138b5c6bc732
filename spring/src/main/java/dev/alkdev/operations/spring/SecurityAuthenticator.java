package dev.alkdev.operations.spring;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.http.RequestAuthenticator;
import dev.alkdev.operations.web.Challenge;

import jakarta.servlet.http.HttpServletRequest;

import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.oauth2.core.OAuth2Token;
import org.springframework.util.ClassUtils;

import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The caller of a request is whom Spring Security has authenticated: the name is the id, the
 * authorities are the scopes, without {@code SCOPE_} before those of OAuth. Who is not
 * authenticated is anonymous. Threads share it.
 */
final class SecurityAuthenticator implements RequestAuthenticator {
    private static final String SCOPE = "SCOPE_";
    private static final boolean HAS_OAUTH =
            ClassUtils.isPresent(
                    "org.springframework.security.oauth2.core.OAuth2Token",
                    SecurityAuthenticator.class.getClassLoader());

    private final Challenge challenge;

    SecurityAuthenticator(String challenge) {
        this.challenge = Challenge.of(challenge);
    }

    @Override
    public Caller authenticate(HttpServletRequest request) {
        return request.getUserPrincipal() instanceof Authentication user && user.isAuthenticated()
                ? Caller.of(new Identity(user.getName(), scopes(user), Map.of()))
                : Caller.anonymous();
    }

    private static Set<String> scopes(Authentication user) {
        return user.getAuthorities().stream()
                .map(GrantedAuthority::getAuthority)
                .filter(Objects::nonNull)
                .map(name -> name.startsWith(SCOPE) ? name.substring(SCOPE.length()) : name)
                .collect(Collectors.toSet());
    }

    @Override
    public Challenge challenge(HttpServletRequest request) {
        return challenge;
    }

    /** That of an OAuth token; other ways to sign in have none. */
    @Override
    public Optional<Instant> expiry(HttpServletRequest request) {
        return HAS_OAUTH && request.getUserPrincipal() instanceof Authentication user
                ? Expiry.of(user.getCredentials())
                : Optional.empty();
    }

    /** Loaded only where there is OAuth. */
    private static final class Expiry {
        static Optional<Instant> of(@Nullable Object credentials) {
            return credentials instanceof OAuth2Token token
                    ? Optional.ofNullable(token.getExpiresAt())
                    : Optional.empty();
        }
    }
}
