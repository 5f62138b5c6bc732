package dev.alkdev.operations.examples.tasks;

import dev.alkdev.operations.code.Fails;
import dev.alkdev.operations.code.Param;

import java.time.Instant;

/** The failures that the operations of a task list declare. */
@SuppressWarnings("serial")
final class TaskProblems {
    private TaskProblems() {}

    @Fails(code = "TASK_NOT_FOUND", description = "There is no task of this id", httpStatus = 404)
    static final class TaskNotFound extends RuntimeException {
        final long id;

        TaskNotFound(@Param(description = "The id that tasks.add gave it") long id) {
            super("There is no task " + id);
            this.id = id;
        }
    }

    @Fails(code = "TASK_ALREADY_DONE", description = "The task was done before", httpStatus = 409)
    static final class TaskAlreadyDone extends RuntimeException {
        final long id;
        final Instant doneAt;

        TaskAlreadyDone(long id, Instant doneAt) {
            super("Task " + id + " is done already");
            this.id = id;
            this.doneAt = doneAt;
        }
    }

    @Fails(
            code = "TASK_LIST_FULL",
            description = "Remove a task before you add one",
            httpStatus = 409)
    static final class TaskListFull extends RuntimeException {
        final int maximum;

        TaskListFull(int maximum) {
            super("The list holds no more than " + maximum + " tasks");
            this.maximum = maximum;
        }
    }

    @Fails(
            code = "TASK_CHANGES_GONE",
            description =
                    "Changes that far back, or from before a restart, are not kept; list the tasks,"
                            + " then watch from now on",
            httpStatus = 410)
    static final class TaskChangesGone extends RuntimeException {
        final long since;
        final long oldest;

        TaskChangesGone(long since, long oldest) {
            super("The changes after " + since + " are not kept");
            this.since = since;
            this.oldest = oldest;
        }
    }
}
