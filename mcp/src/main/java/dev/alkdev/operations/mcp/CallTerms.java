package dev.alkdev.operations.mcp;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.Cancellation;
import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.Progress;
import dev.alkdev.operations.base.Deadlines;
import dev.alkdev.operations.base.TimeSource;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.Map;
import java.util.function.Consumer;

/**
 * On whose behalf a request is made.
 *
 * @param metadata what travels with the call
 * @param caller who can be asked; null if the call has none
 * @param deadline in milliseconds since 1970
 * @param cancellation what ends it besides an interrupt of its thread; null for nothing
 * @param repeatable whether it may be sent again if a server lost its session
 */
record CallTerms(
        Map<String, JsonNode> metadata,
        Consumer<Progress> progress,
        @Nullable McpCaller caller,
        long deadline,
        @Nullable Cancellation cancellation,
        boolean repeatable) {

    /** For nobody in particular, as long as it takes. */
    static final CallTerms NONE =
            new CallTerms(Map.of(), progress -> {}, null, Deadlines.NONE, null, true);

    /** The call that a handler runs for, which is interrupted when it is over. */
    static CallTerms of(OperationContext context, boolean repeatable) {
        return new CallTerms(
                context.metadata(),
                it -> context.progress(it.amount(), it.total(), it.message()),
                context.attachment(McpCaller.KEY).orElse(null),
                context.deadline().map(Deadlines::millis).orElse(Deadlines.NONE),
                null,
                repeatable);
    }

    /** A call that no handler runs for. */
    static CallTerms of(Call call) {
        return new CallTerms(
                call.metadata(),
                call::progress,
                call.attachment(McpCaller.KEY).orElse(null),
                call.deadlineFrom(TimeSource.system()),
                call.cancellation().orElse(null),
                true);
    }
}
