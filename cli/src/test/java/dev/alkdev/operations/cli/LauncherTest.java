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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How the launcher finds a JDK and what it asks it to run. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher needs /bin/sh")
class LauncherTest {
    private LauncherSandbox sandbox;

    @BeforeEach
    void prepare(@TempDir Path folder) throws IOException {
        sandbox = LauncherSandbox.in(folder);
    }

    @Test
    void theNewestJdkIsTaken() throws IOException, InterruptedException {
        sandbox.built();
        sandbox.jdk(sandbox.jvms().resolve("jdk-8"), "1.8.0_402");
        sandbox.jdk(sandbox.jvms().resolve("jdk-21"), "21.0.5");
        sandbox.jdk(sandbox.jvms().resolve("jdk-24"), "24");
        sandbox.jdk(sandbox.jvms().resolve("jdk-9"), "9.0.4");

        assertThat(sandbox.run("list").out()).startsWith("24 ");
    }

    @Test
    void theJdkOfJavaHomeAndThatOnThePathAreLookedAtToo() throws IOException, InterruptedException {
        sandbox.built();
        sandbox.jdk(sandbox.jvms().resolve("jdk-21"), "21.0.5");
        Path own = sandbox.jdk(sandbox.folder().resolve("own"), "22.0.1");
        Path other = sandbox.jdk(sandbox.folder().resolve("other"), "23.0.1");

        assertThat(
                        sandbox.run(
                                        Map.of("JAVA_HOME", own.toString()),
                                        sandbox.home().resolve("operations"),
                                        "list")
                                .out())
                .startsWith("22.0.1 ");
        Files.createSymbolicLink(sandbox.tools().resolve("java"), other.resolve("bin/java"));
        assertThat(sandbox.run("list").out()).startsWith("23.0.1 ");
    }

