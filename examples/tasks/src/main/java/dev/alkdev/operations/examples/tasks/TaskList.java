package dev.alkdev.operations.examples.tasks;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.examples.tasks.TaskChange.Kind;
import dev.alkdev.operations.examples.tasks.TaskMessages.ListTasks;
import dev.alkdev.operations.examples.tasks.TaskMessages.TaskPage;
import dev.alkdev.operations.examples.tasks.TaskProblems.TaskAlreadyDone;
import dev.alkdev.operations.examples.tasks.TaskProblems.TaskListFull;
import dev.alkdev.operations.examples.tasks.TaskProblems.TaskNotFound;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** Tasks in memory, a bounded number of them. Threads may share it. */
final class TaskList implements AutoCloseable {
    private static final int KEPT_CHANGES = 1_000;
    private static final int DEFAULT_PAGE = 20;
    private static final int LARGEST_PAGE = 100;
    private static final int LONGEST_TITLE = 200;

    private final Mutex lock = new Mutex();
    private final TreeMap<Long, Task> tasks = new TreeMap<>();
    private final EventLog<TaskChange> changes = new EventLog<>(KEPT_CHANGES);
    private final Clock clock;
    private final int maximum;
    private long lastId;

    TaskList(Clock clock, int maximum) {
        this.clock = clock;
        this.maximum = maximum;
    }

    EventLog<TaskChange> changes() {
        return changes;
    }

    TaskPage list(ListTasks wanted) {
        int limit = wanted.limit() == null ? DEFAULT_PAGE : wanted.limit();
        if (limit < 1 || limit > LARGEST_PAGE) {
            throw invalid("/limit", "should be 1 to " + LARGEST_PAGE + " but is " + limit);
        }
        long after = wanted.after() == null ? 0 : wanted.after();
        List<Task> page = new ArrayList<>();
        try (Registration held = lock.hold()) {
            for (Task task : tasks.tailMap(after, false).values()) {
                if (!matches(task, wanted)) {
                    continue;
                }
                if (page.size() == limit) {
                    return new TaskPage(page, page.getLast().id(), changes.last());
                }
                page.add(task);
            }
            return new TaskPage(page, null, changes.last());
        }
    }

    private static boolean matches(Task task, ListTasks wanted) {
        return (wanted.done() == null || wanted.done() == task.done())
                && (wanted.text() == null || lower(task.title()).contains(lower(wanted.text())));
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    Task get(long id) {
        try (Registration held = lock.hold()) {
            return require(id);
        }
    }

    Task add(String title) {
        if (title.isBlank() || title.length() > LONGEST_TITLE) {
            throw invalid(
                    "/title",
                    "should have 1 to " + LONGEST_TITLE + " characters but has " + title.length());
        }
        try (Registration held = lock.hold()) {
            if (tasks.size() >= maximum) {
                throw new TaskListFull(maximum);
            }
            lastId++;
            Task task = new Task(lastId, title, false, clock.instant(), null);
            tasks.put(task.id(), task);
            return tell(Kind.ADDED, task);
        }
    }

    Task complete(long id) {
        try (Registration held = lock.hold()) {
            Task task = require(id);
            if (task.doneAt() != null) {
                throw new TaskAlreadyDone(id, task.doneAt());
            }
            Task done = task.doneAt(clock.instant());
            tasks.put(id, done);
            return tell(Kind.COMPLETED, done);
        }
    }

    Task remove(long id) {
        try (Registration held = lock.hold()) {
            Task task = require(id);
            tasks.remove(id);
            return tell(Kind.REMOVED, task);
        }
    }

    private Task require(long id) {
        Task task = tasks.get(id);
        if (task == null) {
            throw new TaskNotFound(id);
        }
        return task;
    }

    /** Within the lock, so that changes are published in the order they happen. */
    private Task tell(Kind kind, Task task) {
        changes.append(sequence -> new TaskChange(sequence, kind, task));
        return task;
    }

    static CallException invalid(String pointer, String message) {
        return new CallException(ErrorCode.VALIDATION_ERROR, (pointer + " " + message).strip())
                .withDetails(new Invalid(List.of(new InvalidPart(pointer, message))));
    }

    @Override
    public void close() {
        changes.close();
    }

    /** The details of every validation error. */
    record Invalid(List<InvalidPart> errors) {}

    record InvalidPart(String pointer, String message) {}
}
