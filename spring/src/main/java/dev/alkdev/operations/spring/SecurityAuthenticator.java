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
 * Makes the user that Spring Security has authenticated the caller of a request: the name is the
 * id, the authorities are the scopes, without {@code SCOPE_} before the scopes of OAuth and without
 * the factors of the authentication. Requests without a user are anonymous. Threads share it.
 */
final class SecurityAuthenticator implements RequestAuthenticator {
    static final String SCOPE = "SCOPE_";

    /** Records how a user authenticated, which is no permission. */
    private static final String FACTOR = "FACTOR_";

    private static final boolean HAS_OAUTH =
            ClassUtils.isPresent(
                    "org.springframework.security.oauth2.core.OAuth2Token",
                    SecurityAuthenticator.class.getClassLoader());

    private final Challenge challenge;
    private final UserAuthentications users;

    SecurityAuthenticator(String challenge, UserAuthentications users) {
        this.challenge = Challenge.of(challenge);
        this.users = users;
    }

    @Override
    public Caller authenticate(HttpServletRequest request) {
        if (!(request.getUserPrincipal() instanceof Authentication user)
                || !user.isAuthenticated()) {
            return Caller.anonymous();
        }
        Identity identity = new Identity(user.getName(), scopes(user), Map.of());
        users.add(identity, user);
        return Caller.of(identity);
    }

    private static Set<String> scopes(Authentication user) {
        return user.getAuthorities().stream()
                .map(GrantedAuthority::getAuthority)
                .filter(Objects::nonNull)
                .filter(name -> !name.startsWith(FACTOR))
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
