package dev.alkdev.operations.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationHandler;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.SchemaView;

import org.junit.jupiter.api.Test;

import java.util.Map;

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
                                            "/cursor", "is not one of ours");
                                    // end
                                }))
                .isEqualTo(ErrorCode.VALIDATION_ERROR);
        assertThat(
                        code(
                                (input, context) -> {
                                    // snippet: require-valid
                                    spec.requireValid(input);
                                    // end
                                    return "valid";
                                }))
                .isEqualTo(ErrorCode.VALIDATION_ERROR);
        assertThat(
                        code(
                                (body, context) -> {
                                    // snippet: invalid
                                    throw CallException.invalid("the body", schema.errors(body));
                                    // end
                                }))
                .isEqualTo(ErrorCode.VALIDATION_ERROR);
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
