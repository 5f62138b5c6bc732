package dev.alkdev.operations.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.cli.LauncherSandbox.Result;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;

/** When and how the launcher builds the command. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher needs /bin/sh")
class LauncherBuildTest {
    private LauncherSandbox sandbox;

    @BeforeEach
    void prepare(@TempDir Path folder) throws IOException {
        sandbox = LauncherSandbox.in(folder);
    }

    @Test
    void itIsBuiltOnceWithVisibleProgress() throws IOException, InterruptedException {
        sandbox.jdk(sandbox.jvms().resolve("jdk-21"), "21.0.5");
        sandbox.maven(
                """
                echo "[INFO] Building Operations Schema 0.1.0-SNAPSHOT                [2/12]"
                mkdir -p cli/target/dist/lib
                : > cli/target/dist/lib/a.jar
                """);

        Result first = sandbox.run("list");
        Result second = sandbox.run("list");

        assertThat(first.code()).as(first.err()).isZero();
        assertThat(first.err())
                .isEqualTo(
                        """
                        operations: building, once; this takes a minute or two
                          [2/12] Operations Schema 0.1.0-SNAPSHOT
                        """);
        assertThat(first.out()).endsWith("OperationsCommand list\n");
        assertThat(second.err()).isEmpty();
        assertThat(sandbox.home().resolve("cli/target/building")).doesNotExist();
    }

    @Test
    void aChangedSourceOrPomIsBuiltAgain() throws IOException, InterruptedException {
        sandbox.built();
        sandbox.jdk(sandbox.jvms().resolve("jdk-21"), "21.0.5");
        sandbox.maven("mkdir -p cli/target/dist/lib\n: > cli/target/dist/lib/a.jar\n");
        Path source =
                Files.createDirectories(sandbox.home().resolve("core/src/main")).resolve("A.java");
        Path pom = sandbox.home().resolve("core/pom.xml");
        for (Path file : List.of(sandbox.home().resolve("pom.xml"), pom, source)) {
            Files.writeString(file, "");
        }
        Instant past = Instant.now().minusSeconds(600);
        for (Path file :
                List.of(sandbox.home().resolve("pom.xml"), pom, source, source.getParent())) {
            Files.setLastModifiedTime(file, FileTime.from(past));
        }
        assertThat(sandbox.run("list").err()).isEmpty();

        for (Path file : List.of(source, pom, sandbox.home().resolve("pom.xml"))) {
            Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(1)));

            assertThat(sandbox.run("list").err()).contains("building, once");
            Files.setLastModifiedTime(file, FileTime.from(past));
        }
    }

    @Test
    void aFailedBuildShowsItsErrorsAndIsTriedAgain() throws IOException, InterruptedException {
        sandbox.jdk(sandbox.jvms().resolve("jdk-21"), "21.0.5");
        sandbox.maven("echo '[ERROR] A.java:[1,1] what is this'\nexit 1\n");

        Result result = sandbox.run("list");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out()).isEmpty();
        assertThat(result.err())
                .isEqualTo(
                        """
                        operations: building, once; this takes a minute or two
                        [ERROR] A.java:[1,1] what is this
                        operations: the build failed; the whole log is in %s
                        """
                                .formatted(sandbox.home().resolve("cli/target/build.log")));
        assertThat(sandbox.home().resolve("cli/target/building")).doesNotExist();
        assertThat(sandbox.run("list").err()).contains("building, once");
    }

    @Test
    void aBuildThatWasEndedIsNotWaitedForForEver() throws IOException, InterruptedException {
        sandbox.jdk(sandbox.jvms().resolve("jdk-21"), "21.0.5");
        sandbox.maven("mkdir -p cli/target/dist/lib\n: > cli/target/dist/lib/a.jar\n");
        Files.createDirectories(sandbox.home().resolve("cli/target/building"));

        Result result = sandbox.run("list");

        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.err())
                .isEqualTo(
                        """
                        operations: waiting for another build to end
                        operations: building, once; this takes a minute or two
                        """);
    }

    @Test
    void withoutMavenItSaysWhatIsMissing() throws IOException, InterruptedException {
        sandbox.jdk(sandbox.jvms().resolve("jdk-21"), "21.0.5");

        assertThat(sandbox.run("list").err())
                .isEqualTo(
                        "operations: Maven is needed to build the command, but there is no mvn in"
                                + " PATH.\n");
    }
}
