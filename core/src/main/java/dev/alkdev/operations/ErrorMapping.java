package dev.alkdev.operations;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.channels.ClosedByInterruptException;
import java.util.concurrent.CancellationException;

/** Turns what a handler threw into what its caller is told. */
final class ErrorMapping {
    private static final Logger LOG = LoggerFactory.getLogger(OperationRegistry.class);

    private ErrorMapping() {}

    static CallException map(OperationSpec spec, Throwable failure) {
        return switch (failure) {
            case CallException call -> declared(spec, call);
            case InterruptedException interrupted -> {
                // Not an interrupt of ours: it belongs to whoever owns the thread.
                Thread.currentThread().interrupt();
                yield aborted(spec, interrupted);
            }
            case ClosedByInterruptException interrupted -> aborted(spec, interrupted);
            case CancellationException cancelled -> aborted(spec, cancelled);
            case StackOverflowError overflow -> unexpected(spec, overflow);
            // The machine is in trouble: no business of the caller's.
            case VirtualMachineError error -> throw error;
            default -> unexpected(spec, failure);
        };
    }

    /** Standard and declared codes stay; one the operation never spoke of is an accident. */
    private static CallException declared(OperationSpec spec, CallException call) {
        if (ErrorCode.isStandard(call.code()) || spec.error(call.code()).isPresent()) {
            return call;
        }
        CallException undeclared =
                new CallException(
                        ErrorCode.EXECUTION_ERROR,
                        call.code() + ": " + call.getMessage(),
                        call.details().orElse(null),
                        call.retryable());
        return undeclared.causedBy(call);
    }

    private static CallException aborted(OperationSpec spec, Throwable cause) {
        return new CallException(ErrorCode.ABORTED, spec.id() + " was interrupted").causedBy(cause);
    }

    private static CallException unexpected(OperationSpec spec, Throwable cause) {
        LOG.warn("{} failed", spec.id(), cause);
        return new CallException(ErrorCode.EXECUTION_ERROR, spec.id() + " failed").causedBy(cause);
    }
}
