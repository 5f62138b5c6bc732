package dev.alkdev.operations.cli;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;

/** What the command ends with, for scripts. Documented in {@code docs/reference/cli.md}. */
final class ExitCode {
    static final int OK = 0;

    /** The call was made and failed. */
    static final int FAILED = 1;

    /** The command line is wrong. */
    static final int USAGE = 2;

    /** No hub answers where one should be, or the connection to it was lost. */
    static final int UNREACHABLE = 3;

    /** The caller is not known, or may not do this. */
    static final int DENIED = 4;

    /** There is no such operation or file. */
    static final int NOT_FOUND = 5;

    /** The input of an operation, a document or a config is not valid. */
    static final int INVALID = 6;

    static final int TIMEOUT = 7;

    /** Interrupted by Ctrl-C, as in shells. */
    static final int INTERRUPTED = 130;

    private ExitCode() {}

    static int of(CallException failure) {
        return switch (failure.code()) {
            case ErrorCode.OPERATION_NOT_FOUND -> NOT_FOUND;
            case ErrorCode.INVALID_OPERATION_TYPE -> USAGE;
            case ErrorCode.ACCESS_DENIED -> DENIED;
            case ErrorCode.VALIDATION_ERROR -> INVALID;
            case ErrorCode.TIMEOUT -> TIMEOUT;
            default -> FAILED;
        };
    }
}
