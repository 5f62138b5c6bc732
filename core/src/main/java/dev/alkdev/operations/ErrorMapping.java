package dev.alkdev.operations;

import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.SchemaInterruptedException;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.channels.ClosedByInterruptException;
import java.util.concurrent.CancellationException;

/**
 * Turns what a handler threw into what its caller is told. What a handler says itself, it says to
 * its caller; what a nested call said was meant for the handler, and only the kind of the failure
 * is passed on.
 */
final class ErrorMapping {
    private static final Logger LOG = LoggerFactory.getLogger(OperationRegistry.class);

    private ErrorMapping() {}

    /**
     * Maps a failure.
     *
     * @param registry of which the failures of calls are those of nested calls; null for none
     */
    static CallException map(
            @Nullable OperationRegistry registry, OperationSpec spec, @Nullable Throwable failure) {
        CallException mapped = mapped(registry, spec, failure);
        String other = mapped.details().flatMap(Json::findNonFinite).orElse(null);
        if (other == null) {
            return mapped;
        }
        LOG.warn(
                "{} failed with details that are no JSON and were left out: {} is NaN or infinite",
                spec.id(),
                other,
                mapped);
        return mapped.withoutDetails();
    }

    private static CallException mapped(
            @Nullable OperationRegistry registry, OperationSpec spec, @Nullable Throwable failure) {
        return switch (failure) {
            case null -> unexpected(spec, null);
            case CallException call when spec.error(call.code()).isPresent() -> call;
            case CallException call when call.isFrom(registry) -> nested(spec, call);
            case CallException call -> own(call);
            case InterruptedException interrupted -> {
                // Not an interrupt of ours: it belongs to whoever owns the thread.
                Thread.currentThread().interrupt();
                yield aborted(spec, interrupted);
            }
            case ClosedByInterruptException interrupted -> aborted(spec, interrupted);
            case SchemaInterruptedException interrupted -> aborted(spec, interrupted);
            case CancellationException cancelled when Thread.currentThread().isInterrupted() ->
                    aborted(spec, cancelled);
            case StackOverflowError overflow -> unexpected(spec, overflow);
            // The machine is in trouble: no business of the caller's.
            case VirtualMachineError error -> throw error;
            default -> unexpected(spec, failure);
        };
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
     * A caller cannot mend the input of a call it did not make, nor may it see what the other
     * operation answered.
     */
    private static CallException nested(OperationSpec spec, CallException call) {
        if (ErrorCode.isPassedOn(call.code())) {
            return call.details().isEmpty() ? call : call.withoutDetails();
        }
        LOG.warn("{} failed", spec.id(), call);
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

    private static CallException unexpected(OperationSpec spec, @Nullable Throwable cause) {
        LOG.warn("{} failed", spec.id(), cause);
        CallException failed = new CallException(ErrorCode.EXECUTION_ERROR, spec.id() + " failed");
        return cause == null ? failed : failed.causedBy(cause);
    }
}
