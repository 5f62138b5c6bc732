package dev.alkdev.operations.cli;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.List;

/** The failure of a command, with a message for its user. */
final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;
    private final String code;
    private final transient List<String> hints;

    /**
     * A failure.
     *
     * @param exitCode one of {@link ExitCode}
     * @param code a word for programs
     * @param hints what could be done about it
     */
    CommandFailure(int exitCode, String code, String message, String... hints) {
        super(message);
        this.exitCode = exitCode;
        this.code = code;
        this.hints = List.of(hints);
    }

    /** The command line is wrong. */
    static CommandFailure usage(String message, String... hints) {
        return new CommandFailure(ExitCode.USAGE, "USAGE", message, hints);
    }

    /** What was given as input cannot be used. */
    static CommandFailure invalid(String message, String... hints) {
        return new CommandFailure(ExitCode.INVALID, "VALIDATION_ERROR", message, hints);
    }

    static CommandFailure noFile(String message, String... hints) {
        return new CommandFailure(ExitCode.NOT_FOUND, "FILE_NOT_FOUND", message, hints);
    }

    /** No hub is there, or it has gone. */
    static CommandFailure unreachable(String message, @Nullable Throwable cause, String... hints) {
        CommandFailure failure =
                new CommandFailure(ExitCode.UNREACHABLE, "HUB_UNREACHABLE", message, hints);
        if (cause != null) {
            failure.initCause(cause);
        }
        return failure;
    }

    /** What the command found out did not reach whom it was for. */
    static CommandFailure outputLost(IOException cause) {
        CommandFailure failure =
                new CommandFailure(
                        ExitCode.FAILED,
                        "OUTPUT_LOST",
                        "the output could not be written: " + cause.getMessage());
        failure.initCause(cause);
        return failure;
    }

    static CommandFailure interrupted() {
        return new CommandFailure(ExitCode.INTERRUPTED, "INTERRUPTED", "interrupted");
    }

    int exitCode() {
        return exitCode;
    }

    String code() {
        return code;
    }

    List<String> hints() {
        return hints;
    }

    String text() {
        return String.valueOf(getMessage());
    }
}
