package dev.alkdev.operations.examples;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process of ours that runs one main class and reports when it is ready. */
final class Child implements AutoCloseable {
    private final Process process;
    private final String ready;

    private Child(Process process, String ready) {
        this.process = process;
        this.ready = ready;
    }

    /** Starts a main class of this program on this JVM, and waits for its first line. */
    static Child start(Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(main.getName());
        command.addAll(List.of(arguments));
        Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
        String line = output.readLine();
        if (line == null) {
            process.destroyForcibly();
            throw new IOException(main.getSimpleName() + " did not start");
        }
        return new Child(process, line);
    }

    /** The line it printed when it was ready. */
    String ready() {
        return ready;
    }

    /** Ends it without asking, as a crash would. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Ends it by closing its input; without mercy if it does not listen. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
