package dev.alkdev.operations.examples.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.LeakCheck;
import dev.alkdev.operations.testkit.SourceContract;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;

@ExtendWith(LeakCheck.class)
class TasksSourceTest {
    private static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");

    static OperationSource source(int maximum) {
        Clock clock = Clock.fixed(NOON, ZoneOffset.UTC);
        return new TasksSource("tasks", new TaskList(clock, maximum), AccessControl.none());
    }

    private static OperationSource provided(String options) {
        return new TasksProvider().create("tasks", Json.parse(options));
    }

    static JsonNode call(OperationRegistry registry, String id, String input) {
        return same(registry.execute(id, Json.parse(input)).unwrap());
    }

    /** As it is read from text, where whole numbers are of one kind. */
    static JsonNode same(JsonNode json) {
        return Json.parse(json.toString());
    }

    private static CallException failure(OperationRegistry registry, String id, String input) {
        return catchThrowableOfType(CallException.class, () -> call(registry, id, input));
    }

    @Nested
    class TheContract implements SourceContract {
        @Override
        public OperationSource source() {
            return provided("{}");
        }

        @Override
        public OperationSource brokenSource() {
            return new OccupiedNamespace(provided("{}"));
        }

        @Override
        public List<String> operationIds() {
            return List.of(
                    "tasks.add",
                    "tasks.complete",
                    "tasks.get",
                    "tasks.list",
                    "tasks.remove",
                    "tasks.watch");
        }
    }

    @Test
    void aTaskIsAddedFoundCompletedAndRemoved(OperationRegistry registry) {
        try (OperationSource source = source(10)) {
            source.start(registry);

            JsonNode open =
                    Json.parse(
                            """
                            {"id": 1, "title": "Buy milk", "done": false,
                             "createdAt": "2026-01-02T12:00:00Z", "doneAt": null}
                            """);
            JsonNode done =
                    Json.parse(
                            """
                            {"id": 1, "title": "Buy milk", "done": true,
                             "createdAt": "2026-01-02T12:00:00Z", "doneAt": "2026-01-02T12:00:00Z"}
                            """);
            assertThat(call(registry, "tasks.add", "{\"title\": \"Buy milk\"}")).isEqualTo(open);
            assertThat(call(registry, "tasks.get", "{\"id\": 1}")).isEqualTo(open);
            assertThat(call(registry, "tasks.complete", "{\"id\": 1}")).isEqualTo(done);
            assertThat(call(registry, "tasks.remove", "{\"id\": 1}")).isEqualTo(done);
            assertThat(call(registry, "tasks.list", "{}"))
                    .isEqualTo(Json.parse("{\"tasks\": [], \"next\": null, \"sequence\": 3}"));
        }
    }

    @Test
    void theListIsFilteredAndPaged(OperationRegistry registry) {
        try (OperationSource source = source(10)) {
            source.start(registry);
            for (String title : List.of("Buy milk", "Write a letter", "Buy bread", "BUY tea")) {
                call(registry, "tasks.add", "{\"title\": \"" + title + "\"}");
            }
            call(registry, "tasks.complete", "{\"id\": 3}");

            JsonNode first = call(registry, "tasks.list", "{\"text\": \"buy\", \"limit\": 2}");
            assertThat(titles(first)).isEqualTo(List.of("Buy milk", "Buy bread"));
            assertThat(first.get("next")).isEqualTo(Json.parse("3"));
            JsonNode second = call(registry, "tasks.list", "{\"text\": \"buy\", \"after\": 3}");
            assertThat(titles(second)).isEqualTo(List.of("BUY tea"));
            assertThat(second.get("next").isNull()).isTrue();
            assertThat(titles(call(registry, "tasks.list", "{\"done\": true}")))
                    .isEqualTo(List.of("Buy bread"));
            assertThat(titles(call(registry, "tasks.list", "{\"done\": false, \"text\": \"e\"}")))
                    .isEqualTo(List.of("Write a letter", "BUY tea"));
        }
    }

    private static List<String> titles(JsonNode page) {
        return page.get("tasks").valueStream().map(task -> task.get("title").asString()).toList();
    }

    @Test
    void aPageOfWrongSizeIsRefused(OperationRegistry registry) {
        try (OperationSource source = source(10)) {
            source.start(registry);

            CallException failure = failure(registry, "tasks.list", "{\"limit\": 101}");

            assertThat(failure.code()).isEqualTo(ErrorCode.VALIDATION_ERROR);
            assertThat(failure).hasMessage("/limit should be 1 to 100 but is 101");
        }
    }

    @Test
    void aTitleMustSaySomething(OperationRegistry registry) {
        try (OperationSource source = source(10)) {
            source.start(registry);

            CallException failure = failure(registry, "tasks.add", "{\"title\": \"  \"}");

            assertThat(failure.code()).isEqualTo(ErrorCode.VALIDATION_ERROR);
            assertThat(failure).hasMessage("/title should have 1 to 200 characters but has 2");
        }
    }

