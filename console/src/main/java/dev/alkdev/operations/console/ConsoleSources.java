package dev.alkdev.operations.console;

import dev.alkdev.operations.http.SourceEntry;

import tools.jackson.databind.node.ObjectNode;

import java.util.List;

/** The sources that the console shows, and what is known of them. Threads share it. */
@FunctionalInterface
public interface ConsoleSources {
    /** All of them with their states. */
    List<SourceEntry> entries();

    /** Adds what is known of a source besides its state. */
    default void describe(String name, Viewer viewer, ObjectNode json) {}

    /** Adds what is known of a source and is too much for the list of all. */
    default void describeWhole(String name, Viewer viewer, ObjectNode json) {}

    /** Adds {@code links}, as the page knows them, and their number, {@code linkCount}. */
    default void describeLinks(Viewer viewer, ObjectNode json) {
        json.putArray("links");
        json.put("linkCount", 0);
    }
}
