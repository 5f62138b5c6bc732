package dev.alkdev.operations;

import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.SchemaError;

import tools.jackson.databind.JsonNode;

import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Warns once for each distinct way in which the results of an operation, or the details of its
 * failures, do not fit. Remembers so many of them and no more, however hostile the results.
 */
final class MismatchLog {
    static final int REMEMBERED = 64;

    private static final class Index {
        static final Pattern IN_POINTER = Pattern.compile("/\\d+(?=/|$)");
    }

    private final Mutex lock = new Mutex();
    private final Set<String> seen = new HashSet<>();
    private final String operationId;
    private final String happened;
    private volatile boolean full;

    MismatchLog(String operationId, String happened) {
        this.operationId = operationId;
        this.happened = happened;
    }

    void report(Schema schema, JsonNode data) {
        if (full) {
            return;
        }
        for (SchemaError error : schema.errors(data, REMEMBERED)) {
            if (isNew(
                    Index.IN_POINTER.matcher(error.pointer()).replaceAll("/*")
                            + error.schemaPointer())) {
                RegistryLog.log().warn("{} {}: {}", operationId, happened, error);
            }
        }
    }

    /** Warns that results cannot be brought into shape at all, once. */
    void reportFailure(Throwable failure) {
        if (isNew("failure")) {
            RegistryLog.log()
                    .warn(
                            "The results of {} cannot be normalized and are passed on as they are",
                            operationId,
                            failure);
        }
    }

    private boolean isNew(String mismatch) {
        try (Registration held = lock.hold()) {
            if (full || !seen.add(mismatch)) {
                return false;
            }
            if (seen.size() == REMEMBERED) {
                full = true;
                RegistryLog.log()
                        .warn(
                                "{} does not fit in many ways; the rest is only counted",
                                operationId);
            }
            return true;
        }
    }
}
