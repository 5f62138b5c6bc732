package dev.alkdev.operations.examples.tasks;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Emitter;
import dev.alkdev.operations.ErrorSpec;
import dev.alkdev.operations.Operation;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.OperationDeclaration;
import dev.alkdev.operations.examples.tasks.EventLog.Numbered;
import dev.alkdev.operations.examples.tasks.TaskMessages.AddTask;
import dev.alkdev.operations.examples.tasks.TaskMessages.AlreadyDone;
import dev.alkdev.operations.examples.tasks.TaskMessages.ChangesGone;
import dev.alkdev.operations.examples.tasks.TaskMessages.ListFull;
import dev.alkdev.operations.examples.tasks.TaskMessages.ListTasks;
import dev.alkdev.operations.examples.tasks.TaskMessages.TaskId;
import dev.alkdev.operations.examples.tasks.TaskMessages.TaskPage;
import dev.alkdev.operations.examples.tasks.TaskMessages.WatchTasks;
import dev.alkdev.operations.schema.Schema;

import java.lang.reflect.Type;
import java.util.List;
import java.util.Optional;

/** The operations of a task list. Immutable; threads may share it. */
final class TaskOperations {
    static final String CHANGES_GONE = "TASK_CHANGES_GONE";
    private static final String TAG = "tasks";

    private static final ErrorSpec NOT_FOUND =
            error(TaskList.NOT_FOUND, "There is no task of this id", TaskId.class, 404);
    private static final ErrorSpec ALREADY_DONE =
            error(TaskList.ALREADY_DONE, "The task was done before", AlreadyDone.class, 409);
    private static final ErrorSpec FULL =
            error(TaskList.FULL, "Remove a task before you add one", ListFull.class, 409);
    private static final ErrorSpec GONE =
            error(
                    CHANGES_GONE,
                    "Changes that far back, or from before a restart, are not kept; list the tasks,"
                            + " then watch from now on",
                    ChangesGone.class,
                    410);

    private final String namespace;
    private final TaskList tasks;
    private final AccessControl writing;

    TaskOperations(String namespace, TaskList tasks, AccessControl writing) {
        this.namespace = namespace;
        this.tasks = tasks;
        this.writing = writing;
    }

    private static ErrorSpec error(String code, String description, Type details, int status) {
        return ErrorSpec.of(code, description)
                .withSchema(Schema.of(details))
                .withHttpStatus(status);
    }

    List<OperationBinding> bindings() {
        return List.of(list(), get(), add(), complete(), remove(), watch());
    }

    private OperationBinding list() {
        return Operation.query(id("list"), ListTasks.class, TaskPage.class)
                .title("List tasks")
                .describedAs("Lists the tasks, the oldest first, a page at a time")
                .tags(TAG)
                .handledBy((input, context) -> tasks.list(input))
                .binding();
    }

    private OperationBinding get() {
        return Operation.query(id("get"), TaskId.class, Task.class)
                .title("Get a task")
                .describedAs("Gets one task by its id")
                .tags(TAG)
                .fails(NOT_FOUND)
                .handledBy((input, context) -> tasks.get(input.id()))
                .binding();
    }

    private OperationBinding add() {
        return writing("add", AddTask.class)
                .title("Add a task")
                .describedAs("Adds a task and returns it with its id")
                .fails(FULL)
                .handledBy((input, context) -> tasks.add(input.title()))
                .binding();
    }

    private OperationBinding complete() {
        return writing("complete", TaskId.class)
                .title("Complete a task")
                .describedAs("Marks a task as done and returns it")
                .fails(NOT_FOUND)
                .fails(ALREADY_DONE)
                .handledBy((input, context) -> tasks.complete(input.id()))
                .binding();
    }

    private OperationBinding remove() {
        return writing("remove", TaskId.class)
                .title("Remove a task")
                .describedAs("Removes a task, done or not, and returns it as it was")
                .fails(NOT_FOUND)
                .handledBy((input, context) -> tasks.remove(input.id()))
                .binding();
    }

    private <I> OperationDeclaration<I, Task> writing(String name, Class<I> input) {
        return Operation.mutation(id(name), input, Task.class).tags(TAG).access(writing);
    }

    private OperationBinding watch() {
        return Operation.subscription(id("watch"), WatchTasks.class, TaskChange.class)
                .title("Watch the tasks")
                .describedAs("Tells of every task that is added, completed or removed from now on")
                .tags(TAG)
                .fails(GONE)
                .handledBy((input, context, emitter) -> follow(start(input, context), emitter))
                .binding();
    }

    private String id(String name) {
        return namespace + "." + name;
    }

    /** After which change to begin. What a broken connection had last counts before the input. */
    private long start(WatchTasks input, OperationContext context) {
        Optional<String> lastEventId = context.lastEventId();
        if (lastEventId.isPresent()) {
            return sequence(lastEventId.get());
        }
        Long since = input.since();
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

    private void follow(long start, Emitter<TaskChange> emitter) throws InterruptedException {
        long last = start;
        while (true) {
            Optional<Numbered<TaskChange>> next = next(last);
            if (next.isEmpty()) {
                return;
            }
            last = next.get().sequence();
            emitter.emit(next.get().event(), Long.toString(last));
        }
    }

    private Optional<Numbered<TaskChange>> next(long last) throws InterruptedException {
        try {
            return tasks.changes().after(last, EventLog.forEver());
        } catch (EventLog.GoneException e) {
            throw new CallException(CHANGES_GONE, "The changes after " + last + " are not kept")
                    .withDetails(new ChangesGone(last, e.oldest()));
        }
    }
}