    @Nested
    @ExtendWith(LeakCheck.class)
    class DeclaredErrors {
        @Test
        void anUnknownTaskIsNotFound(OperationRegistry registry) {
            try (OperationSource source = source(10)) {
                source.start(registry);

                CallException failure = failure(registry, "tasks.get", "{\"id\": 7}");

                assertThat(same(failure.toJson()))
                        .isEqualTo(
                                Json.parse(
                                        """
                                        {"code": "TASK_NOT_FOUND", "message": "There is no task 7",
                                         "details": {"id": 7}}
                                        """));
                assertThat(status(registry, "tasks.get", "TASK_NOT_FOUND")).isEqualTo(404);
            }
        }

        @Test
        void aTaskIsDoneOnlyOnce(OperationRegistry registry) {
            try (OperationSource source = source(10)) {
                source.start(registry);
                call(registry, "tasks.add", "{\"title\": \"Buy milk\"}");
                call(registry, "tasks.complete", "{\"id\": 1}");

                CallException failure = failure(registry, "tasks.complete", "{\"id\": 1}");

                assertThat(same(failure.toJson()))
                        .isEqualTo(
                                Json.parse(
                                        """
                                        {"code": "TASK_ALREADY_DONE",
                                         "message": "Task 1 is done already",
                                         "details": {"id": 1, "doneAt": "2026-01-02T12:00:00Z"}}
                                        """));
                assertThat(status(registry, "tasks.complete", "TASK_ALREADY_DONE")).isEqualTo(409);
                assertThat(
                                registry.spec("tasks.complete")
                                        .error("TASK_ALREADY_DONE")
                                        .orElseThrow()
                                        .schema()
                                        .accepts(failure.details().orElseThrow()))
                        .isTrue();
            }
        }

        @Test
        void aFullListTakesNoMore(OperationRegistry registry) {
            try (OperationSource source = source(1)) {
                source.start(registry);
                call(registry, "tasks.add", "{\"title\": \"one\"}");

                CallException failure = failure(registry, "tasks.add", "{\"title\": \"two\"}");

                assertThat(same(failure.toJson()))
                        .isEqualTo(
                                Json.parse(
                                        """
                                        {"code": "TASK_LIST_FULL",
                                         "message": "The list holds no more than 1 tasks",
                                         "details": {"maximum": 1}}
                                        """));
            }
        }

        private static int status(OperationRegistry registry, String id, String code) {
            OperationSpec spec = registry.spec(id);
            Integer status = spec.error(code).orElseThrow().httpStatus();
            return status == null ? 0 : status;
        }
    }

    @Nested
    @ExtendWith(LeakCheck.class)
    class Options {
        @Test
        void withScopesOnlyWhoMayWriteChangesTheList(OperationRegistry registry) {
            try (OperationSource source = provided("{\"scopes\": true}")) {
                source.start(registry);
                JsonNode task = Json.parse("{\"title\": \"Buy milk\"}");

                assertThatThrownBy(() -> registry.execute("tasks.add", task, Caller.anonymous()))
                        .isInstanceOf(CallException.class)
                        .extracting(failure -> ((CallException) failure).code())
                        .isEqualTo(ErrorCode.ACCESS_DENIED);
                Caller ann = Caller.of(Identity.of("ann", "tasks:write"));
                assertThat(registry.execute("tasks.add", task, ann).unwrap().get("id").asInt())
                        .isEqualTo(1);
                assertThat(
                                registry.execute("tasks.list", Json.parse("{}"), Caller.anonymous())
                                        .unwrap()
                                        .get("tasks")
                                        .size())
                        .isEqualTo(1);
            }
        }

        @Test
        void examplesAreThereFromTheBeginning(OperationRegistry registry) {
            try (OperationSource source = provided("{\"examples\": true}")) {
                source.start(registry);

                assertThat(titles(call(registry, "tasks.list", "{}")))
                        .isEqualTo(
                                List.of(
                                        "List the operations",
                                        "Call one of them",
                                        "Watch what happens"));
            }
        }

        @Test
        void itsKeysAreDeclared() {
            assertThat(new TasksProvider().optionKeys())
                    .hasValue(Set.of("examples", "maxTasks", "scopes"));
        }

        @Test
        void anOptionOfTheWrongKindIsRefused() {
            assertThatThrownBy(() -> provided("{\"scopes\": 1}"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("option scopes of tasks should be true or false but is 1");
            assertThatThrownBy(() -> provided("{\"maxTasks\": 0}"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(
                            "option maxTasks of tasks should be a whole number from 3 to 100000"
                                    + " but is 0");
        }
    }

    @Test
    void bothSourcesAreFoundByName() {
        assertThat(ServiceLoader.load(dev.alkdev.operations.SourceProvider.class))
                .extracting(dev.alkdev.operations.SourceProvider::name)
                .containsExactly("tasks", "library");
    }
}
