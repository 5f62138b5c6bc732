package dev.alkdev.operations.http;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationSpec;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.Locale;

/** The failure of a request as a problem document (RFC 9457). */
record Problem(
        int status, String code, String detail, @Nullable JsonNode details, boolean retryable) {
    static final String MEDIA_TYPE = "application/problem+json";
    static final String TYPE_PREFIX = "urn:operations:error:";

    static Problem of(CallException failure, @Nullable OperationSpec spec, Caller caller) {
        return new Problem(
                ErrorStatus.of(failure, spec, caller),
                failure.code(),
                failure.getMessage(),
                failure.details().orElse(null),
                failure.retryable());
    }

    /**
     * The JSON form.
     *
     * @param instance the path of the request
     */
    ObjectNode toJson(String instance, String requestId) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("type", TYPE_PREFIX + code);
        json.put("title", title(code));
        json.put("status", status);
        json.put("detail", detail);
        json.put("instance", instance);
        json.put("code", code);
        if (details != null) {
            json.set("details", details);
        }
        json.put("retryable", retryable);
        json.put("requestId", requestId);
        return json;
    }

    /** The code as words: {@code INVOICE_LOCKED} is "Invoice locked". */
    static String title(String code) {
        if (code.isEmpty()) {
            return code;
        }
        String words = code.toLowerCase(Locale.ROOT).replace('_', ' ');
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }
}
