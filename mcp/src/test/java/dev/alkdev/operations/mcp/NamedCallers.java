package dev.alkdev.operations.mcp;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.http.AuthenticationException;
import dev.alkdev.operations.http.RequestAuthenticator;

import jakarta.servlet.http.HttpServletRequest;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Takes the header {@code Authorization: Bearer name scope scope}; the token of "late" expires
 * soon.
 */
final class NamedCallers implements RequestAuthenticator {
    @Override
    public Caller authenticate(HttpServletRequest request) throws AuthenticationException {
        String header = request.getHeader("Authorization");
        if (header == null) {
            return Caller.anonymous();
        }
        String[] parts = header.split(" ", -1);
        if (parts[1].equals("wrong")) {
            throw new AuthenticationException("the token is not known");
        }
        String[] scopes = List.of(parts).subList(2, parts.length).toArray(String[]::new);
        return Caller.of(Identity.of(parts[1], scopes));
    }

    @Override
    public Optional<Instant> expiry(HttpServletRequest request) {
        return "Bearer late".equals(request.getHeader("Authorization"))
                ? Optional.of(Instant.now().plusMillis(300))
                : Optional.empty();
    }
}
