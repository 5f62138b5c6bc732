package dev.alkdev.operations.examples.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.testkit.NodePackages;
import dev.alkdev.operations.testkit.ProcessOutcome;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The public conformance suite. */
final class Suite {
    private static final String PACKAGE = "@modelcontextprotocol/conformance";
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final int ATTEMPTS = 3;

    private final NodePackages packages = NodePackages.of(PACKAGE + "@0.2.0-alpha.12");

    /**
     * Runs scenarios and asserts that none fails. The suite gives some answers no more than half a
     * second, which a busy machine may need: only what fails three times fails.
     */
    void assertPasses(String... arguments) {
        ProcessOutcome outcome = run(arguments);
        for (int attempt = 2; attempt <= ATTEMPTS && outcome.status() != 0; attempt++) {
            System.err.println("attempt " + attempt + " after:\n" + outcome.output());
            outcome = run(arguments);
        }
        assertThat(outcome.status()).as(outcome.output() + outcome.errors()).isZero();
    }

    /** What the suite writes down is in {@code target}. */
    private ProcessOutcome run(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("--output-dir");
        all.add(Path.of("target", "conformance").toAbsolutePath().toString());
        return packages.run(LIMIT, script(), all.toArray(String[]::new));
    }

    /** The client scenarios that a version requires, without those that need a login. */
    List<String> clientScenarios(String version) {
        String list = packages.run(LIMIT, script(), "list", "--requirements", version).output();
        return list.lines()
                .dropWhile(line -> !line.startsWith("Client"))
                .takeWhile(line -> !line.startsWith("Run and"))
                .map(String::strip)
                .filter(line -> line.startsWith("- ") && !line.startsWith("- auth/"))
                .map(line -> line.substring(2).split(" ", 2)[0])
                .toList();
    }

    /** How many server scenarios a version requires. */
    long serverScenarios(String version) {
        String list = packages.run(LIMIT, script(), "list", "--requirements", version).output();
        return list.lines()
                .dropWhile(line -> !line.startsWith("Server"))
                .takeWhile(line -> !line.startsWith("Client"))
                .filter(line -> line.strip().startsWith("- "))
                .count();
    }

    private Path script() {
        return packages.file(PACKAGE + "/dist/index.js");
    }
}
