package dev.alkdev.operations.cli;

import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.schema.Change;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The result of a call.
 *
 * @param changes the first changes that normalization made to its data
 */
record CallResult(ResponseEnvelope<JsonNode> envelope, List<Change> changes) {
    private static final int NAMED = 5;

    CallResult {
        changes = List.copyOf(changes);
    }

    /**
     * Reads the response of a hub.
     *
     * @throws IllegalArgumentException if it is not an envelope
     */
    static CallResult fromJson(JsonNode json) {
        List<Change> changes = new ArrayList<>();
        for (JsonNode change : json.path("changes")) {
            String kind = change.path("kind").asString("").toUpperCase(Locale.ROOT);
            for (Change.Kind known : Change.Kind.values()) {
                if (known.name().equals(kind)) {
                    changes.add(new Change(change.path("pointer").asString(""), known));
                }
            }
        }
        return new CallResult(ResponseEnvelope.fromJson(json), changes);
    }

    /** Prints a hint if data is missing from the result because its schema does not declare it. */
    void noteRemovedData(Console console) {
        List<String> removed =
                changes.stream()
                        .filter(change -> change.kind() == Change.Kind.STRIPPED)
                        .map(Change::pointer)
                        .toList();
        if (removed.isEmpty() || console.isJson()) {
            return;
        }
        String named = removed.stream().limit(NAMED).collect(Collectors.joining(", "));
        int more = removed.size() - NAMED;
        console.note(
                "Removed from the result, because its schema does not declare it: "
                        + named
                        + (more > 0 ? " and " + more + " more" : ""));
        console.note("To keep such data, set normalize: none in the config of the hub.");
    }
}