    @Test
    void withoutAJdkThatIsNewEnoughItSaysWhatWasFound() throws IOException, InterruptedException {
        sandbox.built();
        Path old = sandbox.jdk(sandbox.jvms().resolve("jdk-17"), "17.0.9");

        Result result = sandbox.run("list");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err())
                .isEqualTo(
                        "operations: a JDK of version 21 or newer is needed, but the newest found"
                                + " is 17 in "
                                + old
                                + ". Looked at JAVA_HOME, "
                                + sandbox.jvms()
                                + " and PATH.\n");
    }

    @Test
    void aHubThatRunsOutOfMemoryEnds() throws IOException, InterruptedException {
        sandbox.built();
        sandbox.jdk(sandbox.jvms().resolve("jdk-21"), "21.0.5");

        assertThat(sandbox.run("serve").out()).contains(" -XX:+ExitOnOutOfMemoryError ");
        assertThat(sandbox.run("list").out()).doesNotContain("OutOfMemory");
    }

    @Test
    void theJvmKeepsOutOfTheOutputOfAnMcpServer() throws IOException, InterruptedException {
        sandbox.built();
        sandbox.jdk(sandbox.jvms().resolve("jdk-21"), "21.0.5");

        assertThat(sandbox.run("mcp").out()).contains(" -XX:+DisplayVMOutputToStderr ");
        assertThat(sandbox.run("serve").out()).doesNotContain("DisplayVMOutputToStderr");
    }

    @Test
    void jarsOfOnesOwnAreBehindThoseOfTheCommand() throws IOException, InterruptedException {
        sandbox.built();
        sandbox.jdk(sandbox.jvms().resolve("jdk-21"), "21.0.5");

        Result result =
                sandbox.run(
                        Map.of("OPERATIONS_CLASSPATH", "my shop.jar:lib/*"),
                        sandbox.home().resolve("operations"),
                        "serve");

        assertThat(result.out()).contains("/lib/b.jar:my shop.jar:lib/* ");
    }

    @Test
    void jarsOfOnesOwnAreAnOptionAnywhere() throws IOException, InterruptedException {
        sandbox.built();
        sandbox.jdk(sandbox.jvms().resolve("jdk-21"), "21.0.5");

        assertThat(sandbox.run("--class-path", "my shop.jar", "serve", "my hub.yaml").out())
                .endsWith(
                        ":my shop.jar dev.alkdev.operations.cli.OperationsCommand serve my"
                                + " hub.yaml\n");
        assertThat(sandbox.run("serve", "--class-path=a.jar", "--port", "0").out())
                .endsWith(":a.jar dev.alkdev.operations.cli.OperationsCommand serve --port 0\n");
        Result without = sandbox.run("serve", "--class-path");
        assertThat(without.err())
                .isEqualTo(
                        "operations: --class-path needs jars, as java -cp takes them:"
                                + " shop.jar:lib/*\n");
        assertThat(without.code()).isEqualTo(2);
    }

    @Test
    void theClassPathOfAnotherProgramIsLeftToIt() throws IOException, InterruptedException {
        sandbox.built();
        sandbox.jdk(sandbox.jvms().resolve("jdk-21"), "21.0.5");
        String[] server = {"inspect", "--mcp", "--", "java", "--class-path", "server.jar", "Main"};

        assertThat(sandbox.run(server).out())
                .endsWith(
                        "b.jar dev.alkdev.operations.cli.OperationsCommand "
                                + String.join(" ", server)
                                + "\n");
    }

    @Test
    void withoutAnyJdkItSaysSo() throws IOException, InterruptedException {
        sandbox.built();

        assertThat(sandbox.run("list").err()).contains("is needed, but none was found.");
    }

    @Test
    void argumentsArriveAsTheyAreGiven() throws IOException, InterruptedException {
        sandbox.built();
        sandbox.jdk(sandbox.jvms().resolve("jdk-21"), "21.0.5");

        Result result = sandbox.run("call", "tasks.add", "title=Buy  milk", "*");

        assertThat(result.out())
                .endsWith(
                        " -cp "
                                + sandbox.home().resolve("cli/target/dist/lib/a.jar")
                                + ":"
                                + sandbox.home().resolve("cli/target/dist/lib/b.jar")
                                + " dev.alkdev.operations.cli.OperationsCommand call tasks.add"
                                + " title=Buy  milk *\n");
    }

    @Test
    void ourOwnJarsComeFirst() throws IOException, InterruptedException {
        sandbox.built();
        sandbox.jdk(sandbox.jvms().resolve("jdk-21"), "21.0.5");
        Path lib = sandbox.home().resolve("cli/target/dist/lib");
        Files.writeString(lib.resolve("operations-cli.jar"), "");
        Files.writeString(lib.resolve("opentelemetry.jar"), "");

        assertThat(sandbox.run("list").out())
                .contains(
                        " -cp %1$s/operations-cli.jar:%1$s/a.jar:%1$s/b.jar:%1$s/opentelemetry.jar "
                                .formatted(lib));
    }

    @Test
    void aClientStartsQuicklyAndAHubRunsFast() throws IOException, InterruptedException {
        sandbox.built();
        sandbox.jdk(sandbox.jvms().resolve("jdk-21"), "21.0.5");

        assertThat(sandbox.run("list").out())
                .contains(" -XX:TieredStopAtLevel=1 ", " -XX:+UseSerialGC ");
        assertThat(sandbox.run("call", "serve").out()).contains(" -XX:+UseSerialGC ");
        for (List<String> options : List.of(List.of("--json"), List.of("--color", "always"))) {
            List<String> arguments = new ArrayList<>(options);
            arguments.add("serve");
            assertThat(sandbox.run(arguments.toArray(String[]::new)).out())
                    .contains(" -XX:MaxHeapFreeRatio=25 ")
                    .contains(" -XX:CompileThresholdScaling=12 ")
                    .doesNotContain("TieredStopAtLevel", "UseSerialGC");
        }
    }

    @Test
    void theLauncherKnowsTheNamesOfAllCommands() throws IOException {
        String names = String.join(" | ", OperationsCommand.COMMANDS.keySet());

        assertThat(Files.readString(LauncherSandbox.SCRIPT)).contains("        " + names + ")\n");
    }

    @Test
    void everyOptionIsOneArgumentWhateverThePathsAreLike()
            throws IOException, InterruptedException {
        sandbox.built();
        sandbox.jdk(sandbox.jvms().resolve("jdk 25"), "25.0.1", "printf '%s\\n' \"$@\"");
        Path dist = sandbox.home().resolve("cli/target/dist");

        Result result =
                sandbox.run(
                        Map.of("OPERATIONS_JAVA_OPTS", "-Da=* -Db"),
                        sandbox.home().resolve("operations"),
                        "x y");

        assertThat(result.out().lines())
                .containsExactly(
                        "--sun-misc-unsafe-memory-access=allow",
                        "-XX:AOTCache=" + dist.resolve("start-25.0.1+1.aot"),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Dslf4j.provider=ch.qos.logback.classic.spi.LogbackServiceProvider",
                        "-Dslf4j.internal.verbosity=WARN",
                        "-Djdk.reflect.useNativeAccessorOnly=true",
                        "-Xlog:disable",
                        "-Xlog:all=warning:stderr",
                        "-Da=*",
                        "-Db",
                        "-cp",
                        dist.resolve("lib/a.jar") + ":" + dist.resolve("lib/b.jar"),
                        OperationsCommand.class.getName(),
                        "x y");
    }

    @Test
    void itWorksFromAnywhereAndThroughLinks() throws IOException, InterruptedException {
        sandbox.built();
        sandbox.jdk(sandbox.jvms().resolve("jdk-21"), "21.0.5");
        Path bin = Files.createDirectories(sandbox.folder().resolve("bin"));
        Files.createSymbolicLink(bin.resolve("absolute"), sandbox.home().resolve("operations"));
        Files.createSymbolicLink(bin.resolve("relative"), Path.of("../the home/operations"));
        Files.createSymbolicLink(bin.resolve("twice"), Path.of("relative"));

        for (String link : List.of("absolute", "relative", "twice")) {
            assertThat(sandbox.run(Map.of(), bin.resolve(link), "list").out())
                    .contains(sandbox.home().resolve("cli/target/dist/lib/a.jar").toString());
        }
    }

    @Test
    void optionsOfTheJvmCanBeAdded() throws IOException, InterruptedException {
        sandbox.built();
        sandbox.jdk(sandbox.jvms().resolve("jdk-21"), "21.0.5");

        Result result =
                sandbox.run(
                        Map.of("OPERATIONS_JAVA_OPTS", "-Xmx64m -Da=b"),
                        sandbox.home().resolve("operations"),
                        "list");

        assertThat(result.out()).contains(" -Xmx64m -Da=b -cp ");
    }

    @Test
    void fromJdk25OnACacheIsMadeOnceAndUsed() throws IOException, InterruptedException {
        sandbox.built();
        sandbox.jdk(sandbox.jvms().resolve("jdk-25"), "25.0.1");
        Path cache = sandbox.home().resolve("cli/target/dist/start-25.0.1+1.aot");

        Result first = sandbox.run("list");
        Result second = sandbox.run("list");

        assertThat(first.err()).isEqualTo("operations: making a start-up cache, once\n");
        assertThat(first.out()).contains(" -XX:AOTCache=" + cache + " ");
        assertThat(second.err()).isEmpty();
        assertThat(second.out()).isEqualTo(first.out());
        assertThat(cache).exists();
    }

    @Test
    void aCacheOfOtherJarsIsMadeAnew() throws IOException, InterruptedException {
        sandbox.built();
        sandbox.jdk(sandbox.jvms().resolve("jdk-25"), "25.0.1");
        Path dist = sandbox.home().resolve("cli/target/dist");
        sandbox.run("list");
        FileTime ofJar = Files.getLastModifiedTime(dist.resolve("lib/a.jar"));
        Files.setLastModifiedTime(
                dist.resolve("start-25.0.1+1.aot"),
                FileTime.from(ofJar.toInstant().minusSeconds(10)));

        assertThat(sandbox.run("list").err())
                .isEqualTo("operations: making a start-up cache, once\n");
        assertThat(sandbox.run("list").err()).isEmpty();
    }

    @Test
    void whereNoCacheCanBeMadeItGoesOnWithout() throws IOException, InterruptedException {
        sandbox.built();
        Path jdk = sandbox.jdk(sandbox.jvms().resolve("jdk-25"), "25.0.1");
        LauncherSandbox.executable(
                jdk.resolve("bin/java"),
                """
                #!/bin/sh
                case $1$2 in *AOTCacheOutput*) exit 1 ;; esac
                echo "$@"
                """);

        Result first = sandbox.run("list");
        Result second = sandbox.run("list");

        assertThat(first.code()).isZero();
        assertThat(first.err())
                .contains("no start-up cache could be made")
                .contains("everything works without");
        assertThat(first.out()).doesNotContain("AOT").endsWith("OperationsCommand list\n");
        assertThat(second.err()).isEmpty();
    }

    @Test
    void aCacheIsOnlyUsedOnceItIsWhole() throws IOException, InterruptedException {
        sandbox.built();
        Path jdk = sandbox.jvms().resolve("jdk-25");
        sandbox.jdk(jdk, "25.0.1", "kill -TERM $PPID; exit 143");

        Result ended = sandbox.run("list");
        sandbox.jdk(jdk, "25.0.1");
        Result next = sandbox.run("list");

        assertThat(ended.code()).isEqualTo(130);
        assertThat(next.err()).isEqualTo("operations: making a start-up cache, once\n");
        assertThat(next.out()).contains(" -XX:AOTCache=");
    }

    @Test
    void whereNothingCanBeWrittenItGoesOnWithoutACache() throws IOException, InterruptedException {
        sandbox.built();
        sandbox.jdk(sandbox.jvms().resolve("jdk-25"), "25.0.1");
        // Whoever runs the tests may be allowed to write anywhere.
        LauncherSandbox.executable(sandbox.tools().resolve("mkdir"), "#!/bin/sh\nexit 1\n");

        Result result = sandbox.run("list");

        assertThat(result.err()).isEmpty();
        assertThat(result.out()).doesNotContain("AOT").endsWith("OperationsCommand list\n");
    }

    @Test
    void whereNothingCanBeWrittenItSaysThatItCannotBuild()
            throws IOException, InterruptedException {
        sandbox.jdk(sandbox.jvms().resolve("jdk-25"), "25.0.1");
        LauncherSandbox.executable(sandbox.tools().resolve("mkdir"), "#!/bin/sh\nexit 1\n");

        Result result = sandbox.run("list");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err())
                .isEqualTo(
                        "operations: the command has to be built, but %s/cli/target cannot be"
                                        .formatted(sandbox.home())
                                + " written to.\n");
    }
}
