package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;

import java.util.function.Consumer;

/**
 * Reports what a verb did to a value by comparing before and after. Parts that were left alone are
 * the same objects, so that only the way to each change is walked.
 */
final class ChangeReport {
    private final Change.Kind other;
    private final Consumer<? super Change> changes;

    private ChangeReport(Change.Kind other, Consumer<? super Change> changes) {
        this.other = other;
        this.changes = changes;
    }

    /**
     * Reports the differences.
     *
     * @param other what it is called if a value has become another
     * @return what it has become
     */
    static JsonNode write(
            JsonNode before, JsonNode after, Change.Kind other, Consumer<? super Change> changes) {
        if (after != before) {
            new ChangeReport(other, changes).compare(before, after, "");
        }
        return after;
    }

    private void compare(JsonNode before, JsonNode after, String pointer) {
        if (before == after) {
            return;
        }
        if (before.isObject() && after.isObject()) {
            compareObjects(before, after, pointer);
        } else if (before.isArray() && after.isArray() && before.size() == after.size()) {
            for (int i = 0; i < before.size(); i++) {
                compare(before.get(i), after.get(i), pointer + "/" + i);
            }
        } else {
            changes.accept(new Change(pointer, other));
        }
    }

    private void compareObjects(JsonNode before, JsonNode after, String pointer) {
        before.forEachEntry(
                (name, value) -> {
                    String at = pointer + "/" + Location.escape(name);
                    JsonNode now = after.get(name);
                    if (now == null) {
                        changes.accept(new Change(at, Change.Kind.STRIPPED));
                    } else {
                        compare(value, now, at);
                    }
                });
        for (String name : after.propertyNames()) {
            if (!before.has(name)) {
                String at = pointer + "/" + Location.escape(name);
                changes.accept(new Change(at, Change.Kind.DEFAULTED));
            }
        }
    }
}
