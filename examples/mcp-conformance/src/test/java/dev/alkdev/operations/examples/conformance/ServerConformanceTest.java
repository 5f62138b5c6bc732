package dev.alkdev.operations.examples.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.testkit.ProcessOutcome;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The public suite against a server that is made with the public API. */
class ServerConformanceTest {
    private static ConformanceServer server;

    private final Suite suite = new Suite();

    @BeforeAll
    static void start() throws Exception {
        server = ConformanceServer.start(0);
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    @ParameterizedTest
    @CsvSource({"2025-11-25, 30", "2026-07-28, 37"})
    void everythingThatAVersionRequiresPasses(String version, int scenarios) {
        assertThat(suite.serverScenarios(version)).isEqualTo(scenarios);

        ProcessOutcome outcome =
                suite.run("server", "--url", server.uri().toString(), "--requirements", version);

        assertThat(outcome.status()).as(outcome.output() + outcome.errors()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "json-schema-2020-12",
                "http-header-validation",
                "http-custom-header-server-validation"
            })
    void whatIsToBeRequiredPassesToo(String scenario) {
        ProcessOutcome outcome =
                suite.run(
                        "server",
                        "--url",
                        server.uri().toString(),
                        "--scenario",
                        scenario,
                        "--spec-version",
                        "2026-07-28");

        assertThat(outcome.status()).as(outcome.output() + outcome.errors()).isZero();
    }

    @Test
    void aSessionEndsWhenTheClientSaysSo() {
        ProcessOutcome outcome =
                suite.run(
                        "server",
                        "--url",
                        server.uri().toString(),
                        "--scenario",
                        "server-session-lifecycle",
                        "--spec-version",
                        "2025-11-25");

        assertThat(outcome.status()).as(outcome.output() + outcome.errors()).isZero();
    }
}
