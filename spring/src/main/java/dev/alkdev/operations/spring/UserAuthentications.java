package dev.alkdev.operations.spring;

import dev.alkdev.operations.Identity;
import dev.alkdev.operations.schema.WeakIdentityMap;

import org.springframework.security.core.Authentication;

import java.util.Optional;

/**
 * The authentication behind each identity that Spring Security confirmed, for as long as a request,
 * a stream or a link holds the identity. Equal identities may have different authentications, such
 * as tokens with other claims, so that an entry belongs to the instance. Threads share it.
 */
final class UserAuthentications {
    private final WeakIdentityMap<Identity, Authentication> users = new WeakIdentityMap<>();

    void add(Identity identity, Authentication user) {
        users.put(identity, user);
    }

    Optional<Authentication> find(Identity identity) {
        return Optional.ofNullable(users.get(identity));
    }
}
