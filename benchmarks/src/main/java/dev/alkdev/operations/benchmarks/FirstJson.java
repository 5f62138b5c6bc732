package dev.alkdev.operations.benchmarks;

import tools.jackson.databind.json.JsonMapper;

import java.util.List;

/**
 * The peer of {@link FirstCall}: a program that makes a JSON mapper, reads one record with it,
 * writes it again, and ends.
 */
public final class FirstJson {
    private FirstJson() {}

    public static void main(String[] arguments) {
        long main = System.currentTimeMillis();
        JsonMapper mapper = new JsonMapper();
        FirstCall.Task task = new FirstCall.Task("A-1", "Buy milk", false, 1, List.of("home"));
        FirstCall.Task read =
                mapper.readValue(mapper.writeValueAsString(task), FirstCall.Task.class);
        FirstCall.report(read.title(), main, arguments);
    }
}
