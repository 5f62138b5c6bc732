package dev.alkdev.operations.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;

class BearerSchemeTest {
    @Test
    void theTokenFollowsTheNameInWhateverCase() {
        assertThat(BearerScheme.token("Bearer abc")).contains("abc");
        assertThat(BearerScheme.token("bEARER   abc ")).contains("abc");
        assertThat(BearerScheme.token("Basic abc")).isEmpty();
        assertThat(BearerScheme.token("Bearer")).isEmpty();
        assertThat(BearerScheme.token(null)).isEmpty();
    }

    @Test
    void whatIsMissingIsNamedIfAHeaderCanCarryIt() {
        assertThat(BearerScheme.insufficientScope("Bearer", List.of("a:read", "b")))
                .isEqualTo("Bearer error=\"insufficient_scope\", scope=\"a:read b\"");
        assertThat(BearerScheme.insufficientScope("Bearer realm=\"x\"", List.of()))
                .isEqualTo("Bearer realm=\"x\", error=\"insufficient_scope\"");
        assertThat(BearerScheme.insufficientScope("Bearer", List.of("quoted\"scope")))
                .isEqualTo("Bearer error=\"insufficient_scope\"");
    }
}
