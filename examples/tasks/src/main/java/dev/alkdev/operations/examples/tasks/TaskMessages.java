package dev.alkdev.operations.examples.tasks;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** What goes into the operations of a task list and comes out of them. */
final class TaskMessages {
    private TaskMessages() {}

    /**
     * Which tasks are wanted.
     *
     * @param done Only tasks that are done, or only those that are not
     * @param text Only tasks with this text in the title, in any case
     * @param limit At most so many, 1 to 100; 20 unless given
     * @param after Only tasks after this id: the next of the page before
     */
    record ListTasks(
            @Nullable Boolean done,
            @Nullable String text,
            @Nullable Integer limit,
            @Nullable Long after) {}

    /**
     * A part of the list, in the order of the ids.
     *
     * @param next for {@code after}; null on the last page
     * @param sequence of the latest change: who watches since then misses nothing
     */
    record TaskPage(List<Task> tasks, @Nullable Long next, long sequence) {
        TaskPage {
            tasks = List.copyOf(tasks);
        }
    }
}
