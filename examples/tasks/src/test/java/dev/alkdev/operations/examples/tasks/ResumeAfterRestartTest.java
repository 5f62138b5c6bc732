package dev.alkdev.operations.examples.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import tools.jackson.databind.JsonNode;

/** A reader whose last event was one of a source that has been made anew, and counts from 1. */
@Timeout(30)
class ResumeAfterRestartTest {
    private static final String BOOK = "{\"isbn\": \"9780134685991\"}";

    private final OperationRegistry registry = OperationRegistry.create();

    private Subscription<JsonNode> resumedAfter500(String operation) {
        CallBuilder resuming = Call.builder().lastEventId("500");
        return registry.subscribe(resuming.to(operation, Json.parse("{}")));
    }

    @Test
    void whoWatchesTasksIsToldThatChangesAreGone() {
        try (OperationSource source = new TasksProvider().create("tasks", Json.parse("{}"))) {
            source.start(registry);
            registry.execute("tasks.add", Json.parse("{\"title\": \"one\"}"));

            try (Subscription<JsonNode> changes = resumedAfter500("tasks.watch")) {
                CallException failure = catchThrowableOfType(CallException.class, changes::hasNext);

                assertThat(failure.code()).isEqualTo("TASK_CHANGES_GONE");
                assertThat(failure.getMessage()).isEqualTo("The changes after 500 are not kept");
            }
        }
    }

    @Test
    void whoWatchesLoansGetsAllSinceThen() {
        JsonNode options = Json.parse("{\"tickMillis\": 3600000}");
        try (OperationSource source = new LibraryProvider().create("library", options)) {
            source.start(registry);
            registry.execute("library.borrowBook", Json.parse(BOOK));

            try (Subscription<JsonNode> events = resumedAfter500("library.loanEvents")) {
                events.next();

                assertThat(events.next().meta().eventId()).isEqualTo("1");
            }
        }
    }
}
