package dev.alkdev.operations.examples.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.testkit.NodePackages;
import dev.alkdev.operations.testkit.ProcessOutcome;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.time.Duration;

/** The delays after which the page reconnects. */
class BackoffTest {
    private static final Path SOURCE = Path.of("../../console/src/main/web/src/backoff.ts");

    private static final String SCRIPT =
            """
            import { backoff } from "%s";
            const range = (failures) => {
              const delays = Array.from({ length: 1000 }, () => backoff(failures));
              const most = Math.min(15000, 500 * 2 ** failures);
              const fits = delays.every((delay) => delay >= most / 2 && delay <= most);
              return fits && new Set(delays).size > 900;
            };
            console.log([0, 1, 2, 3, 4, 5].map(range).join(), range(5) && backoff(50) <= 15000);
            """;

    @Test
    void delaysDoubleUpToALimitAndDifferFromEachOther() {
        NodePackages packages = NodePackages.of("axe-core@4.14.0");
        Path script =
                packages.script(
                        "backoff.mjs", SCRIPT.formatted(SOURCE.toAbsolutePath().normalize()));

        ProcessOutcome outcome = packages.run(Duration.ofMinutes(1), script);

        assertThat(outcome.output()).isEqualTo("true,true,true,true,true,true true\n");
    }
}
