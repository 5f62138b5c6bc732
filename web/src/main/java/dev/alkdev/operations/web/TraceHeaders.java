package dev.alkdev.operations.web;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.Map;
import java.util.regex.Pattern;

/** Adds the W3C Trace Context headers of a call to its requests. */
final class TraceHeaders {
    private static final String PARENT = "traceparent";
    private static final String STATE = "tracestate";
    private static final Pattern PARENT_FORM =
            Pattern.compile("[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}");
    private static final Pattern STATE_FORM = Pattern.compile("[\\x20-\\x7e]{1,512}");

    private TraceHeaders() {}

    /** The request with the trace of the call's metadata, unless it has one itself. */
    static Outgoing add(Outgoing request, Map<String, JsonNode> metadata) {
        String parent = text(metadata, PARENT, PARENT_FORM);
        if (parent == null || request.header(PARENT) != null) {
            return request;
        }
        Outgoing traced = request.withHeader(PARENT, parent);
        String state = text(metadata, STATE, STATE_FORM);
        return state == null ? traced : traced.withHeader(STATE, state);
    }

    /** What a caller wrote and is no trace is left out, not refused. */
    private static @Nullable String text(
            Map<String, JsonNode> metadata, String name, Pattern form) {
        JsonNode value = metadata.get(name);
        return value != null && value.isString() && form.matcher(value.asString()).matches()
                ? value.asString()
                : null;
    }
}
