package dev.alkdev.operations.mcp;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * A variable of the environment by which the descendants of a process are found again, also those
 * whose parent has ended. Works on Linux; elsewhere it finds none.
 */
record ProcessMark(String value) {
    static final String NAME = "OPERATIONS_MCP_PROCESS";

    private static final Path PROCESSES = Path.of("/proc");

    /** A mark that no other process has. */
    static ProcessMark create() {
        return new ProcessMark(UUID.randomUUID().toString());
    }

    /** The live processes with this mark. */
    Stream<ProcessHandle> processes() {
        return Files.isDirectory(PROCESSES)
                ? ProcessHandle.allProcesses().filter(this::marks)
                : Stream.empty();
    }

    private boolean marks(ProcessHandle process) {
        Path environment = PROCESSES.resolve(Long.toString(process.pid())).resolve("environ");
        try {
            String variables =
                    new String(Files.readAllBytes(environment), StandardCharsets.ISO_8859_1);
            return variables.contains(NAME + "=" + value);
        } catch (IOException unreadable) {
            // It has ended, or belongs to another user.
            return false;
        }
    }
}
