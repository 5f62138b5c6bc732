package dev.alkdev.operations.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

import java.util.List;

class ChallengeTest {
    private static final Challenge LOCATED =
            Challenge.bearer().with("resource_metadata", "https://hub.example/.well-known/x");

    @Test
    void namesSchemeAndParametersInTheirOrder() {
        assertThat(Challenge.bearer().text()).isEqualTo("Bearer");
        assertThat(LOCATED.with("realm", "x").withScopes(List.of("a", "b:read")).text())
                .isEqualTo(
                        "Bearer resource_metadata=\"https://hub.example/.well-known/x\","
                                + " realm=\"x\", scope=\"a b:read\"");
    }

    @Test
    void whatIsMissingIsNamedIfAHeaderCanCarryIt() {
        Challenge bearer = Challenge.bearer();
        assertThat(bearer.insufficientScope(List.of("a:read", "b")).text())
                .isEqualTo("Bearer error=\"insufficient_scope\", scope=\"a:read b\"");
        assertThat(bearer.with("realm", "x").insufficientScope(List.of()).text())
                .isEqualTo("Bearer realm=\"x\", error=\"insufficient_scope\"");
        assertThat(bearer.insufficientScope(List.of("quoted\"scope")).text())
                .isEqualTo("Bearer error=\"insufficient_scope\"");
    }

    @Test
    void theScopesOfACallReplaceTheUsualOnes() {
        assertThat(LOCATED.withScopes(List.of("all")).insufficientScope(List.of("one")).text())
                .isEqualTo(
                        "Bearer resource_metadata=\"https://hub.example/.well-known/x\","
                                + " error=\"insufficient_scope\", scope=\"one\"");
    }

    @Test
    void offlineAccessIsNeverAskedFor() {
        assertThat(Challenge.bearer().withScopes(List.of("offline_access", "a")).text())
                .isEqualTo("Bearer scope=\"a\"");
        assertThat(Challenge.bearer().insufficientScope(List.of("offline_access")).text())
                .isEqualTo("Bearer error=\"insufficient_scope\"");
    }

    @Test
    void noValueLeavesItsQuotesOrItsLine() {
        assertThat(Challenge.bearer().with("error_description", "a\"b\r\nX: \\ ü").text())
                .isEqualTo("Bearer error_description=\"a b  X:    \"");
        assertThatIllegalArgumentException().isThrownBy(() -> Challenge.of("Bearer\r\nX"));
        assertThatIllegalArgumentException().isThrownBy(() -> Challenge.bearer().with("a b", "c"));
    }
}
