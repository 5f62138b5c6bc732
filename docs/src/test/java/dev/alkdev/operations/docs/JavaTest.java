package dev.alkdev.operations.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.Operation;
import dev.alkdev.operations.OperationHandle;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.Progress;
import dev.alkdev.operations.code.AnnotatedOperations;
import dev.alkdev.operations.code.Fails;
import dev.alkdev.operations.code.Mutation;
import dev.alkdev.operations.code.Operations;
import dev.alkdev.operations.code.Param;
import dev.alkdev.operations.code.Query;
import dev.alkdev.operations.code.Subscription;
import dev.alkdev.operations.schema.Schemas;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The snippets of {@code docs/guide/java.md}, in its order. */
@SuppressWarnings("serial")
class JavaTest {
    // snippet: tasks
    record Task(String id, String title, boolean done) {}

    record NewTask(String id, String title) {}

    @Operations("tasks")
    static class Tasks {
        private final Map<String, Task> tasks = new ConcurrentHashMap<>();

        @Query(description = "Gets one task by its id")
        Task get(String id) throws TaskNotFound {
            return Optional.ofNullable(tasks.get(id)).orElseThrow(() -> new TaskNotFound(id));
        }

        @Mutation(scopes = "tasks:write")
        Task add(NewTask task) {
            return tasks.computeIfAbsent(task.id(), id -> new Task(id, task.title(), false));
        }

        @Subscription
        Stream<Task> export(
                @Param(description = "Done ones too", defaultValue = "false") boolean all) {
            return tasks.values().stream().filter(task -> all || !task.done());
        }
    }

    // end

    // snippet: fails
    @Fails(code = "TASK_NOT_FOUND", description = "There is no such task", httpStatus = 404)
    static class TaskNotFound extends RuntimeException {
        private final String id;

        TaskNotFound(String id) {
            super("There is no task " + id);
            this.id = id;
        }

        String id() {
            return id;
        }
    }

    // end

    @Operations("reports")
    static class Reports {
        // snippet: special
        @Mutation
        String print(int pages, Identity reader, Consumer<Progress> progress) {
            for (int page = 1; page <= pages; page++) {
                progress.accept(new Progress(page, (double) pages, null));
            }
            return "printed for " + reader.id();
        }
        // end
    }

    private final OperationRegistry registry = OperationRegistry.create();

    @Test
    void anAnnotatedClassIsRegistered() {
        // snippet: register
        registry.registerAll(AnnotatedOperations.of(new Tasks()));

        registry.execute("tasks.add", Map.of("id", "A-17", "title", "Buy milk"));
        // end
        assertThat(
                        registry.execute("tasks.get", Map.of("id", "A-17"))
                                .data()
                                .path("title")
                                .asString())
                .isEqualTo("Buy milk");
        assertThatThrownBy(() -> registry.execute("tasks.get", Map.of("id", "B")))
                .isInstanceOf(CallException.class)
                .hasMessage("There is no task B");
        try (var items = registry.subscribe("tasks.export", Map.of())) {
            assertThat(items.next().data().path("id").asString()).isEqualTo("A-17");
        }
    }

    @Test
    void specialParametersAreNoInput() {
        registry.registerAll(AnnotatedOperations.of(new Reports()));
        List<Progress> seen = new ArrayList<>();
        assertThat(
                        registry.execute(
                                        dev.alkdev.operations.Call.builder()
                                                .caller(Caller.of(Identity.of("ann")))
                                                .onProgress(seen::add)
                                                .to("reports.print", Map.of("pages", 2)))
                                .data()
                                .asString())
                .isEqualTo("printed for ann");
        assertThat(seen).hasSize(2);
    }

    @Test
    void theBuilderSaysTheSame() {
        Tasks tasks = new Tasks();
        // snippet: builder
        record TaskId(String id) {}

        Operation<TaskId, Task> get =
                Operation.query("tasks.get", TaskId.class, Task.class)
                        .describedAs("Gets one task by its id")
                        .fails("TASK_NOT_FOUND", 404, "There is no such task", TaskId.class)
                        .handledBy((input, context) -> tasks.get(input.id()));
        // end
        assertThat(AnnotatedOperations.of(tasks))
                .anyMatch(binding -> binding.spec().equals(get.spec()));
    }

    @Test
    void anImportedOperationHasATypedHandle() {
        registry.registerAll(AnnotatedOperations.of(new Tasks()));
        registry.execute("tasks.add", Map.of("id", "A-17", "title", "Buy milk"));
        // snippet: handle
        OperationHandle<Object, Task> get = Operation.of("tasks.get", Task.class);
        Task task = registry.execute(get, Map.of("id", "A-17")).unwrap();
        // end
        assertThat(task.title()).isEqualTo("Buy milk");
    }

    @Test
    void aSchemaByHandTakesThePlaceOfThatOfTheType() {
        // snippet: schema
        Operation<NewTask, Task> add =
                Operation.mutation("tasks.add", NewTask.class, Task.class)
                        .input(
                                Schemas.object()
                                        .property("id", Schemas.string().pattern("^[A-Z]-[0-9]+$"))
                                        .property("title", Schemas.string())
                                        .build())
                        .handledBy((input, context) -> new Task(input.id(), input.title(), false));
        // end
        registry.register(add);
        assertThatThrownBy(() -> registry.execute(add, new NewTask("x", "y")))
                .hasMessageContaining("/id");
    }
}
