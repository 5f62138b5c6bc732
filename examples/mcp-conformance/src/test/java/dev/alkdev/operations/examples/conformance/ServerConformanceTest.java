package dev.alkdev.operations.examples.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The public suite against a server that is made with the public API. */
class ServerConformanceTest {
    @AutoClose private static ConformanceServer server;

    private final Suite suite = new Suite();

    @BeforeAll
    static void start() throws Exception {
        server = ConformanceServer.start(0);
    }

    @ParameterizedTest
    @CsvSource({"2025-11-25, 30", "2026-07-28, 37"})
    void everythingThatAVersionRequiresPasses(String version, int scenarios) {
        assertThat(suite.serverScenarios(version)).isEqualTo(scenarios);

        suite.assertPasses("server", "--url", url(), "--requirements", version);
    }

    /** What is to be required of the next version, or was added after a release. */
    @ParameterizedTest
    @CsvSource({
        "2026-07-28, json-schema-2020-12",
        "2026-07-28, http-header-validation",
        "2026-07-28, http-custom-header-server-validation",
        "2025-11-25, json-schema-2020-12",
        "2025-11-25, server-session-lifecycle"
    })
    void whatIsNotYetRequiredPassesToo(String version, String scenario) {
        suite.assertPasses(
                "server", "--url", url(), "--scenario", scenario, "--spec-version", version);
    }

    private static String url() {
        return server.uri().toString();
    }
}
