package dev.alkdev.operations.examples.console;

import dev.alkdev.operations.examples.notes.NotesServer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** An MCP server that writes to its standard error, and does not start while a file is there. */
final class LoudServer {
    private static final String ARGUMENTS = "loud-server.arguments";

    private final Path lock;
    private final Path arguments;

    private LoudServer(Path folder) {
        this.lock = folder.resolve("locked");
        this.arguments = folder.resolve(ARGUMENTS);
    }

    /** One that keeps its files in a folder. */
    static LoudServer in(Path folder) throws IOException {
        LoudServer server = new LoudServer(folder);
        // In a file, since a class path is longer than what the machine tells of a process.
        Files.write(
                server.arguments,
                List.of(
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx64m",
                        "-cp",
                        "\"" + System.getProperty("java.class.path") + "\"",
                        LoudServer.class.getName(),
                        server.lock.toString()));
        return server;
    }

    /** The source of a hub, as YAML. */
    String source(String name) {
        return """
          - {name: %s, type: mcp, command: "%s", args: ["@%s"]}
        """
                .formatted(
                        name, Path.of(System.getProperty("java.home"), "bin", "java"), arguments);
    }

    /** Kills the process; it does not start again before {@link #unlock}. */
    void kill() {
        try {
            Files.createFile(lock);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ProcessHandle.current()
                .descendants()
                .filter(each -> each.info().commandLine().orElse("").contains(ARGUMENTS))
                .forEach(ProcessHandle::destroyForcibly);
    }

    void unlock() throws IOException {
        Files.deleteIfExists(lock);
    }

    public static void main(String[] arguments) throws IOException {
        if (Files.exists(Path.of(arguments[0]))) {
            System.err.println("the notebook is locked");
            System.exit(3);
        }
        System.err.println("the notebook is open");
        NotesServer.main(arguments);
    }
}
