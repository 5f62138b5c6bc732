package dev.alkdev.operations.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;

import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The completion script in a real shell. */
class CompletionTest {
    /** Calls the completion as a shell does for the tabulator key. */
    private static final String BASH =
            """
            # Only works while bash itself completes.
            compopt() { :; }
            source "$1"
            [ "$(complete -p operations)" = "complete -o default -F _operations_with_ids operations" ]
            operations() { cat "$folder/ids"; printf '%s\\n' "$@" > "$folder/arguments"; }
            folder="$2"
            COMP_LINE="$3"
            shift 3
            COMP_WORDS=("$@")
            COMP_CWORD=$(($# - 1))
            COMP_POINT=${#COMP_LINE}
            _operations_with_ids
            printf '%s\\n' "${COMPREPLY[@]}"
            """;

    private static final String ZSH =
            """
            autoload -U +X compinit && compinit -u -D
            source "$1"
            operations() { cat "$folder/ids"; printf '%s\\n' "$@" > "$folder/arguments"; }
            folder="$2"
            COMP_LINE="$3"
            shift 3
            emulate sh
            COMP_WORDS=("$@")
            COMP_CWORD=$(($# - 1))
            _operations_ids
            printf '%s\\n' "${COMPREPLY[@]}"
            """;

    /** Ids that a shell would expand, beside one that is valid. */
    private static final List<String> HOSTILE =
            List.of(
                    "x.$(touch marker)",
                    "x.`touch marker`",
                    "x.${y:-$(touch marker)}",
                    "x.y;touch marker",
                    "x.y touch",
                    "*",
                    "x.*",
                    "~",
                    "x.'quoted'",
                    "x.\"quoted\"",
                    "x.\\$(touch marker)",
                    "x.<(touch marker)",
                    "x.\u001b[2Jy",
                    "x.é",
                    "-n.x",
                    "x.list");

    @TempDir Path folder;

    static boolean hasBash() {
        return isInstalled("bash");
    }

    static boolean hasZsh() {
        return isInstalled("zsh");
    }

    private static boolean isInstalled(String shell) {
        return Stream.of("/bin/", "/usr/bin/", "/usr/local/bin/")
                .anyMatch(place -> Files.isExecutable(Path.of(place + shell)));
    }

    @BeforeEach
    void writeIds() throws IOException {
        Files.writeString(folder.resolve("ids"), "tasks.add\ntasks.list\n");
    }

    private Path script() throws IOException {
        TestConsole console = new TestConsole();
        console.run("completion");
        return Files.writeString(folder.resolve("completion"), console.out());
    }

