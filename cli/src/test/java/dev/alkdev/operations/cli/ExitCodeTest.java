package dev.alkdev.operations.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Scripts go by the numbers, so they are written down here once more. */
class ExitCodeTest {
    private static final Map<String, Integer> NUMBERS =
            Map.of(
                    "OK", 0,
                    "FAILED", 1,
                    "USAGE", 2,
                    "UNREACHABLE", 3,
                    "DENIED", 4,
                    "NOT_FOUND", 5,
                    "INVALID", 6,
                    "TIMEOUT", 7,
                    "INTERRUPTED", 130);

    private static List<Integer> sorted() {
        return NUMBERS.values().stream().sorted().toList();
    }

    private static List<Integer> numbers(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(it -> Integer.valueOf(it.group(1)))
                .toList();
    }

    @Test
    void aNumberNeverChanges() throws IllegalAccessException {
        Map<String, Integer> declared = new TreeMap<>();
        for (Field field : ExitCode.class.getDeclaredFields()) {
            declared.put(field.getName(), field.getInt(null));
        }

        assertThat(declared).containsExactlyInAnyOrderEntriesOf(NUMBERS);
    }

    @Test
    void theReferenceHasAllOfThem() throws IOException {
        String reference = Files.readString(Path.of("../docs/reference/cli.md"));
        String table = reference.substring(reference.indexOf("| exit code | meaning |"));

        assertThat(numbers("(?m)^\\| (\\d+) \\|", table)).isEqualTo(sorted());
    }

    @Test
    void theHelpHasAllOfThem() {
        TestConsole console = new TestConsole();
        console.run("--help");
        String footer = console.out().substring(console.out().indexOf("Exit codes: "));

        assertThat(numbers("(\\d+) [a-z]", footer)).isEqualTo(sorted());
    }

    @Test
    void aClientLooksForAHubWhereOneIsServedByDefault() {
        assertThat(TargetCommand.DEFAULT_HUB).isEqualTo("http://127.0.0.1:7700");
        assertThat(new HubFile(null).read().listen().host()).isEqualTo("127.0.0.1");
        assertThat(new HubFile(null).read().listen().port()).isEqualTo(7700);
    }
}
