package dev.alkdev.operations.cli;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;

import picocli.CommandLine.Mixin;

import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** A command that works with operations, wherever they are. For one thread. */
abstract class TargetCommand implements Callable<Integer> {
    @Mixin private final TargetOptions where = new TargetOptions();

    private final Console console;

    TargetCommand(Console console) {
        this.console = console;
    }

    Console console() {
        return console;
    }

    abstract int run(Target target);

    @Override
    public Integer call() {
        try (Target target = where.open(console)) {
            return run(target);
        }
    }

    /** Does something with one operation, and helps if there is no such operation. */
    static <T> T with(Target target, String id, Supplier<T> action) {
        try {
            return action.get();
        } catch (CallException failure) {
            throw switch (failure.code()) {
                case ErrorCode.OPERATION_NOT_FOUND -> notFound(target, id);
                case ErrorCode.INVALID_OPERATION_TYPE -> wrongType(target, id, failure);
                default -> failure;
            };
        }
    }

    private static CommandFailure notFound(Target target, String id) {
        String message = "there is no operation " + id + " that you may use";
        String hint =
                nearest(target, id)
                        .map(nearest -> "Did you mean " + nearest + "?")
                        .orElse("See what there is with: operations list");
        return new CommandFailure(ExitCode.NOT_FOUND, ErrorCode.OPERATION_NOT_FOUND, message, hint);
    }

    private static Optional<String> nearest(Target target, String id) {
        try {
            return NearestId.of(id, target.list(ListingFilter.ALL).ids());
        } catch (CallException | CommandFailure e) {
            // Only a suggestion is lost; what went wrong first is what counts.
            return Optional.empty();
        }
    }

    private static RuntimeException wrongType(Target target, String id, CallException failure) {
        String type;
        try {
            type = target.describe(id).type().wireName();
        } catch (CallException | CommandFailure e) {
            return failure;
        }
        String right = type.equals("subscription") ? "subscribe" : "call";
        return new CommandFailure(
                ExitCode.USAGE,
                ErrorCode.INVALID_OPERATION_TYPE,
                id + " is a " + type,
                "Use: operations " + right + " " + id);
    }
}
