package dev.alkdev.operations.benchmarks;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.code.AnnotatedOperations;
import dev.alkdev.operations.code.Clients;
import dev.alkdev.operations.code.Mutation;
import dev.alkdev.operations.code.Operations;
import dev.alkdev.operations.code.Query;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A program of ten annotated operations that calls one of them and ends: how long that takes from
 * the start of its process, and how much processor time. See {@link FirstJson} for its peer. To be
 * run with the time of the start: {@code java -cp … FirstCall $(date +%s%3N)}.
 */
public final class FirstCall {
    private FirstCall() {}

    /** A task, with members of several kinds. */
    public record Task(String id, String title, boolean done, int priority, List<String> tags) {}

    /** What is needed for a task. */
    public record NewTask(String title, int priority, Optional<String> project) {}

    /** Ten operations. */
    @Operations("tasks")
    public interface Tasks {
        @Query
        Task get(String id);

        @Query
        List<Task> all();

        @Query
        List<Task> withTag(String tag);

        @Query
        int count();

        @Query
        Optional<Task> next(String project);

        @Mutation
        Task add(NewTask task);

        @Mutation
        Task close(String id);

        @Mutation
        Task rename(String id, String title);

        @Mutation
        Task tag(String id, List<String> tags);

        @Mutation
        void remove(String id);
    }

    private static final class FixedTasks implements Tasks {
        private static final Task TASK = new Task("A-1", "Buy milk", false, 1, List.of("home"));

        @Override
        public Task get(String id) {
            return TASK;
        }

        @Override
        public List<Task> all() {
            return List.of(TASK);
        }

        @Override
        public List<Task> withTag(String tag) {
            return List.of(TASK);
        }

        @Override
        public int count() {
            return 1;
        }

        @Override
        public Optional<Task> next(String project) {
            return Optional.of(TASK);
        }

        @Override
        public Task add(NewTask task) {
            return TASK;
        }

        @Override
        public Task close(String id) {
            return TASK;
        }

        @Override
        public Task rename(String id, String title) {
            return TASK;
        }

        @Override
        public Task tag(String id, List<String> tags) {
            return TASK;
        }

        @Override
        public void remove(String id) {}
    }

    public static void main(String[] arguments) {
        long main = System.currentTimeMillis();
        OperationRegistry registry = OperationRegistry.create();
        registry.registerAll(AnnotatedOperations.of(new FixedTasks()));
        Tasks tasks = Clients.bind(Tasks.class, registry);
        report(tasks.get("A-1").title(), main, arguments);
    }

    /**
     * Prints how long it took, from the start of the process and from that of the program.
     *
     * @param arguments when the process was started, in milliseconds since 1970. The JDK knows that
     *     time too, but on Linux it counts from a boot time in whole seconds, and so the same part
     *     of a second too much until the machine is restarted.
     */
    static void report(String title, long main, String[] arguments) {
        long end = System.currentTimeMillis();
        int classes = ManagementFactory.getClassLoadingMXBean().getLoadedClassCount();
        ProcessHandle.Info process = ProcessHandle.current().info();
        long start = arguments.length == 0 ? main : Long.parseLong(arguments[0]);
        System.out.printf(
                "%s after %d ms, %d ms of them in main; %d ms of processor time, %d classes%n",
                title,
                end - start,
                end - main,
                process.totalCpuDuration().orElse(Duration.ZERO).toMillis(),
                classes);
    }
}
