package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;

/** Collects errors while a value is walked. Not thread-safe: one per evaluation. */
final class Report {
    private final List<SchemaError> errors = new ArrayList<>();
    private final List<String> path = new ArrayList<>();

    List<SchemaError> errors() {
        return errors;
    }

    void add(Location schema, String keyword, String message, JsonNode value) {
        errors.add(
                new SchemaError(
                        pointer(), keyword, schema.child(keyword).pointer(), message, value));
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
        Report fork = new Report();
        fork.path.addAll(path);
        return fork;
    }

    void addAll(Report other) {
        errors.addAll(other.errors);
    }
}
