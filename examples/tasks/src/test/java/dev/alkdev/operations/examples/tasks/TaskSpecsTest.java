package dev.alkdev.operations.examples.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.OperationQuery;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/** What others see of the operations stays as it is, however they are declared. */
class TaskSpecsTest {
    @Test
    void theSpecsAreTheseToTheLetter() throws IOException {
        OperationRegistry registry = OperationRegistry.create();
        try (OperationSource source =
                new TasksProvider().create("tasks", Json.parse("{\"scopes\": true}"))) {
            source.start(registry);
            assertThat(
                            registry.list(OperationQuery.all()).operations().stream()
                                    .map(OperationSpec::toJson)
                                    .map(spec -> Json.parse(spec.toString())))
                    .containsExactlyElementsOf(expected());
        }
    }

    private static JsonNode expected() throws IOException {
        try (InputStream specs = TaskSpecsTest.class.getResourceAsStream("specs.json")) {
            return Json.parse(Objects.requireNonNull(specs).readAllBytes());
        }
    }
}
