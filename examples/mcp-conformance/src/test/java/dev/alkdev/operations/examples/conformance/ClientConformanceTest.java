package dev.alkdev.operations.examples.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The public suite against a client that is made with the public API. */
class ClientConformanceTest {
    private final Suite suite = new Suite();

    @ParameterizedTest
    @CsvSource({"2025-11-25, 4", "2026-07-28, 7"})
    void everythingThatAVersionRequiresPasses(String version, int scenarios) throws IOException {
        List<String> names = suite.clientScenarios(version);
        assertThat(names).hasSize(scenarios);
        String command = command();

        for (String name : names) {
            suite.assertPasses(
                    "client", "--command", command, "--scenario", name, "--spec-version", version);
        }
    }

    /** Starts the client; the suite adds the URL. */
    private static String command() throws IOException {
        Path arguments =
                Files.writeString(
                        Path.of("target", "client.args").toAbsolutePath(),
                        "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp \""
                                + System.getProperty("java.class.path")
                                + "\"\n"
                                + Main.class.getName()
                                + " client");
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        return java + " @" + arguments;
    }
}
