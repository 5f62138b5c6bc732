package dev.alkdev.operations.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The launcher in a sandbox: JDKs and a Maven that only tell how they were called. */
@EnabledIf(value = "thereIsAShell", disabledReason = "the launcher needs /bin/sh")
class LauncherTest {
    private static final Path SCRIPT = Path.of("../operations");
    private static final List<String> TOOLS =
            List.of(
                    "sh",
                    "cat",
                    "dirname",
                    "readlink",
                    "sed",
                    "head",
                    "find",
                    "mkdir",
                    "rm",
                    "mv",
                    "touch",
                    "tee",
                    "grep",
                    "sleep",
                    "kill",
                    "stty");

    @TempDir Path sandbox;
    private Path home;
    private Path tools;
    private Path jvms;

    static boolean thereIsAShell() {
        return Files.isExecutable(Path.of("/bin/sh"));
    }

    @BeforeEach
    void prepare() throws IOException {
        sandbox = sandbox.toRealPath();
        home = Files.createDirectories(sandbox.resolve("home"));
        tools = Files.createDirectories(sandbox.resolve("tools"));
        jvms = Files.createDirectories(sandbox.resolve("jvms"));
        executable(home.resolve("operations"), Files.readString(SCRIPT));
        for (String tool : TOOLS) {
            for (String folder : List.of("/bin", "/usr/bin")) {
                Path real = Path.of(folder, tool);
                if (Files.exists(real) && Files.notExists(tools.resolve(tool))) {
                    Files.createSymbolicLink(tools.resolve(tool), real);
                }
            }
        }
    }

