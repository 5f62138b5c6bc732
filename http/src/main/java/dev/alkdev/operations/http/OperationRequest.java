package dev.alkdev.operations.http;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.RegisteredOperation;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.Collections;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A request for one operation, with the media types that its client accepts.
 *
 * @param operation null if there is no such operation: the registry is asked all the same, since
 *     observers see such calls, too
 * @param events whether the client accepts {@code text/event-stream} by name
 * @param anything whether a wildcard includes {@code text/event-stream}; true without {@code
 *     Accept}
 * @param envelope whether the client requests envelopes
 * @param other whether the client accepts other types, or sends no {@code Accept}
 */
record OperationRequest(
        Exchange exchange,
        String id,
        @Nullable RegisteredOperation operation,
        boolean events,
        boolean anything,
        boolean envelope,
        boolean other) {
    static final String EVENTS = "text/event-stream";
    static final String ENVELOPE = "application/vnd.operations.envelope+json";

    static OperationRequest of(
            Exchange exchange, String id, @Nullable RegisteredOperation operation) {
        String first = exchange.request().getHeader("Accept");
        boolean anything = first == null || first.equals("*/*");
        if (anything || first.equals(Exchange.JSON)) {
            return new OperationRequest(exchange, id, operation, false, anything, false, true);
        }
        boolean events = false;
        boolean excluded = false;
        boolean envelope = false;
        boolean other = false;
        for (String line : Collections.list(exchange.request().getHeaders("Accept"))) {
            for (String range : line.split(",", -1)) {
                String[] parts = range.split(";", -1);
                String type = parts[0].strip().toLowerCase(Locale.ROOT);
                if (type.isEmpty()) {
                    continue;
                }
                if (isExcluded(parts)) {
                    excluded |= type.equals(EVENTS);
                    continue;
                }
                events |= type.equals(EVENTS);
                anything |= type.equals("*/*") || type.equals("text/*");
                envelope |= type.equals(ENVELOPE);
                other |= !type.equals(EVENTS) && !type.equals(ENVELOPE);
            }
        }
        return new OperationRequest(
                exchange, id, operation, events, anything && !excluded, envelope, other);
    }

    private static boolean isExcluded(String[] parts) {
        return Stream.of(parts)
                .skip(1)
                .map(each -> each.replace(" ", "").toLowerCase(Locale.ROOT))
                .anyMatch(each -> each.matches("q=0(\\.0*)?"));
    }

    OperationRequest withEnvelope() {
        return new OperationRequest(exchange, id, operation, events, anything, true, other);
    }

    /** Whether the client reads an event stream. */
    boolean takesEvents() {
        return events || anything;
    }

    @Nullable OperationSpec spec() {
        return operation == null ? null : operation.spec();
    }

    /**
     * The call of the operation that was found, so that the registry does not look for it again.
     */
    Call call(CallBuilder call, JsonNode input) {
        return operation == null ? call.to(id, input) : call.to(operation, input);
    }

    boolean is(OperationType type) {
        return operation != null && operation.type() == type;
    }

    boolean usable() {
        return operation != null && operation.permits(exchange.caller());
    }
}
