package dev.alkdev.operations.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.time.Duration;

class NodePackagesTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @Test
    void aScriptImportsAPackageAndRunsOnANewNode() {
        NodePackages packages = NodePackages.of("ms@2.1.3");
        Path script =
                packages.script(
                        "hours.mjs",
                        """
                        import ms from "ms";
                        console.log(ms("2h"), parseInt(process.versions.node) >= 22);
                        """);

        assertThat(packages.run(LIMIT, script))
                .isEqualTo(new ProcessOutcome(0, "7200000 true\n", ""));
    }

    @Test
    void whatAProgramWritesAndItsStatusAreKeptApart() {
        NodePackages packages = NodePackages.of("ms@2.1.3");
        Path script =
                packages.script(
                        "fails.mjs",
                        "console.log(process.argv[2]); console.error('bad'); process.exit(3);");

        assertThat(packages.run(LIMIT, script, "given"))
                .isEqualTo(new ProcessOutcome(3, "given\n", "bad\n"));
    }

    @Test
    void aProgramThatNeverEndsIsEnded() {
        NodePackages packages = NodePackages.of("ms@2.1.3");
        Path script = packages.script("waits.mjs", "setInterval(() => {}, 1000);");

        assertThatThrownBy(() -> packages.run(Duration.ofMillis(500), script))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("did not end within PT0.5S");
    }
}
