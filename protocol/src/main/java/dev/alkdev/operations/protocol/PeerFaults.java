package dev.alkdev.operations.protocol;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.Progress;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.protocol.CallEvent.Failed;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Failures caused by a peer, reported to the caller as such and not as faults of the input. */
final class PeerFaults {
    private static final int BAD_GATEWAY = 502;
    private static final int MAX_CODE = 100;
    private static final long MAX_MORE = 16 * 1024;
    private static final int MAX_MESSAGE = 4_000;
    private static final int SMALL_MESSAGE = 300;

    /** In bytes of memory, about four times as many as in text. */
    private static final long MAX_DETAILS = 1 << 20;

    private PeerFaults() {}

    /** An answer that cannot be used. The status in the details is what REST answers with. */
    static CallException answer(String reason) {
        return new CallException(
                ErrorCode.EXECUTION_ERROR,
                "the answer of the peer cannot be used: " + shortened(reason, MAX_MESSAGE),
                JsonNodeFactory.instance.objectNode().put("statusCode", BAD_GATEWAY),
                false);
    }

    /** The failure that a peer sent, with code and message shortened, without large details. */
    static CallException bounded(Failed failed) {
        JsonNode details = failed.details();
        boolean isLarge = details != null && ByteBudget.weight(details) > MAX_DETAILS;
        return new CallException(
                shortened(failed.code(), MAX_CODE),
                shortened(failed.message(), MAX_MESSAGE),
                isLarge ? null : details,
                failed.retryable());
    }

    /** The progress that a peer reported, with its message shortened, without large members. */
    static Progress bounded(Progress progress) {
        String message = progress.message();
        ObjectNode more = progress.more();
        boolean isLarge = more != null && ByteBudget.weight(more) > MAX_MORE;
        return !isLarge && (message == null || message.length() <= MAX_MESSAGE)
                ? progress
                : new Progress(
                        progress.amount(),
                        progress.total(),
                        message == null ? null : shortened(message, MAX_MESSAGE),
                        isLarge ? null : more);
    }

    /** The same failure in an event that a link can carry though it is narrow. */
    static Failed small(Failed failed) {
        return new Failed(
                failed.requestId(),
                shortened(failed.code(), MAX_CODE),
                shortened(failed.message(), SMALL_MESSAGE),
                null,
                failed.retryable());
    }

    /** What is left of a failure that no event can carry otherwise. */
    static Failed smallest(Failed failed) {
        String message = "the failure is too large to be sent";
        return new Failed(
                failed.requestId(), ErrorCode.EXECUTION_ERROR, message, null, failed.retryable());
    }

    /** Why something of a peer is not used, short enough to be kept. */
    static String reason(String message) {
        return shortened(message, SMALL_MESSAGE);
    }

    private static String shortened(String text, int length) {
        if (text.length() <= length) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(length - 1)) ? length - 1 : length;
        return text.substring(0, end) + "… (" + text.length() + " characters)";
    }
}
