package dev.alkdev.operations;

import static dev.alkdev.operations.Calls.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.LeakCheck;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** What callers are told about inputs of typed operations. */
@ExtendWith(LeakCheck.class)
class InputFaultsTest {
    record Positive(int n) {
        Positive {
            if (n < 0) {
                throw new IllegalArgumentException("negative, says " + Positive.class);
            }
        }
    }

    record Visit(
            @Nullable LocalDate day,
            @Nullable Instant at,
            @Nullable UUID id,
            @Nullable Duration takes,
            @Nullable List<LocalDate> others,
            @Nullable Map<String, Positive> limits,
            @Nullable String name) {}

    private final OperationRegistry registry = OperationRegistry.create();

    @BeforeEach
    void register() {
        registry.register(
                Operation.query("visits.plan", Visit.class, Void.class)
                        .handledBy((input, context) -> null));
    }

    private CallException plan(String json) {
        JsonNode input = Json.parse(json.replace('\'', '"'));
        CallException failure = failure(() -> registry.execute("visits.plan", input));
        assertThat(failure.code()).isEqualTo(ErrorCode.VALIDATION_ERROR);
        assertThat(failure.toJson().toString()).doesNotContain("alkdev", "java.");
        return failure;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    {'day': 'soon'}           | /day: must be a date, got "soon"
                    {'day': '2026-02-30'}     | /day: must be a date, got "2026-02-30"
                    {'at': '2026-11-19'}      | /at: must be a date and time with an offset, got "2026-11-19"
                    {'id': 'x'}               | /id: must be a UUID, got "x"
                    {'takes': 'long'}         | /takes: must be a duration, such as PT5M, got "long"
                    {'others': ['2026-01-01', 'x']} | /others/1: must be a date, got "x"
                    {'limits': {'a/b~c': {'n': -1}}} | /limits/a~1b~0c: is not a value that is allowed here, got {"n":-1}
                    """)
    void aValueThatItsTypeRejectsIsNamedInWords(String input, String message) {
        assertThat(plan(input)).hasMessage("input of visits.plan is not valid: " + message);
    }

    @Test
    void allFaultsAreReportedTogether() {
        CallException failure = plan("{'day': 'soon', 'name': 5, 'others': ['', 'x'], 'more': 1}");

        assertThat(failure.details().orElseThrow().get("errors"))
                .extracting(error -> error.get("pointer").stringValue())
                .containsExactlyInAnyOrder("/day", "/name", "/others/1", "/more");
    }
}
