package dev.alkdev.operations.examples.tasks;

import dev.alkdev.operations.Emitter;
import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.code.Mutation;
import dev.alkdev.operations.code.Operations;
import dev.alkdev.operations.code.Param;
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

/** The operations of a task list. Immutable; threads may share it. */
@Operations(value = "tasks", tags = "tasks")
final class TaskOperations {
    private static final String ID = "The id that tasks.add gave it";

    private final TaskList tasks;

    TaskOperations(TaskList tasks) {
        this.tasks = tasks;
    }

    @Query(
            title = "List tasks",
            description = "Lists the tasks, the oldest first, a page at a time")
    TaskPage list(ListTasks wanted) {
        return tasks.list(wanted);
    }

    @Query(title = "Get a task", description = "Gets one task by its id")
    Task get(@Param(description = ID) long id) throws TaskNotFound {
        return tasks.get(id);
    }

    @Mutation(title = "Add a task", description = "Adds a task and returns it with its id")
    Task add(@Param(description = "What is to be done, 1 to 200 characters") String title)
            throws TaskListFull {
        return tasks.add(title);
    }

    @Mutation(title = "Complete a task", description = "Marks a task as done and returns it")
    Task complete(@Param(description = ID) long id) throws TaskNotFound, TaskAlreadyDone {
        return tasks.complete(id);
    }

    @Mutation(
            title = "Remove a task",
            description = "Removes a task, done or not, and returns it as it was")
    Task remove(@Param(description = ID) long id) throws TaskNotFound {
        return tasks.remove(id);
    }

    @Subscription(
            title = "Watch the tasks",
            description = "Tells of every task that is added, completed or removed from now on")
    void watch(
            @Param(
                            description =
                                    "Begins after the change of this sequence, instead of with the"
                                            + " next one")
                    @Nullable Long since,
            OperationContext context,
            Emitter<TaskChange> emitter)
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
