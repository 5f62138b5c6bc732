package dev.alkdev.operations.spring;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.base.Registration;

import org.jspecify.annotations.Nullable;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Makes the caller of an operation the user of Spring Security on the thread of its handler, and
 * reports what Spring Security denies as {@code ACCESS_DENIED}. Trusted callers keep the user of
 * their thread. Threads share it.
 */
final class SecurityAdvice implements HandlerAdvice {
    private static final int UNAUTHORIZED = 401;

    private final UserAuthentications users;

    SecurityAdvice(UserAuthentications users) {
        this.users = users;
    }

    @Override
    public Registration enter(Caller caller) {
        SecurityContext before = SecurityContextHolder.getContext();
        Authentication present = before.getAuthentication();
        return switch (caller) {
            case Caller.Trusted trusted -> () -> {};
            case Caller.Anonymous anonymous ->
                    present == null || present instanceof AnonymousAuthenticationToken
                            ? () -> {}
                            : replace(before, null);
            case Caller.Authenticated(Identity identity) -> {
                Authentication user = users.find(identity).orElseGet(() -> authenticated(identity));
                yield present == user ? () -> {} : replace(before, user);
            }
        };
    }

    private static Registration replace(SecurityContext before, @Nullable Authentication user) {
        SecurityContext own = SecurityContextHolder.createEmptyContext();
        own.setAuthentication(user);
        SecurityContextHolder.setContext(own);
        return () -> {
            if (before.getAuthentication() == null) {
                SecurityContextHolder.clearContext();
            } else {
                SecurityContextHolder.setContext(before);
            }
        };
    }

    /** The user for an identity that another authenticator than Spring Security confirmed. */
    private static Authentication authenticated(Identity identity) {
        return UsernamePasswordAuthenticationToken.authenticated(
                identity.id(),
                null,
                identity.scopes().stream()
                        .flatMap(scope -> Stream.of(scope, SecurityAuthenticator.SCOPE + scope))
                        .map(SimpleGrantedAuthority::new)
                        .toList());
    }

    @Override
    public Optional<CallException> translate(String operationId, Throwable failure) {
        String denied = "access to " + operationId + " denied";
        return switch (failure) {
            case AccessDeniedException e ->
                    Optional.of(new CallException(ErrorCode.ACCESS_DENIED, denied));
            case AuthenticationException e ->
                    Optional.of(
                            new CallException(
                                            ErrorCode.ACCESS_DENIED,
                                            denied + ": it needs another authentication")
                                    .withDetails(Map.of(StatusAdvice.HTTP_STATUS, UNAUTHORIZED)));
            default -> Optional.empty();
        };
    }
}
