package dev.alkdev.operations.cli;

import dev.alkdev.operations.Drift;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.stream.Collectors;
import java.util.stream.Stream;

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
        return Stream.of(
                        drift.normalized() + " results normalized",
                        drift.mismatched() + " results mismatched",
                        drift.stripped() + " properties stripped",
                        drift.defaulted() + " defaults filled in",
                        drift.converted() + " values converted",
                        drift.replaced() + " values replaced")
                .filter(count -> !count.startsWith("0 "))
                .collect(Collectors.joining(", "));
    }
}
