package dev.alkdev.operations.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The launcher in a folder of its own, with JDKs and a Maven that only tell how they were called.
 *
 * @param folder of everything
 */
record LauncherSandbox(Path folder) {
    static final Path SCRIPT = Path.of("../operations");

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

    record Result(int code, String out, String err) {}

    static LauncherSandbox in(Path folder) throws IOException {
        LauncherSandbox sandbox = new LauncherSandbox(folder.toRealPath());
        Files.createDirectories(sandbox.home());
        Files.createDirectories(sandbox.tools());
        Files.createDirectories(sandbox.jvms());
        executable(sandbox.script(), Files.readString(SCRIPT));
        for (String tool : TOOLS) {
            for (String bin : List.of("/bin", "/usr/bin")) {
                Path real = Path.of(bin, tool);
                Path own = sandbox.tools().resolve(tool);
                // No links: they lead out of the folder, of which JUnit warns when it clears it.
                if (Files.exists(real) && Files.notExists(own)) {
                    executable(own, "#!/bin/sh\nexec " + real + " \"$@\"\n");
                }
            }
        }
        return sandbox;
    }

    static Path executable(Path file, String text) throws IOException {
        Files.writeString(file, text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Where the launcher stands; with a space, as many people have one in their folders. */
    Path home() {
        return folder.resolve("the home");
    }

    Path script() {
        return home().resolve("operations");
    }

    /** All that is in the PATH. */
    Path tools() {
        return folder.resolve("tools");
    }

    Path jvms() {
        return folder.resolve("jvms");
    }

    /** A JDK that prints its version and what it is asked to run. */
    Path jdk(Path jdk, String version) throws IOException {
        return jdk(jdk, version, "echo \"" + version + "\" \"$@\"");
    }

    /** A JDK that makes a cache if it is asked to, and then does what a script says. */
    Path jdk(Path jdk, String version, String script) throws IOException {
        Files.createDirectories(jdk.resolve("bin"));
        Files.writeString(
                jdk.resolve("release"),
                "JAVA_RUNTIME_VERSION=\"" + version + "+1\"\nJAVA_VERSION=\"" + version + "\"\n");
        executable(
                jdk.resolve("bin/java"),
                """
                #!/bin/sh
                for argument in "$@"; do
                    case $argument in
                        -XX:AOTCacheOutput=*) : > "${argument#*=}" ;;
                    esac
                done
                %s
                """
                        .formatted(script));
        return jdk;
    }

    void maven(String script) throws IOException {
        executable(tools().resolve("mvn"), "#!/bin/sh\ncd '" + home() + "'\n" + script);
    }

    /** As if the command had been built before. */
    void built() throws IOException {
        Path lib = Files.createDirectories(home().resolve("cli/target/dist/lib"));
        Files.writeString(lib.resolve("a.jar"), "");
        Files.writeString(lib.resolve("b.jar"), "");
        Files.writeString(home().resolve("cli/target/dist/built"), "");
    }

    Result run(String... arguments) throws IOException, InterruptedException {
        return run(Map.of(), script(), arguments);
    }

    Result run(Map<String, String> environment, Path script, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(script.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().clear();
        builder.environment().put("PATH", tools().toString());
        builder.environment().put("OPERATIONS_JVMS", jvms().toString());
        builder.environment().putAll(environment);
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        builder.redirectInput(new File("/dev/null"));
        builder.redirectOutput(out.toFile()).redirectError(err.toFile());
        Process process = builder.start();
        boolean ended = process.waitFor(3, TimeUnit.MINUTES);
        process.destroyForcibly();
        assertThat(ended).as("ends in time: " + Files.readString(err)).isTrue();
        return new Result(process.exitValue(), Files.readString(out), Files.readString(err));
    }
}
