package dev.alkdev.operations.mcp;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.http.AuthenticationException;
import dev.alkdev.operations.http.RequestAuthenticator;

import jakarta.servlet.http.HttpServletRequest;

import java.util.List;

/** Takes the header {@code Authorization: Bearer name scope scope}. */
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
}
