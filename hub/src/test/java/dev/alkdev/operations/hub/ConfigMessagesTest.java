package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.config.ConfigProblem;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What a person reads who made a mistake: the table is in wrong-configs.txt. */
class ConfigMessagesTest {
    @TempDir Path folder;

    /** A config, and all that is wrong with it. */
    record WrongConfig(String text, List<String> problems) {
        @Override
        public String toString() {
            return text.replace("\n", "⏎");
        }
    }

    @BeforeEach
    void writeDocument() throws IOException {
        Files.writeString(folder.resolve("petstore.json"), "{}");
    }

    static List<WrongConfig> wrongConfigs() throws IOException {
        List<WrongConfig> cases = new ArrayList<>();
        Path table = Path.of("src/test/resources/wrong-configs.txt");
        for (String entry : Files.readString(table).split("\n====\n", -1)) {
            int arrow = entry.indexOf("\n----\n");
            cases.add(
                    new WrongConfig(
                            entry.substring(0, arrow),
                            entry.substring(arrow + 6).strip().lines().toList()));
        }
        return cases;
    }

    @ParameterizedTest
    @MethodSource("wrongConfigs")
    void sayWhatIsWrongWhereAndWhatWouldBeRight(WrongConfig wrong) {
        ConfigText config = ConfigText.in(folder).with("SECRET", "s3cr3t-from-outside");
        assertThat(config.problems(wrong.text())).isEqualTo(wrong.problems());
    }

    @Test
    void nameTheKeyByItsPointer() {
        assertThat(ConfigText.in(folder).failure("limits: {a/b: 1}\ndrain: x").problems())
                .containsExactly(
                        new ConfigProblem(
                                "hub.yaml",
                                1,
                                10,
                                "/limits/a~1b",
                                "unknown key 'a/b'; known here are bodyBytes, headerBytes,"
                                        + " concurrency, streams, links, grace, memory, batch,"
                                        + " activity, rate, timeouts"),
                        new ConfigProblem(
                                "hub.yaml",
                                2,
                                8,
                                "/drain",
                                "drain should be a duration, as in 10s, but is \"x\""));
    }

    @Test
    void areAllInTheExceptionsText() {
        assertThat(ConfigText.in(folder).failure("drain: x\nname: a b\n"))
                .hasMessage(
                        """
                        hub.yaml:1:8: drain should be a duration, as in 10s, but is "x"
                        hub.yaml:2:7: name should be a name of letters, digits, _, - and ., as in \
                        shop-hub, but is "a b\"\
                        """);
    }
}
