package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationSpec;

import org.junit.jupiter.api.Test;

import java.util.List;

class LocalRulesTest {
    private static OperationSpec withScopes(AccessControl access) {
        HubConfig config =
                HubFixtures.config(
                        "sources: [{name: a, type: provider, provider: test, scopes: [a:use]}]");
        OperationSpec spec = OperationSpec.query("a.secret").access(access).build();
        return new LocalRules(config.sources().getFirst()).apply(spec).orElseThrow();
    }

    @Test
    void scopesOfASourceAreRequiredBesideThoseOfTheOperation() {
        OperationSpec spec = withScopes(AccessControl.requires("secret:read"));

        assertThat(spec.permits(Caller.of(Identity.of("ann", "a:use", "secret:read")))).isTrue();
        assertThat(spec.permits(Caller.of(Identity.of("ann", "a:use")))).isFalse();
        assertThat(spec.permits(Caller.of(Identity.of("ann", "secret:read")))).isFalse();
    }

    @Test
    void otherAccessOfTheOperationStays() {
        AccessControl own =
                new AccessControl(List.of("secret:read"), List.of("x", "y"), "vault", "open");

        assertThat(withScopes(own).accessControl())
                .isEqualTo(
                        new AccessControl(
                                List.of("secret:read", "a:use"),
                                List.of("x", "y"),
                                "vault",
                                "open"));
    }
}
