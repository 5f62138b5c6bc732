package dev.alkdev.operations.scan;

import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.scan.OperationManifest.Failure;
import dev.alkdev.operations.scan.OperationManifest.Found;
import dev.alkdev.operations.schema.NearestName;
import dev.alkdev.operations.schema.SchemaError;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Collects what one file gives. Texts of others are bounded. */
final class Findings {
    /** Failures of one file that are listed; of the others their number. */
    private static final int MOST_FAILURES = 10;

    private static final int LONGEST_REASON = 500;

    private final String file;
    private final List<Found> found = new ArrayList<>();
    private final List<Failure> failures = new ArrayList<>();
    private int untold;

    Findings(String file) {
        this.file = file;
    }

    String file() {
        return file;
    }

    /** Adds the findings of another part of the same file. */
    void addAll(Findings others) {
        found.addAll(others.found);
        others.failures().forEach(failure -> fail(failure.place(), failure.reason()));
    }

    /** Adds an operation. Its spec was built, so it is one. */
    void add(OperationBinding binding) {
        found.add(new Found(binding, file));
    }

    /** Adds an operation without a handler, if the JSON is a spec. */
    void addSpec(JsonNode json) {
        if (isSpec(json)) {
            try {
                found.add(new Found(OperationSpec.fromJson(json), file, null));
            } catch (IllegalArgumentException e) {
                fail("", e.getMessage());
            }
        }
    }

    private boolean isSpec(JsonNode json) {
        if (OperationSpec.SCHEMA.accepts(json)) {
            return hasKnownKeys(json, OperationSpec.SCHEMA.toJson(), "");
        }
        for (SchemaError error : OperationSpec.SCHEMA.errors(json, MOST_FAILURES + 1)) {
            fail(error.pointer().isEmpty() ? "/" : error.pointer(), error.message());
        }
        return false;
    }

    /** An unknown key may be the typing error of one that restricts access. */
    private boolean hasKnownKeys(JsonNode json, JsonNode schema, String pointer) {
        JsonNode properties = schema.path("properties");
        boolean known = true;
        for (Map.Entry<String, JsonNode> member : json.properties()) {
            String key = member.getKey();
            if (!properties.isObject() || (pointer.isEmpty() && key.equals("$schema"))) {
                continue;
            }
            String place = pointer + "/" + key;
            if (properties.has(key)) {
                known &= hasKnownKeys(member.getValue(), properties.get(key), place);
                continue;
            }
            known = false;
            fail(
                    place,
                    "unknown key"
                            + NearestName.of(key, properties.propertyNames())
                                    .map(name -> "; did you mean '" + name + "'?")
                                    .orElse(""));
        }
        return known;
    }

    void fail(String place, @Nullable String reason) {
        if (failures.size() == MOST_FAILURES) {
            untold++;
            return;
        }
        String told = String.valueOf(reason);
        failures.add(
                new Failure(
                        file,
                        place,
                        told.length() <= LONGEST_REASON
                                ? told
                                : told.substring(0, LONGEST_REASON) + " …"));
    }

    List<Found> found() {
        return List.copyOf(found);
    }

    List<Failure> failures() {
        List<Failure> all = new ArrayList<>(failures);
        if (untold > 0) {
            all.add(new Failure(file, "", "and " + untold + " more"));
        }
        return List.copyOf(all);
    }
}
