package dev.alkdev.operations.cli;

import dev.alkdev.operations.Drift;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.StringJoiner;

/**
 * The spec and the drift of one operation.
 *
 * @param drift of its results since it was registered there
 */
record Description(OperationSpec spec, Drift drift) {
    private static final String DRIFT = "drift";

    /**
     * Reads the answer of a hub.
     *
     * @throws IllegalArgumentException if it is none
     */
    static Description fromJson(JsonNode json) {
        try {
            Drift drift =
                    json.has(DRIFT)
                            ? Json.mapper().treeToValue(json.get(DRIFT), Drift.class)
                            : Drift.none();
            return new Description(OperationSpec.fromJson(json), drift);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("the drift of an operation should be numbers", e);
        }
    }

    JsonNode toJson() {
        JsonNode json = spec.toJson();
        if (!drift.isNone()) {
            ((ObjectNode) json).set(DRIFT, Json.mapper().valueToTree(drift));
        }
        return json;
    }

    /** The drift in words. */
    String driftText() {
        StringJoiner text = new StringJoiner(", ");
        add(text, drift.normalized(), "results normalized");
        add(text, drift.mismatched(), "results mismatched");
        add(text, drift.stripped(), "properties stripped");
        add(text, drift.defaulted(), "defaults filled in");
        add(text, drift.converted(), "values converted");
        add(text, drift.replaced(), "values replaced");
        return text.toString();
    }

    private static void add(StringJoiner text, long count, String what) {
        if (count > 0) {
            text.add(count + " " + what);
        }
    }
}
