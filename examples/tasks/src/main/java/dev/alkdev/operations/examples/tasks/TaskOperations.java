package dev.alkdev.operations.examples.tasks;

import dev.alkdev.operations.Emitter;
import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.code.Mutation;
import dev.alkdev.operations.code.Operations;
import dev.alkdev.operations.code.Query;
import dev.alkdev.operations.code.Subscription;
import dev.alkdev.operations.examples.tasks.EventLog.Numbered;
import dev.alkdev.operations.examples.tasks.TaskMessages.ListTasks;
import dev.alkdev.operations.examples.tasks.TaskMessages.TaskPage;
import dev.alkdev.operations.examples.tasks.TaskProblems.TaskAlreadyDone;
import dev.alkdev.operations.examples.tasks.TaskProblems.TaskChangesGone;
import dev.alkdev.operations.examples.tasks.TaskProblems.TaskListFull;
import dev.alkdev.operations.examples.tasks.TaskProblems.TaskNotFound;

import org.jspecify.annotations.Nullable;

import java.util.Optional;

/**
 * The operations of a task list; the annotation processor makes descriptions of their Javadoc.
 * Immutable; threads may share it.
 */
@Operations(value = "tasks", tags = "tasks")
final class TaskOperations {
    private final TaskList tasks;

    TaskOperations(TaskList tasks) {
        this.tasks = tasks;
    }

    /** Lists the tasks, the oldest first, a page at a time */
    @Query(title = "List tasks")
    TaskPage list(ListTasks wanted) {
        return tasks.list(wanted);
    }

    /**
     * Gets one task by its id
     *
     * @param id The id that {@code tasks.add} gave it
     */
    @Query(title = "Get a task")
    Task get(long id) throws TaskNotFound {
        return tasks.get(id);
    }

    /**
     * Adds a task and returns it with its id
     *
     * @param title What is to be done, 1 to 200 characters
     */
    @Mutation(title = "Add a task")
    Task add(String title) throws TaskListFull {
        return tasks.add(title);
    }

    /**
     * Marks a task as done and returns it
     *
     * @param id The id that {@code tasks.add} gave it
     */
    @Mutation(title = "Complete a task")
    Task complete(long id) throws TaskNotFound, TaskAlreadyDone {
        return tasks.complete(id);
    }

    /**
     * Removes a task, done or not, and returns it as it was
     *
     * @param id The id that {@code tasks.add} gave it
     */
    @Mutation(title = "Remove a task")
    Task remove(long id) throws TaskNotFound {
        return tasks.remove(id);
    }

    /**
     * Reports every task that is added, completed or removed from now on
     *
     * @param since Begins after the change of this sequence, instead of with the next one
     */
    @Subscription(title = "Watch the tasks")
    void watch(@Nullable Long since, OperationContext context, Emitter<TaskChange> emitter)
            throws TaskChangesGone, InterruptedException {
        long last = start(since, context);
        while (true) {
            Optional<Numbered<TaskChange>> next = next(last);
            if (next.isEmpty()) {
                return;
            }
            last = next.get().sequence();
            emitter.emit(next.get().event(), Long.toString(last));
        }
    }

    /** After which change to begin. What a broken connection had last counts before the input. */
    private long start(@Nullable Long since, OperationContext context) {
        Optional<String> lastEventId = context.lastEventId();
        if (lastEventId.isPresent()) {
            return sequence(lastEventId.get());
        }
        if (since == null) {
            return tasks.changes().last();
        }
        if (since < 0) {
            throw TaskList.invalid("/since", "should be 0 or more but is " + since);
        }
        return since;
    }

    private static long sequence(String lastEventId) {
        if (!lastEventId.matches("[0-9]{1,18}")) {
            throw TaskList.invalid(
                    "",
                    "the last event id should be the sequence of a change but is " + lastEventId);
        }
        return Long.parseLong(lastEventId);
    }

    private Optional<Numbered<TaskChange>> next(long last) throws InterruptedException {
        try {
            return tasks.changes().after(last, EventLog.forEver());
        } catch (EventLog.GoneException e) {
            throw new TaskChangesGone(last, e.oldest());
        }
    }
}
