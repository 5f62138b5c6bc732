package dev.alkdev.operations.cli;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.config.ConfigException;
import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;

/**
 * What is printed about a failure: what is wrong, and how to fix it.
 *
 * @param exitCode one of {@link ExitCode}
 * @param code a word for programs
 * @param details the details of the failed operation
 */
record FailureReport(
        int exitCode,
        String code,
        String message,
        @Nullable JsonNode details,
        boolean retryable,
        List<String> hints) {

    FailureReport {
        hints = List.copyOf(hints);
    }

    static FailureReport of(Throwable failure) {
        return switch (failure) {
            case CommandFailure own ->
                    new FailureReport(
                            own.exitCode(), own.code(), own.text(), null, false, own.hints());
            case CallException call -> of(call);
            case ConfigException config -> of(config);
            default ->
                    new FailureReport(
                            ExitCode.FAILED,
                            ErrorCode.UNKNOWN_ERROR,
                            String.valueOf(failure),
                            null,
                            false,
                            List.of());
        };
    }

    private static FailureReport of(CallException failure) {
        return new FailureReport(
                ExitCode.of(failure),
                failure.code(),
                failure.getMessage(),
                failure.details().orElse(null),
                failure.retryable(),
                List.of());
    }

    private static FailureReport of(ConfigException failure) {
        ObjectNode details = Json.mapper().createObjectNode();
        details.set("problems", CheckCommand.problems(failure.problems()));
        return new FailureReport(
                ExitCode.INVALID,
                "CONFIG_INVALID",
                String.valueOf(failure.getMessage()),
                details,
                false,
                List.of());
    }

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
        ObjectNode error = json.putObject("error");
        error.put("code", code).put("message", message);
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
        if (code.equals("CONFIG_INVALID")) {
            // As compilers do, so that editors find the place.
            console.note(message);
            return;
        }
        String label = code.equals("USAGE") ? "operations:" : code + ":";
        console.note(Tint.ERROR.of(label), Tint.PLAIN.of(" " + message));
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