    private static Path executable(Path file, String text) throws IOException {
        Files.writeString(file, text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** A JDK that prints its version and what it is asked to run. */
    private Path jdk(Path folder, String version) throws IOException {
        Files.createDirectories(folder.resolve("bin"));
        Files.writeString(
                folder.resolve("release"),
                "JAVA_RUNTIME_VERSION=\"" + version + "+1\"\nJAVA_VERSION=\"" + version + "\"\n");
        executable(
                folder.resolve("bin/java"),
                """
                #!/bin/sh
                for argument in "$@"; do
                    case $argument in
                        -XX:AOTCacheOutput=*) : > "${argument#*=}" ;;
                    esac
                done
                echo "%s" "$@"
                """
                        .formatted(version));
        return folder;
    }

    /** As if the command had been built before. */
    private void built() throws IOException {
        Path lib = Files.createDirectories(home.resolve("cli/target/dist/lib"));
        Files.writeString(lib.resolve("a.jar"), "");
        Files.writeString(lib.resolve("b.jar"), "");
        Files.writeString(home.resolve("cli/target/dist/built"), "");
    }

    private record Result(int code, String out, String err) {}

    private Result run(Map<String, String> environment, Path script, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(script.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(sandbox.toFile());
        builder.environment().clear();
        builder.environment().put("PATH", tools.toString());
        builder.environment().put("OPERATIONS_JVMS", jvms.toString());
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return new Result(process.exitValue(), out, err);
    }

    private Result run(String... arguments) throws IOException, InterruptedException {
        return run(Map.of(), home.resolve("operations"), arguments);
    }

    @Test
    void theNewestJdkIsTaken() throws IOException, InterruptedException {
        built();
        jdk(jvms.resolve("jdk-8"), "1.8.0_402");
        jdk(jvms.resolve("jdk-21"), "21.0.5");
        jdk(jvms.resolve("jdk-24"), "24");
        jdk(jvms.resolve("jdk-9"), "9.0.4");

        assertThat(run("list").out()).startsWith("24 ");
    }

    @Test
    void theJdkOfJavaHomeAndThatOnThePathAreLookedAtToo() throws IOException, InterruptedException {
        built();
        jdk(jvms.resolve("jdk-21"), "21.0.5");
        Path own = jdk(sandbox.resolve("own"), "22.0.1");
        Path other = jdk(sandbox.resolve("other"), "23.0.1");

        assertThat(
                        run(Map.of("JAVA_HOME", own.toString()), home.resolve("operations"), "list")
                                .out())
                .startsWith("22.0.1 ");
        Files.createSymbolicLink(tools.resolve("java"), other.resolve("bin/java"));
        assertThat(run("list").out()).startsWith("23.0.1 ");
    }

    @Test
    void withoutAJdkThatIsNewEnoughItSaysWhatWasFound() throws IOException, InterruptedException {
        built();
        Path old = jdk(jvms.resolve("jdk-17"), "17.0.9");

        Result result = run("list");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err())
                .isEqualTo(
                        "operations: a JDK of version 21 or newer is needed, but the newest found"
                                + " is 17 in "
                                + old
                                + ". Looked at JAVA_HOME, "
                                + jvms
                                + " and PATH.\n");
    }

    @Test
    void withoutAnyJdkItSaysSo() throws IOException, InterruptedException {
        built();

        assertThat(run("list").err()).contains("is needed, but none was found.");
    }

    @Test
    void argumentsArriveAsTheyAreGiven() throws IOException, InterruptedException {
        built();
        jdk(jvms.resolve("jdk-21"), "21.0.5");

        Result result = run("call", "tasks.add", "title=Buy  milk", "*");

        assertThat(result.out())
                .endsWith(
                        " -cp "
                                + home.resolve("cli/target/dist/lib/a.jar")
                                + ":"
                                + home.resolve("cli/target/dist/lib/b.jar")
                                + " dev.alkdev.operations.cli.OperationsCommand call tasks.add"
                                + " title=Buy  milk *\n");
    }

    @Test
    void aClientStartsQuicklyAndAHubRunsFast() throws IOException, InterruptedException {
        built();
        jdk(jvms.resolve("jdk-21"), "21.0.5");

        assertThat(run("list").out()).contains(" -XX:TieredStopAtLevel=1 ", " -XX:+UseSerialGC ");
        assertThat(run("--json", "serve").out()).doesNotContain("TieredStopAtLevel", "UseSerialGC");
    }

    @Test
    void itWorksFromAnywhereAndThroughLinks() throws IOException, InterruptedException {
        built();
        jdk(jvms.resolve("jdk-21"), "21.0.5");
        Path bin = Files.createDirectories(sandbox.resolve("bin"));
        Files.createSymbolicLink(bin.resolve("absolute"), home.resolve("operations"));
        Files.createSymbolicLink(bin.resolve("relative"), Path.of("../home/operations"));
        Files.createSymbolicLink(bin.resolve("twice"), Path.of("relative"));

        for (String link : List.of("absolute", "relative", "twice")) {
            assertThat(run(Map.of(), bin.resolve(link), "list").out())
                    .contains(home.resolve("cli/target/dist/lib/a.jar").toString());
        }
    }

    @Test
    void optionsOfTheJvmCanBeAdded() throws IOException, InterruptedException {
        built();
        jdk(jvms.resolve("jdk-21"), "21.0.5");

        Result result =
                run(
                        Map.of("OPERATIONS_JAVA_OPTS", "-Xmx64m -Da=b"),
                        home.resolve("operations"),
                        "list");

        assertThat(result.out()).contains(" -Xmx64m -Da=b -cp ");
    }

    @Test
    void fromJdk25OnACacheIsMadeOnceAndUsed() throws IOException, InterruptedException {
        built();
        jdk(jvms.resolve("jdk-25"), "25.0.1");
        Path cache = home.resolve("cli/target/dist/start-25.0.1+1.aot");

        Result first = run("list");
        Result second = run("list");

        assertThat(first.err()).isEqualTo("operations: making a start-up cache, once\n");
        assertThat(first.out()).contains(" -XX:AOTCache=" + cache + " ");
        assertThat(second.err()).isEmpty();
        assertThat(second.out()).isEqualTo(first.out());
        assertThat(cache).exists();
    }

    @Test
    void whereNoCacheCanBeMadeItGoesOnWithout() throws IOException, InterruptedException {
        built();
        Path jdk = jdk(jvms.resolve("jdk-25"), "25.0.1");
        executable(
                jdk.resolve("bin/java"),
                """
                #!/bin/sh
                case $1$2 in *AOTCacheOutput*) exit 1 ;; esac
                echo "$@"
                """);

        Result first = run("list");
        Result second = run("list");

        assertThat(first.code()).isZero();
        assertThat(first.err())
                .contains("no start-up cache could be made")
                .contains("everything works without");
        assertThat(first.out()).doesNotContain("AOT").endsWith("OperationsCommand list\n");
        assertThat(second.err()).isEmpty();
    }

    @Test
    void itIsBuiltOnceWithVisibleProgress() throws IOException, InterruptedException {
        jdk(jvms.resolve("jdk-21"), "21.0.5");
        maven(
                """
                echo "[INFO] Building Operations Schema 0.1.0-SNAPSHOT                [2/12]"
                mkdir -p cli/target/dist/lib
                : > cli/target/dist/lib/a.jar
                """);

        Result first = run("list");
        Result second = run("list");

        assertThat(first.code()).as(first.err()).isZero();
        assertThat(first.err())
                .isEqualTo(
                        """
                        operations: building, once; this takes a minute or two
                          [2/12] Operations Schema 0.1.0-SNAPSHOT
                        """);
        assertThat(first.out()).endsWith("OperationsCommand list\n");
        assertThat(second.err()).isEmpty();
        assertThat(home.resolve("cli/target/building")).doesNotExist();
    }

    @Test
    void aChangedSourceOrPomIsBuiltAgain() throws IOException, InterruptedException {
        built();
        jdk(jvms.resolve("jdk-21"), "21.0.5");
        maven("mkdir -p cli/target/dist/lib\n: > cli/target/dist/lib/a.jar\n");
        Path source = Files.createDirectories(home.resolve("core/src/main")).resolve("A.java");
        Files.writeString(home.resolve("pom.xml"), "");
        Files.writeString(source, "");
        Instant past = Instant.now().minusSeconds(600);
        for (Path file : List.of(home.resolve("pom.xml"), source, source.getParent())) {
            Files.setLastModifiedTime(file, FileTime.from(past));
        }
        assertThat(run("list").err()).isEmpty();

        for (Path file : List.of(source, home.resolve("pom.xml"))) {
            Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(1)));

            assertThat(run("list").err()).contains("building, once");
            Files.setLastModifiedTime(file, FileTime.from(past));
        }
    }

    @Test
    void aFailedBuildShowsItsErrorsAndIsTriedAgain() throws IOException, InterruptedException {
        jdk(jvms.resolve("jdk-21"), "21.0.5");
        maven("echo '[ERROR] A.java:[1,1] what is this'\nexit 1\n");

        Result result = run("list");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out()).isEmpty();
        assertThat(result.err())
                .contains("[ERROR] A.java:[1,1] what is this\n")
                .endsWith(
                        "operations: the build failed; the whole log is in "
                                + home.resolve("cli/target/build.log")
                                + "\n");
        assertThat(home.resolve("cli/target/building")).doesNotExist();
        assertThat(run("list").err()).contains("building, once");
    }

    @Test
    void withoutMavenItSaysWhatIsMissing() throws IOException, InterruptedException {
        jdk(jvms.resolve("jdk-21"), "21.0.5");

        assertThat(run("list").err())
                .isEqualTo(
                        "operations: Maven is needed to build the command, but there is no mvn in"
                                + " PATH.\n");
    }

    private void maven(String script) throws IOException {
        executable(tools.resolve("mvn"), "#!/bin/sh\ncd " + home + "\n" + script);
    }
}
