package dev.alkdev.operations.docs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Each promise of {@code docs/reference/security.md} names tests that exist. */
class SecurityTest {
    private static final Pattern NAMED = Pattern.compile("`(\\w+Test)(?:#(\\w+))?`");
    private static final Path PAGE = Repository.ROOT.resolve("docs/reference/security.md");

    private final List<Path> tests = Repository.files("Test.java");

    @Test
    void everyTestThatIsNamedExists() {
        List<String> missing = new ArrayList<>();
        NAMED.matcher(Repository.read(PAGE))
                .results()
                .filter(named -> !exists(named))
                .forEach(named -> missing.add(named.group()));

        assertThat(missing).isEmpty();
    }

    /** Several modules may have a test of this name. */
    private boolean exists(MatchResult named) {
        return tests.stream()
                .filter(file -> file.endsWith(named.group(1) + ".java"))
                .map(Repository::read)
                .anyMatch(
                        text ->
                                named.group(2) == null
                                        || text.contains("void " + named.group(2) + "("));
    }

    @Test
    void everyPromiseHasATest() {
        List<String> bare =
                Repository.read(PAGE)
                        .lines()
                        .filter(line -> line.startsWith("| ") && !line.equals("| promise | test |"))
                        .filter(line -> !NAMED.matcher(line).find())
                        .toList();

        assertThat(bare).isEmpty();
    }
}
