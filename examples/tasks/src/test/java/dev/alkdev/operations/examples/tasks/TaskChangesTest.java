package dev.alkdev.operations.examples.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;

/** The stream of changes of the task list. */
@ExtendWith(LeakCheck.class)
class TaskChangesTest {
    @Test
    void everyChangeIsTold(OperationRegistry registry) {
        try (OperationSource source = TasksSourceTest.source(10)) {
            source.start(registry);
            TasksSourceTest.call(registry, "tasks.add", "{\"title\": \"Buy milk\"}");

            try (Subscription<JsonNode> changes = watch(registry, "{\"since\": 0}")) {
                assertThat(next(changes)).isEqualTo("1 ADDED 1");
                TasksSourceTest.call(registry, "tasks.complete", "{\"id\": 1}");
                assertThat(next(changes)).isEqualTo("2 COMPLETED 1");
                TasksSourceTest.call(registry, "tasks.remove", "{\"id\": 1}");
                assertThat(next(changes)).isEqualTo("3 REMOVED 1");
            }
        }
    }

    @Test
    void theSequenceOfAListingMissesNothing(OperationRegistry registry) {
        try (OperationSource source = TasksSourceTest.source(10)) {
            source.start(registry);
            TasksSourceTest.call(registry, "tasks.add", "{\"title\": \"one\"}");
            JsonNode sequence = TasksSourceTest.call(registry, "tasks.list", "{}").get("sequence");
            TasksSourceTest.call(registry, "tasks.add", "{\"title\": \"two\"}");

            try (Subscription<JsonNode> changes =
                    watch(registry, "{\"since\": " + sequence + "}")) {
                assertThat(next(changes)).isEqualTo("2 ADDED 2");
            }
        }
    }

    @Test
    void theLastEventIdOfABrokenConnectionCountsBeforeTheInput(OperationRegistry registry) {
        try (OperationSource source = TasksSourceTest.source(10)) {
            source.start(registry);
            TasksSourceTest.call(registry, "tasks.add", "{\"title\": \"one\"}");
            TasksSourceTest.call(registry, "tasks.add", "{\"title\": \"two\"}");
            CallBuilder resuming = Call.builder().lastEventId("1");

            try (Subscription<JsonNode> changes =
                    registry.subscribe(resuming.to("tasks.watch", Json.parse("{\"since\":0}")))) {
                ResponseEnvelope<JsonNode> change = changes.next();
                assertThat(change.data().get("sequence").asInt()).isEqualTo(2);
                assertThat(change.meta().eventId()).isEqualTo("2");
            }
        }
    }

    @Test
    void aLastEventIdThatIsNoneIsRefused(OperationRegistry registry) {
        try (OperationSource source = TasksSourceTest.source(10)) {
            source.start(registry);
            CallBuilder resuming = Call.builder().lastEventId("x");

            try (Subscription<JsonNode> changes =
                    registry.subscribe(resuming.to("tasks.watch", Json.parse("{}")))) {
                assertThatThrownBy(changes::hasNext)
                        .isInstanceOf(CallException.class)
                        .hasMessage(
                                "the last event id should be the sequence of a change but is"
                                        + " x");
            }
        }
    }

    @Test
    void changesThatAreNotKeptAreGone(OperationRegistry registry) {
        try (OperationSource source = TasksSourceTest.source(2_000)) {
            source.start(registry);
            for (int i = 0; i < 1_001; i++) {
                TasksSourceTest.call(registry, "tasks.add", "{\"title\": \"one of many\"}");
            }

            try (Subscription<JsonNode> changes = watch(registry, "{\"since\": 0}")) {
                CallException failure = catchThrowableOfType(CallException.class, changes::hasNext);
                assertThat(TasksSourceTest.same(failure.toJson()))
                        .isEqualTo(
                                Json.parse(
                                        """
                                        {"code": "TASK_CHANGES_GONE",
                                         "message": "The changes after 0 are not kept",
                                         "details": {"since": 0, "oldest": 2}}
                                        """));
            }
            try (Subscription<JsonNode> changes = watch(registry, "{\"since\": 1}")) {
                assertThat(next(changes)).isEqualTo("2 ADDED 2");
            }
        }
    }

    @Test
    void closingTheSourceEndsTheStream(OperationRegistry registry) {
        OperationSource source = TasksSourceTest.source(10);
        source.start(registry);
        TasksSourceTest.call(registry, "tasks.add", "{\"title\": \"one\"}");
        try (Subscription<JsonNode> changes = watch(registry, "{\"since\": 0}")) {
            next(changes);

            source.close();

            assertThat(changes.hasNext()).isFalse();
        }
    }

    private static Subscription<JsonNode> watch(OperationRegistry registry, String input) {
        return registry.subscribe("tasks.watch", Json.parse(input));
    }

    private static String next(Subscription<JsonNode> changes) {
        JsonNode change = changes.next().unwrap();
        return change.get("sequence")
                + " "
                + change.get("kind").asString()
                + " "
                + change.get("task").get("id");
    }
}
