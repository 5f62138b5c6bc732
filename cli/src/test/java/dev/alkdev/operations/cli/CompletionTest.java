package dev.alkdev.operations.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The completion script in a real bash. */
@EnabledIf(value = "thereIsABash", disabledReason = "there is no bash")
class CompletionTest {
    /** What bash does when the tabulator key is pressed. */
    private static final String PRESS =
            """
            # Only works while bash itself completes.
            compopt() { :; }
            source "$1"
            [ "$(complete -p operations)" = "complete -o default -F _operations_with_ids operations" ]
            shift
            COMP_WORDS=("$@")
            COMP_CWORD=$(($# - 1))
            COMP_LINE="$*"
            COMP_POINT=${#COMP_LINE}
            operations() { echo tasks.add; echo tasks.list; echo "asked $*" >&2; }
            _operations_with_ids
            printf '%s\\n' "${COMPREPLY[@]}"
            """;

    static boolean thereIsABash() {
        return List.of("/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash").stream()
                .anyMatch(bash -> Files.isExecutable(Path.of(bash)));
    }

    @ParameterizedTest
    @CsvSource({
        "operations sub, subscribe",
        "operations desc, describe",
        "operations list --name, --namespace",
        "operations --j, --json",
        "operations call tasks.l, tasks.list",
        "operations describe tasks.ad, tasks.add"
    })
    void aWordThatIsBegunIsEnded(String typed, String completed, @TempDir Path folder)
            throws IOException, InterruptedException {
        TestConsole console = new TestConsole();
        console.run("completion");
        Path script = Files.writeString(folder.resolve("completion"), console.out());
        ProcessBuilder bash =
                new ProcessBuilder(
                        "bash", "--noprofile", "--norc", "-e", "-c", PRESS, "bash", script + "");
        bash.command().addAll(List.of(typed.split(" ", -1)));
        Process process = bash.redirectErrorStream(true).start();

        String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(answer).isZero();
        assertThat(answer.strip()).isEqualTo(completed);
    }
}
