package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;

/** Collects errors while a value is walked. Not thread-safe: one per evaluation. */
final class Report {
    private final int limit;
    private final List<SchemaError> errors = new ArrayList<>();
    private final List<String> path = new ArrayList<>();

    /** A report that keeps so many errors and forgets the rest. */
    Report(int limit) {
        this.limit = limit;
    }

    List<SchemaError> errors() {
        return errors;
    }

    void add(Location schema, String keyword, String message, JsonNode value) {
        if (errors.size() < limit) {
            String at = schema.child(keyword).pointer();
            errors.add(new SchemaError(pointer(), keyword, at, message, value));
        }
    }

    void enter(String name) {
        path.add(name);
    }

    void enter(int index) {
        path.add(Integer.toString(index));
    }

    void leave() {
        path.removeLast();
    }

    String pointer() {
        StringBuilder pointer = new StringBuilder();
        path.forEach(token -> pointer.append('/').append(Location.escape(token)));
        return pointer.toString();
    }

    /** A report for trying an alternative at the same place. */
    Report fork() {
        Report fork = new Report(limit);
        fork.path.addAll(path);
        return fork;
    }

    void addAll(Report other) {
        int room = Math.min(limit - errors.size(), other.errors.size());
        errors.addAll(other.errors.subList(0, room));
    }
}
