package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.List;

/**
 * What the compiler found in one schema.
 *
 * @param types a mask of what may be here
 * @param nullable whether null is accepted, whatever else is said: OpenAPI 3.0 {@code nullable}
 * @param checks all others that assert something, those about unevaluated children last
 * @param entered the resource that begins here, if this schema has an identifier of its own
 * @param defaultValue the value of {@code default}
 */
record Parts(
        Location location,
        int types,
        boolean nullable,
        List<Check> checks,
        @Nullable Resource entered,
        @Nullable JsonNode defaultValue) {

    boolean asksForUnevaluated() {
        return !checks.isEmpty() && checks.getLast() instanceof UnevaluatedCheck;
    }

    <T extends Check> @Nullable T check(Class<T> kind) {
        for (Check check : checks) {
            if (kind.isInstance(check)) {
                return kind.cast(check);
            }
        }
        return null;
    }
}
