package dev.alkdev.operations.examples.tasks;

/**
 * Something that happened to a task.
 *
 * @param sequence counts the changes of a list, from 1 without gaps
 * @param task as it is afterwards, or was when it was removed
 */
record TaskChange(long sequence, Kind kind, Task task) {

    /** What can happen to a task. */
    enum Kind {
        ADDED,
        COMPLETED,
        REMOVED
    }
}
