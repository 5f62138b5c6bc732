package dev.alkdev.operations.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BearerSchemeTest {
    @Test
    void theTokenFollowsTheNameInWhateverCase() {
        assertThat(BearerScheme.token("Bearer abc")).contains("abc");
        assertThat(BearerScheme.token("bEARER   abc ")).contains("abc");
        assertThat(BearerScheme.token("Basic abc")).isEmpty();
        assertThat(BearerScheme.token("Bearer")).isEmpty();
        assertThat(BearerScheme.token(null)).isEmpty();
    }
}
