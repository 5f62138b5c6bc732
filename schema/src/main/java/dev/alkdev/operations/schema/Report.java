package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Collects errors while a value is walked, each once. Not thread-safe: one per evaluation. */
final class Report {
    private static final int ERRORS_BETWEEN_PAUSES = 256;

    /** What identifies an error. */
    private record Key(String pointer, String schemaPointer, String message) {
        static Key of(SchemaError error) {
            return new Key(error.pointer(), error.schemaPointer(), error.message());
        }
    }

    private final int limit;
    private final Set<Key> known = new HashSet<>();
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
        if (!isFull()) {
            String at = schema.child(keyword).pointer();
            add(new SchemaError(pointer(), keyword, at, message, value));
        }
    }

    private void add(SchemaError error) {
        if (!isFull() && known.add(Key.of(error))) {
            errors.add(error);
            if (errors.size() % ERRORS_BETWEEN_PAUSES == 0) {
                SchemaInterruptedException.throwIfInterrupted();
            }
        }
    }

    /** Whether no more errors are wanted. */
    boolean isFull() {
        return errors.size() >= limit;
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

    void addAll(List<SchemaError> others) {
        others.forEach(this::add);
    }
}
