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

/**
 * A request for one operation, and the forms of an answer its client takes.
 *
 * @param operation null if there is no such operation: the registry is asked all the same, since
 *     observers see such calls, too
 * @param events it accepts {@code text/event-stream} by name
 * @param envelope it asks for envelopes
 * @param other it accepts something else, or has no {@code Accept}
 */
record Asked(
        Exchange exchange,
        String id,
        @Nullable RegisteredOperation operation,
        boolean events,
        boolean envelope,
        boolean other) {
    static final String EVENTS = "text/event-stream";
    static final String ENVELOPE = "application/vnd.operations.envelope+json";

    static Asked of(Exchange exchange, String id, @Nullable RegisteredOperation operation) {
        String first = exchange.request().getHeader("Accept");
        if (first == null || first.equals("*/*") || first.equals(Exchange.JSON)) {
            return new Asked(exchange, id, operation, false, false, true);
        }
        boolean events = false;
        boolean envelope = false;
        boolean other = false;
        for (String line : Collections.list(exchange.request().getHeaders("Accept"))) {
            for (String range : line.split(",", -1)) {
                String[] parts = range.split(";", -1);
                String type = parts[0].strip().toLowerCase(Locale.ROOT);
                if (type.isEmpty() || isExcluded(parts)) {
                    continue;
                }
                events |= type.equals(EVENTS);
                envelope |= type.equals(ENVELOPE);
                other |= !type.equals(EVENTS) && !type.equals(ENVELOPE);
            }
        }
        return new Asked(exchange, id, operation, events, envelope, other);
    }

    private static boolean isExcluded(String[] parts) {
        for (int i = 1; i < parts.length; i++) {
            String parameter = parts[i].replace(" ", "").toLowerCase(Locale.ROOT);
            if (parameter.matches("q=0(\\.0*)?")) {
                return true;
            }
        }
        return false;
    }

    Asked withEnvelope() {
        return new Asked(exchange, id, operation, events, true, other);
    }

    boolean acceptsOnlyEvents() {
        return events && !envelope && !other;
    }

    @Nullable OperationSpec spec() {
        return operation == null ? null : operation.spec();
    }

    /** The call of what was found, so that it is looked for once. */
    Call call(CallBuilder call, JsonNode input) {
        return operation == null ? call.to(id, input) : call.to(operation, input);
    }

    boolean is(OperationType type) {
        return operation != null && operation.spec().type() == type;
    }

    boolean usable() {
        return operation != null && operation.spec().accessControl().permits(exchange.caller());
    }
}
