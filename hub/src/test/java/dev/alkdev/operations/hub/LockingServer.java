package dev.alkdev.operations.hub;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.mcp.McpGateway;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * An MCP server, run as a process of its own, that cannot run beside another: it wants a file for
 * itself. Its arguments are the file and what it answers.
 */
final class LockingServer {
    private LockingServer() {}

    public static void main(String[] arguments) throws Exception {
        Path file = Files.createFile(Path.of(arguments[0]));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> file.toFile().delete()));
        OperationRegistry registry = OperationRegistry.create();
        registry.register(
                OperationSpec.query("tools.answer").describedAs("Answers.").build(),
                (input, context) -> arguments[1]);
        registry.register(
                OperationSpec.mutation("tools.die").describedAs("Dies.").build(),
                (input, context) -> {
                    file.toFile().delete();
                    System.err.println("told to die");
                    Runtime.getRuntime().halt(3);
                    return null;
                });
        McpGateway.over(registry).build().serve(System.in, System.out);
    }

    /** The source of a config that runs it. */
    static String source(Path file, String answer, String more) {
        List<String> arguments =
                new ArrayList<>(
                        List.of(
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "-Xmx64m",
                                "-cp",
                                System.getProperty("java.class.path"),
                                LockingServer.class.getName(),
                                file.toString(),
                                answer));
        String quoted = "[\"" + String.join("\", \"", arguments) + "\"]";
        return """
          - name: locking
            type: mcp
            command: %s
            args: %s
        %s\
        """
                .formatted(Path.of(System.getProperty("java.home"), "bin", "java"), quoted, more);
    }
}
