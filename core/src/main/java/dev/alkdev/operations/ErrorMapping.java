package dev.alkdev.operations;

import dev.alkdev.operations.base.LogCounter;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.SchemaInterruptedException;
import dev.alkdev.operations.schema.UnwritableException;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.nio.channels.ClosedByInterruptException;
import java.util.concurrent.CancellationException;

/**
 * Maps the exception of a handler to the failure that its caller gets. What a handler says itself,
 * it says to its caller; what a nested call said was meant for the handler, and only the kind of
 * the failure is passed on.
 */
final class ErrorMapping {
    private ErrorMapping() {}

    /**
     * Maps an exception. A {@code CallException} with a code that the operation declares, or with a
     * standard one, stays as it is; with another code it becomes {@link ErrorCode#EXECUTION_ERROR}
     * with the code and message in its message. An interrupt is {@link ErrorCode#ABORTED}.
     * Everything else is logged and becomes {@link ErrorCode#EXECUTION_ERROR} with a message that
     * gives nothing away. The failure is the cause of the result.
     *
     * @param registry whose calls are nested ones
     * @throws VirtualMachineError if the failure is one, other than a stack overflow
     */
    static CallException map(OperationRegistry registry, OperationSpec spec, Throwable failure) {
        CallException mapped = mapped(registry, spec, failure);
        String fault = mapped.details().map(ErrorMapping::fault).orElse(null);
        if (fault == null) {
            return mapped;
        }
        RegistryLog.log()
                .warn(
                        "{} failed with details that are no JSON and were left out: {}",
                        spec.id(),
                        fault,
                        mapped);
        return mapped.withoutDetails();
    }

    /** Why details cannot be written; null if they can. */
    private static @Nullable String fault(JsonNode details) {
        try {
            return Json.findNonFinite(details)
                    .map(pointer -> pointer + " is NaN or infinite")
                    .orElse(null);
        } catch (UnwritableException e) {
            return e.reason();
        }
    }

    private static CallException mapped(
            OperationRegistry registry, OperationSpec spec, Throwable failure) {
        // No switch over patterns: its first run links it, which fails for good at the end of a
        // stack, where a StackOverflowError may be the first failure of the process.
        if (failure instanceof CallException call) {
            return called(registry, spec, call);
        }
        if (failure instanceof StackOverflowError) {
            return unexpected(registry, spec, failure);
        }
        if (failure instanceof VirtualMachineError error) {
            // The machine is in trouble: no business of the caller's.
            throw error;
        }
        if (failure instanceof InterruptedException) {
            // Not an interrupt of ours: it belongs to whoever owns the thread.
            Thread.currentThread().interrupt();
            return aborted(spec, failure);
        }
        if (isInterruption(failure)) {
            return aborted(spec, failure);
        }
        if (failure instanceof UnwritableException unwritable) {
            return new CallException(
                            ErrorCode.EXECUTION_ERROR,
                            "the result of " + spec.id() + " is not JSON: " + unwritable.reason())
                    .causedBy(failure);
        }
        return unexpected(registry, spec, failure);
    }

    private static boolean isInterruption(Throwable failure) {
        return failure instanceof ClosedByInterruptException
                || failure instanceof SchemaInterruptedException
                || (failure instanceof CancellationException
                        && Thread.currentThread().isInterrupted());
    }

    private static CallException called(
            OperationRegistry registry, OperationSpec spec, CallException call) {
        if (spec.error(call.code()).isPresent()) {
            return call;
        }
        return call.isFrom(registry) ? nested(registry, spec, call) : own(call);
    }

    /** Standard codes stay; one the operation never declared is an accident. */
    private static CallException own(CallException call) {
        return ErrorCode.isStandard(call.code())
                ? call
                : new CallException(
                                ErrorCode.EXECUTION_ERROR,
                                call.code() + ": " + call.getMessage(),
                                null,
                                call.retryable())
                        .causedBy(call);
    }

    /**
     * A caller cannot correct the input of a call it did not make, nor may it see what the other
     * operation answered.
     */
    private static CallException nested(
            OperationRegistry registry, OperationSpec spec, CallException call) {
        if (ErrorCode.isPassedOn(call.code())) {
            return call.details().isEmpty() ? call : call.withoutDetails();
        }
        log(registry, spec, call);
        return new CallException(
                        ErrorCode.EXECUTION_ERROR,
                        spec.id()
                                + " failed: its call of "
                                + call.origin()
                                + " failed with "
                                + call.code(),
                        null,
                        call.retryable())
                .causedBy(call);
    }

    private static CallException aborted(OperationSpec spec, Throwable cause) {
        return new CallException(ErrorCode.ABORTED, spec.id() + " was interrupted").causedBy(cause);
    }

    private static CallException unexpected(
            OperationRegistry registry, OperationSpec spec, Throwable cause) {
        log(registry, spec, cause);
        return new CallException(ErrorCode.EXECUTION_ERROR, spec.id() + " failed").causedBy(cause);
    }

    /** A caller can repeat a failing call at will: the log shows the first, the tenth … of each. */
    private static void log(OperationRegistry registry, OperationSpec spec, Throwable cause) {
        LogCounter failures = registry.catalog.failures;
        String kind = spec.id() + ' ' + cause.getClass().getName();
        try {
            log(spec, failures.due(kind), cause);
        } catch (StackOverflowError tooDeep) {
            // Logged further up, where there is room on the stack.
            failures.forget(kind);
            throw tooDeep;
        } catch (RuntimeException hostile) {
            // An exception of the handler may fail to describe itself.
            RegistryLog.log().warn("{} failed: {}", spec.id(), cause.getClass().getName());
        }
    }

    private static void log(OperationSpec spec, long times, Throwable cause) {
        if (times > 1) {
            RegistryLog.log().warn("{} failed ({} times so far)", spec.id(), times, cause);
        } else if (times == 1) {
            RegistryLog.log().warn("{} failed", spec.id(), cause);
        } else {
            RegistryLog.log().debug("{} failed", spec.id(), cause);
        }
    }
}
