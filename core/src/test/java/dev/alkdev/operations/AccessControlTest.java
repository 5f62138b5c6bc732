package dev.alkdev.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

class AccessControlTest {
    private static final Identity NOBODY_SPECIAL = Identity.of("ann");

    private static AccessControl resource() {
        return AccessControl.none().withResource("project", "write");
    }

    private static String denial(AccessControl access, Identity identity) {
        return access.denial(Caller.of(identity)).orElse("permitted");
    }

    @Test
    void everybodyMayWhereNothingIsRequired() {
        assertThat(AccessControl.none().permits(Caller.anonymous())).isTrue();
        assertThat(AccessControl.none().permits(Caller.of(NOBODY_SPECIAL))).isTrue();
    }

    @Test
    void trustedCallersSkipEveryCheck() {
        AccessControl all = AccessControl.requires("a").withAnyOf("b").withResource("c", "d");

        assertThat(all.permits(Caller.trusted())).isTrue();
    }

    @Test
    void anonymousCallersAreDeniedWhereAnythingIsRequired() {
        assertThat(
                        List.of(
                                AccessControl.requires("a"),
                                AccessControl.none().withAnyOf("a"),
                                resource()))
                .allSatisfy(
                        access ->
                                assertThat(access.denial(Caller.anonymous()))
                                        .contains("the caller is not authenticated"));
    }

    @Test
    void allRequiredScopesAreNeeded() {
        AccessControl access = AccessControl.requires("a", "b");

        assertThat(denial(access, Identity.of("ann", "a"))).isEqualTo("scope b is missing");
        assertThat(denial(access, Identity.of("ann", "b", "a", "c"))).isEqualTo("permitted");
    }

    @Test
    void oneOfTheAlternativeScopesIsEnough() {
        AccessControl access = AccessControl.none().withAnyOf("a", "b");

        assertThat(denial(access, Identity.of("ann", "c")))
                .isEqualTo("one of the scopes [a, b] is missing");
        assertThat(denial(access, Identity.of("ann", "b"))).isEqualTo("permitted");
    }

    @Test
    void anyResourceOfTheTypeThatGrantsTheActionIsEnough() {
        Identity reader = NOBODY_SPECIAL.withResource("project:1", "read");
        Identity writer = reader.withResource("project:2", "read", "write");
        Identity other = NOBODY_SPECIAL.withResource("projects:1", "write");

        assertThat(denial(resource(), reader)).isEqualTo("no project grants write");
        assertThat(denial(resource(), other)).isEqualTo("no project grants write");
        assertThat(denial(resource(), writer)).isEqualTo("permitted");
    }

    @Test
    void everythingThatIsGivenMustHold() {
        AccessControl access = AccessControl.requires("a").withResource("project", "write");

        assertThat(denial(access, Identity.of("ann", "a"))).isEqualTo("no project grants write");
        assertThat(denial(access, NOBODY_SPECIAL.withResource("project:1", "write")))
                .isEqualTo("scope a is missing");
    }

    @Test
    void aResourceTypeWithoutActionIsRefused() {
        assertThatThrownBy(() -> new AccessControl(List.of(), List.of(), "project", null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "resourceType and resourceAction are given together or not at all, but got"
                                + " project and null");
    }

    @Test
    void anIdentityCopiesWhatItIsGiven() {
        assertThat(new Identity("ann", Set.of("a"), Map.of("project:1", Set.of("read"))))
                .isEqualTo(Identity.of("ann", "a").withResource("project:1", "read"));
        assertThatThrownBy(() -> Identity.of(" "))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("an identity needs an id");
    }

    @Test
    void rulesThatPermitFewerCallersRequireAtLeastTheOthers() {
        List<AccessControl> all =
                List.of(
                        AccessControl.none(),
                        AccessControl.requires("a"),
                        AccessControl.requires("a", "b"),
                        AccessControl.none().withAnyOf("a"),
                        AccessControl.none().withAnyOf("a", "b"),
                        AccessControl.none().withAnyOf("b", "c"),
                        AccessControl.requires("a").withAnyOf("b", "c"),
                        AccessControl.none().withResource("t", "read"),
                        AccessControl.requires("a").withResource("t", "write"),
                        AccessControl.requires("a").withResource("u", "read"));
        for (AccessControl one : all) {
            for (AccessControl other : all) {
                boolean expected =
                        callers().stream()
                                .filter(caller -> one.permits(caller))
                                .allMatch(caller -> other.permits(caller));
                assertThat(one.requiresAtLeast(other))
                        .as(one + " over " + other)
                        .isEqualTo(expected);
            }
        }
    }

    /** Callers with every combination of scopes and resources. */
    private static List<Caller> callers() {
        List<String> scopes = List.of("a", "b", "c");
        List<String> resources = List.of("t:read", "t:write", "u:read");
        List<Caller> callers = new ArrayList<>(List.of(Caller.anonymous()));
        for (int i = 0; i < 64; i++) {
            Identity identity = Identity.of("x", chosen(scopes, i).toArray(String[]::new));
            for (String resource : chosen(resources, i / 8)) {
                String[] parts = resource.split(":", 2);
                identity = identity.withResource(parts[0] + ":" + parts[1], parts[1]);
            }
            callers.add(Caller.of(identity));
        }
        return callers;
    }

    private static List<String> chosen(List<String> all, int bits) {
        return IntStream.range(0, all.size())
                .filter(i -> (bits >> i & 1) == 1)
                .mapToObj(all::get)
                .toList();
    }
}
