package dev.alkdev.operations.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The command in a process of its own. Closing it ends the process whatever it does. */
final class RealCommand implements AutoCloseable {
    private final Process process;
    private final Path err;
    private final BufferedReader out;

    private RealCommand(Process process, Path err) {
        this.process = process;
        this.err = err;
        this.out = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Starts it on this class path. */
    static RealCommand start(String hub, String... arguments) throws IOException {
        return start(hub, null, arguments);
    }

    /**
     * Starts it with another standard output than a pipe.
     *
     * @param to where results go
     */
    static RealCommand writingTo(File to, String hub, String... arguments) throws IOException {
        return start(hub, to, arguments);
    }

    private static RealCommand start(String hub, @Nullable File to, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp"));
        command.add(System.getProperty("java.class.path"));
        command.add(OperationsCommand.class.getName());
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("OPERATIONS_HUB", hub);
        if (to != null) {
            builder.redirectOutput(to);
        }
        return start(builder);
    }

    /** Starts it through the launcher. */
    static RealCommand launch(Path script, Map<String, String> environment, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(script.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        return start(builder);
    }

    private static RealCommand start(ProcessBuilder builder) throws IOException {
        Path err = Files.createTempFile("operations", ".err");
        builder.redirectError(err.toFile());
        return new RealCommand(builder.start(), err);
    }

    /** What it prints. */
    BufferedReader out() {
        return out;
    }

    /** What it said so far besides results. */
    String err() throws IOException {
        return Files.readString(err);
    }

    /** The address a hub tells when it serves. */
    String uri() throws IOException {
        String line = out.readLine();
        assertThat(line).as(err()).isNotNull();
        return line.replaceAll(".*(http://[\\d.]+:\\d+).*", "$1");
    }

    /** Returns when it reads standard input: more is written than a pipe holds. */
    void awaitReading() throws IOException {
        OutputStream in = process.getOutputStream();
        in.write(" ".repeat(256 * 1024).getBytes(StandardCharsets.UTF_8));
        in.flush();
    }

    /** Sends signals, one right after the other. */
    void signal(String... names) throws IOException, InterruptedException {
        StringBuilder script = new StringBuilder("set -e");
        for (String name : names) {
            script.append("; kill -").append(name).append(' ').append(process.pid());
        }
        Process kill = new ProcessBuilder("sh", "-c", script.toString()).start();
        assertThat(kill.waitFor()).isZero();
    }

    /** Waits for its end. */
    int exitCode() throws InterruptedException {
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("ends in time").isTrue();
        return process.exitValue();
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        process.onExit().join();
        Files.delete(err);
    }
}
