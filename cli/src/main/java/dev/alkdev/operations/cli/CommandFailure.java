package dev.alkdev.operations.cli;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.config.ConfigException;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/** The failure of a command: what is wrong, and how to fix it. */
final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final String USAGE = "USAGE";
    private static final String CONFIG_INVALID = "CONFIG_INVALID";
    private static final String IO_ERROR = "IO_ERROR";

    final int exitCode;
    private final CallException error;
    final transient List<String> hints;

    /**
     * A failure.
     *
     * @param exitCode one of {@link ExitCode}
     * @param code a word for programs
     * @param hints what could be done about it
     */
    CommandFailure(int exitCode, String code, String message, String... hints) {
        this(exitCode, new CallException(code, message), hints);
    }

    private CommandFailure(int exitCode, CallException error, String... hints) {
        super(error.getMessage());
        this.exitCode = exitCode;
        this.error = error;
        this.hints = List.of(hints);
    }

    /** Whatever went wrong, as the failure of a command. */
    static CommandFailure of(Throwable failure) {
        return switch (failure) {
            case CommandFailure own -> own;
            case CallException call -> new CommandFailure(ExitCode.of(call), call);
            case ConfigException config ->
                    new CommandFailure(
                            ExitCode.INVALID,
                            new CallException(CONFIG_INVALID, String.valueOf(config.getMessage()))
                                    .withDetails(Map.of("problems", config.problems())));
            case UncheckedIOException io ->
                    new CommandFailure(ExitCode.FAILED, IO_ERROR, String.valueOf(io.getMessage()));
            default ->
                    new CommandFailure(
                            ExitCode.FAILED, ErrorCode.UNKNOWN_ERROR, String.valueOf(failure));
        };
    }

    /** The command line is wrong. */
    static CommandFailure usage(String message, String... hints) {
        return new CommandFailure(ExitCode.USAGE, USAGE, message, hints);
    }

    /** What was given as input cannot be used. */
    static CommandFailure invalid(String message) {
        return new CommandFailure(ExitCode.INVALID, ErrorCode.VALIDATION_ERROR, message);
    }

    static CommandFailure noFile(String message, String... hints) {
        return new CommandFailure(ExitCode.NOT_FOUND, "FILE_NOT_FOUND", message, hints);
    }

    /** No hub is there, or it has gone. */
    static CommandFailure unreachable(String message, String... hints) {
        return new CommandFailure(ExitCode.UNREACHABLE, "HUB_UNREACHABLE", message, hints);
    }

    /** What the command found out did not reach whom it was for. */
    static CommandFailure outputLost(IOException cause) {
        String message = "the output could not be written: " + cause.getMessage();
        return new CommandFailure(ExitCode.FAILED, "OUTPUT_LOST", message).causedBy(cause);
    }

    static CommandFailure interrupted() {
        return new CommandFailure(ExitCode.INTERRUPTED, "INTERRUPTED", "interrupted");
    }

    CommandFailure causedBy(Throwable cause) {
        initCause(cause);
        return this;
    }

    @Override
    public String getMessage() {
        return error.getMessage();
    }

    /** Reports it to whoever runs the command. */
    void print(Console console) {
        if (console.isJson()) {
            console.note(toJson());
        } else {
            printText(console);
        }
        console.err.flush();
    }

    private JsonNode toJson() {
        ObjectNode told = error.toJson().asObject();
        if (!hints.isEmpty()) {
            hints.forEach(told.putArray("hints")::add);
        }
        ObjectNode json = JsonNodeFactory.instance.objectNode().set("error", told);
        return json.put("exitCode", exitCode);
    }

    private void printText(Console console) {
        if (exitCode == ExitCode.INTERRUPTED) {
            // Whoever pressed the keys knows.
            return;
        }
        String code = error.code();
        if (code.equals(CONFIG_INVALID)) {
            // As compilers do, so that editors find the place.
            console.note(getMessage());
            return;
        }
        String label = code.equals(USAGE) ? "operations:" : code + ":";
        console.note(Tint.ERROR.of(label), Tint.PLAIN.of(" " + getMessage()));
        error.details().ifPresent(details -> printDetails(details, console));
        hints.forEach(console::note);
    }

    private void printDetails(JsonNode details, Console console) {
        if (!error.code().equals(ErrorCode.VALIDATION_ERROR)) {
            console.note("  details: " + details);
        } else if (details.path("errors").size() > 1) {
            details.get("errors").forEach(each -> console.note("  " + line(each)));
        }
    }

    private static String line(JsonNode error) {
        String pointer = error.path("pointer").asString("");
        return (pointer.isEmpty() ? "(root)" : pointer) + ": " + error.path("message").asString("");
    }
}
