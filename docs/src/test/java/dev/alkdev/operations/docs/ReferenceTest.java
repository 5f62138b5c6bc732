package dev.alkdev.operations.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationHandler;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.base.Deadlines;
import dev.alkdev.operations.config.Key;
import dev.alkdev.operations.hub.HubConfig;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.SchemaView;

import org.junit.jupiter.api.Test;

import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.util.Map;
import java.util.regex.Pattern;

/** The snippets of {@code docs/reference}. */
class ReferenceTest {
    private static String code(OperationHandler handler) {
        OperationRegistry registry = OperationRegistry.create();
        registry.register(OperationSpec.query("test.refuses").build(), handler);
        return catchThrowableOfType(
                        CallException.class,
                        () -> registry.execute("test.refuses", Map.of("limit", 0)))
                .code();
    }

    @Test
    void aHandlerRefusesAnInput() {
        Schema schema = Schema.parse("{\"required\": [\"cursor\"]}");
        OperationSpec spec = OperationSpec.query("test.list").input(schema).build();

        assertThat(
                        code(
                                (input, context) -> {
                                    // snippet: invalid-input
                                    throw CallException.invalidInput(
                                            "/cursor",
                                            "is not one of ours"); // VALIDATION_ERROR with details
                                    // end
                                }))
                .isEqualTo(ErrorCode.VALIDATION_ERROR);
        assertThat(
                        code(
                                (input, context) -> {
                                    // snippet: require-valid
                                    spec.requireValid(input); // the check of the registry
                                    // end
                                    return "valid";
                                }))
                .isEqualTo(ErrorCode.VALIDATION_ERROR);
        assertThat(
                        code(
                                (body, context) -> {
                                    // snippet: invalid
                                    throw CallException.invalid(
                                            "the body",
                                            schema.errors(body)); // the same for any schema
                                    // end
                                }))
                .isEqualTo(ErrorCode.VALIDATION_ERROR);
    }

    @Test
    void theTableOfReloadsHasEveryKeyThatNeedsNoRestart() {
        String page = Repository.read(Repository.ROOT.resolve("docs/reference/hub-config.md"));
        String table = page.substring(page.indexOf("## Reload"), page.indexOf("## Problems"));

        assertThat(HubConfig.class.getRecordComponents())
                .filteredOn(key -> !key.getAnnotation(Key.class).restart())
                .extracting(RecordComponent::getName)
                .isNotEmpty()
                .allSatisfy(key -> assertThat(table).containsPattern("`" + key + "\\b"));
    }

    @Test
    void theTableOfErrorsHasAllStandardCodes() {
        String page = Repository.read(Repository.ROOT.resolve("docs/reference/errors.md"));

        assertThat(ErrorCode.class.getFields())
                .extracting(Field::getName)
                .containsExactlyInAnyOrderElementsOf(
                        Pattern.compile("(?m)^\\| `([A-Z_]+)` \\|")
                                .matcher(page)
                                .results()
                                .map(row -> row.group(1))
                                .toList());
    }

    @Test
    void everyPageGivesTheDefaultTimeout() {
        long seconds = Deadlines.DEFAULT_TIMEOUT.toSeconds();
        Map<String, String> texts =
                Map.of(
                        "guide/agents.md", "of one call; %d s unless given",
                        "guide/mcp.md", "A call may take %d s,",
                        "guide/peers.md", "The timeout of a call is %d seconds",
                        "guide/rest.md", "The timeout of a call is %d seconds",
                        "guide/spring.md", "| `4MB`, `%ds`,",
                        "reference/cli.md", "does not begin to answer within %d s is",
                        "reference/hub-config.md", "| `timeouts.default` | `%ds` |",
                        "reference/protocol.md", "A call without one gets %d s,",
                        "reference/rest.md", "| `defaultTimeout`, `maxTimeout` | %d s,",
                        "decisions/0026-differences-from-typescript.md", "have %d s;");

        assertThat(texts)
                .allSatisfy(
                        (page, text) ->
                                assertThat(Repository.read(Repository.ROOT.resolve("docs/" + page)))
                                        .contains(text.formatted(seconds)));
    }

    @Test
    void aSchemaIsLookedAt() {
        Schema schema =
                Schema.parse(
                        """
                        {"type": "object", "required": ["id"],
                         "properties": {"id": {"type": "integer"}}}
                        """);
        // snippet: view
        SchemaView view = schema.view();
        view.types(); // [object]
        view.property("id").types(); // [integer]
        view.required(); // [id]
        // end
        assertThat(view.types()).hasToString("[object]");
        assertThat(view.property("id").types()).hasToString("[integer]");
        assertThat(view.required()).hasToString("[id]");
    }
}
