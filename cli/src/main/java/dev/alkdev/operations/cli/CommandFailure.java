package dev.alkdev.operations.cli;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.config.ConfigException;
import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.util.List;

/** The failure of a command: what is wrong, and how to fix it. */
final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final String USAGE = "USAGE";
    private static final String CONFIG_INVALID = "CONFIG_INVALID";

    private final int exitCode;
    private final String code;
    private final transient List<String> hints;
    private transient @Nullable JsonNode details;
    private boolean retryable;

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

    /** Whatever went wrong, as the failure of a command. */
    static CommandFailure of(Throwable failure) {
        return switch (failure) {
            case CommandFailure own -> own;
            case CallException call ->
                    new CommandFailure(ExitCode.of(call), call.code(), call.getMessage())
                            .with(call.details().orElse(null), call.retryable());
            case ConfigException config ->
                    new CommandFailure(
                                    ExitCode.INVALID,
                                    CONFIG_INVALID,
                                    String.valueOf(config.getMessage()))
                            .with(CheckCommand.json(config.problems()), false);
            default ->
                    new CommandFailure(
                            ExitCode.FAILED, ErrorCode.UNKNOWN_ERROR, String.valueOf(failure));
        };
    }

    private CommandFailure with(@Nullable JsonNode details, boolean retryable) {
        this.details = details;
        this.retryable = retryable;
        return this;
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

    int exitCode() {
        return exitCode;
    }

    List<String> hints() {
        return hints;
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }

    /** Reports it to whoever runs the command. */
    void print(Console console) {
        if (console.isJson()) {
            console.note(toJson());
        } else {
            printText(console);
        }
        console.err().flush();
    }

    private JsonNode toJson() {
        ObjectNode json = Json.mapper().createObjectNode();
        ObjectNode error = json.putObject("error").put("code", code).put("message", getMessage());
        if (details != null) {
            error.set("details", details);
        }
        if (retryable) {
            error.put("retryable", true);
        }
        if (!hints.isEmpty()) {
            error.set("hints", Json.mapper().valueToTree(hints));
        }
        return json.put("exitCode", exitCode);
    }

    private void printText(Console console) {
        if (exitCode == ExitCode.INTERRUPTED) {
            // Whoever pressed the keys knows.
            return;
        }
        if (code.equals(CONFIG_INVALID)) {
            // As compilers do, so that editors find the place.
            console.note(getMessage());
            return;
        }
        String label = code.equals(USAGE) ? "operations:" : code + ":";
        console.note(Tint.ERROR.of(label), Tint.PLAIN.of(" " + getMessage()));
        JsonNode errors = details == null ? null : details.get("errors");
        if (code.equals(ErrorCode.VALIDATION_ERROR) && errors != null && errors.size() > 1) {
            errors.forEach(error -> console.note("  " + line(error)));
        } else if (details != null && !code.equals(ErrorCode.VALIDATION_ERROR)) {
            console.note("  details: " + details);
        }
        hints.forEach(console::note);
    }

    private static String line(JsonNode error) {
        String pointer = error.path("pointer").asString("");
        return (pointer.isEmpty() ? "(root)" : pointer) + ": " + error.path("message").asString("");
    }
}