    private String press(List<String> shell, String line, String... words)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(shell);
        command.addAll(List.of("shell", script().toString(), folder.toString(), line));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        Process process = builder.directory(folder.toFile()).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        assertThat(folder.resolve("marker")).doesNotExist();
        return output.strip();
    }

    /** The hub named on the line that is completed, as arguments of {@code operations list}. */
    private List<String> asked() throws IOException {
        return Files.readAllLines(folder.resolve("arguments"));
    }

    @Nested
    @EnabledIf(
            value = "dev.alkdev.operations.cli.CompletionTest#hasBash",
            disabledReason = "bash is not installed")
    class InBash {
        private String complete(String line, String... words)
                throws IOException, InterruptedException {
            String[] split = words.length == 0 ? line.split(" ", -1) : words;
            List<String> bash = List.of("bash", "--noprofile", "--norc", "-e", "-c", BASH);
            return press(bash, line, split);
        }

        @ParameterizedTest
        @CsvSource({
            "operations sub, subscribe",
            "operations desc, describe",
            "operations list --name, --namespace",
            "operations --j, --json",
            "operations call tasks.l, tasks.list",
            "operations --json --color never call tasks.l, tasks.list",
            "operations subscribe --after 7 --limit 3 tasks.l, tasks.list",
            "operations describe tasks.ad, tasks.add"
        })
        void completesAWord(String typed, String completed) throws Exception {
            assertThat(complete(typed)).isEqualTo(completed);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "operations list tasks.l",
                    "operations call tasks.list tasks.l",
                    "operations call --timeout tasks.l",
                    "operations call --hub tasks.l",
                    "operations call --token $(id) tasks.l",
                    "operations call --token $TOKEN tasks.l",
                    "operations call --token \"$TOKEN\" tasks.l",
                    "operations call --token=`id` tasks.l",
                    "operations call --config *.yaml tasks.l",
                    "$(touch${IFS}marker) call tasks.l"
                })
        void completesNoIdElsewhere(String typed) throws Exception {
            assertThat(complete(typed)).doesNotContain("tasks.list");
            assertThat(folder.resolve("arguments")).doesNotExist();
        }

        @Test
        void listsTheHubOnTheTypedLine() throws Exception {
            String line = "operations call  --hub http://h:7 --user='a b:c' --token x tasks.l";
            String[] words = {
                "operations",
                "call",
                "--hub",
                "http",
                ":",
                "//h",
                ":",
                "7",
                "--user",
                "=",
                "'a b:c'",
                "--token",
                "x",
                "tasks.l"
            };

            assertThat(complete(line, words)).isEqualTo("tasks.list");
            assertThat(asked())
                    .containsExactly(
                            "list", "--ids", "--hub=http://h:7", "--user=a b:c", "--token=x");
        }

        @Test
        void resolvesTheHomeDirectory() throws Exception {
            assertThat(complete("operations call --config ~/hub.yaml tasks.l"))
                    .isEqualTo("tasks.list");
            assertThat(asked()).last().isEqualTo("--config=" + System.getenv("HOME") + "/hub.yaml");
        }

        @Test
        void neverExpandsIds() throws Exception {
            Files.writeString(folder.resolve("ids"), String.join("\n", HOSTILE) + "\n");

            assertThat(complete("operations call ").lines()).containsOnlyOnce("x.list");
            assertThat(complete("operations call x").lines()).containsExactly("x.list");
        }
    }

    @Nested
    @EnabledIf(
            value = "dev.alkdev.operations.cli.CompletionTest#hasZsh",
            disabledReason = "zsh is not installed")
    class InZsh {
        private final List<String> zsh = List.of("zsh", "-f", "-c", ZSH);

        @Test
        void completesIdsAndNeverExpandsThem() throws Exception {
            Files.writeString(folder.resolve("ids"), String.join("\n", HOSTILE) + "\n");
            String line = "operations call --hub http://h:7 x";

            String completed = press(zsh, line, "operations", "call", "--hub", "http://h:7", "x");

            assertThat(completed).isEqualTo("x.list");
            assertThat(asked()).containsExactly("list", "--ids", "--hub=http://h:7");
        }
    }

    @Test
    void printsOnlyValidIds() throws IOException {
        HttpServer hub =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        ObjectNode listing = Json.mapper().createObjectNode();
        ArrayNode operations = listing.putArray("operations");
        HOSTILE.forEach(id -> operations.addObject().put("id", id).put("type", "query"));
        operations.addObject().put("id", "x.a\nx.b").put("type", "query");
        byte[] body = Json.write(listing);
        hub.createContext(
                "/",
                exchange -> {
                    exchange.getResponseHeaders().add("Content-Type", "application/json");
                    exchange.sendResponseHeaders(200, body.length);
                    exchange.getResponseBody().write(body);
                    exchange.close();
                });
        hub.start();
        try {
            TestConsole console =
                    new TestConsole().hub("http://127.0.0.1:" + hub.getAddress().getPort());

            assertThat(console.run("list", "--ids")).as(console.err()).isZero();

            assertThat(console.lines()).containsExactly("-n.x", "x.list");
        } finally {
            hub.stop(0);
        }
    }
}
