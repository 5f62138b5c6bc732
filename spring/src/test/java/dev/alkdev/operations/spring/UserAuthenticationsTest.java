package dev.alkdev.operations.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.Identity;

import org.junit.jupiter.api.Test;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;

import java.util.List;

class UserAuthenticationsTest {
    private final UserAuthentications users = new UserAuthentications();

    private static Authentication user(String tenant) {
        return UsernamePasswordAuthenticationToken.authenticated("ann", tenant, List.of());
    }

    @Test
    void equalIdentitiesKeepTheirOwnAuthentications() {
        Identity first = Identity.of("ann");
        Identity second = Identity.of("ann");
        Authentication one = user("one");
        Authentication two = user("two");
        users.add(first, one);
        users.add(second, two);

        assertThat(users.find(first)).containsSame(one);
        assertThat(users.find(second)).containsSame(two);
        assertThat(users.find(Identity.of("ann"))).isEmpty();
    }
}
