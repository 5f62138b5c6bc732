package dev.alkdev.operations;

import static dev.alkdev.operations.Calls.NOTHING;
import static dev.alkdev.operations.Calls.failure;
import static dev.alkdev.operations.Calls.query;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Map;
import java.util.Set;

class IdentityTest {
    @Test
    void aResourceIsGrantedWhatItWasGrantedBeforeToo() {
        Identity ann =
                Identity.of("ann")
                        .withResource("project:42", "read")
                        .withResource("project:42", "write", "write");

        assertThat(ann.resources()).isEqualTo(Map.of("project:42", Set.of("read", "write")));
    }

    @Test
    void whatIsSaidTwiceCountsOnce() {
        assertThat(Identity.of("ann", "read", "read").scopes()).containsExactly("read");

        OperationRegistry registry = OperationRegistry.create();
        registry.register(query("a.echo"), (input, context) -> "echo");
        OperationEnv env = registry.buildEnv(Call.of("a.caller", NOTHING));

        env.onlyNamespaces("a", "a").call("a.echo", NOTHING);
        assertThat(failure(() -> env.onlyOperations("b.x", "b.x").call("a.echo", NOTHING)).code())
                .isEqualTo("ACCESS_DENIED");
    }
}
