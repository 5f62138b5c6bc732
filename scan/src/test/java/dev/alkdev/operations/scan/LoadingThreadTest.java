package dev.alkdev.operations.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.time.Duration;

class LoadingThreadTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final Findings findings = new Findings("Shop.java");

    @Test
    void reportsFailuresOfTheLoadingItself() {
        IllegalArgumentException cause = new IllegalArgumentException("zip");

        assertThatThrownBy(
                        () ->
                                LoadingThread.run(
                                        findings,
                                        LIMIT,
                                        loaded -> {
                                            throw cause;
                                        }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the classes of Shop.java were not loaded")
                .hasCause(cause);
        assertThat(findings.failures()).isEmpty();
    }

    @Test
    void rethrowsErrors() {
        OutOfMemoryError error = new OutOfMemoryError("on purpose");

        assertThatThrownBy(
                        () ->
                                LoadingThread.run(
                                        findings,
                                        LIMIT,
                                        loaded -> {
                                            throw error;
                                        }))
                .isSameAs(error);
    }
}
