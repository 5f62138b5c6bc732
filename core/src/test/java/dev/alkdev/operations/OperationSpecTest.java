package dev.alkdev.operations;

import static dev.alkdev.operations.Golden.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.schema.Schema;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class OperationSpecTest {
    private static OperationSpec full() {
        return OperationSpec.query("billing.find")
                .version("2.1.0")
                .title("Find an invoice")
                .describedAs("Finds one invoice by its number")
                .tags("invoices", "read")
                .input(Schema.of(Golden.read("spec").get("inputSchema")))
                .output(Schema.of(Golden.read("spec").get("outputSchema")))
                .fails(
                        ErrorSpec.of("INVOICE_LOCKED", "Somebody else works on it; try again later")
                                .withSchema(
                                        Schema.parse(
                                                "{\"type\":\"object\",\"properties\":{\"by\":{\"type\":\"string\"}}}"))
                                .withHttpStatus(423))
                .fails(ErrorSpec.of("INVOICE_GONE", "It was deleted"))
                .access(
                        AccessControl.requires("billing:read")
                                .withAnyOf("staff", "auditor")
                                .withResource("account", "read"))
                .annotations(json("{'readOnlyHint': true}"))
                .meta(json("{'acme/owner': 'team-7'}"))
                .build();
    }

    @Nested
    class JsonForm {
        @Test
        void everyFieldIsWrittenAsInTheGoldenFile() {
            assertThat(full().toJson()).isEqualTo(Golden.read("spec"));
        }

        @Test
        void whatIsNotGivenIsNotWritten() {
            OperationSpec minimal = OperationSpec.subscription("billing.watch.all").build();

            assertThat(minimal.toJson()).isEqualTo(Golden.read("spec-minimal"));
        }

        @ParameterizedTest
        @ValueSource(strings = {"spec", "spec-minimal"})
        void readingAndWritingGivesTheSame(String golden) {
            JsonNode json = Golden.read(golden);

            assertThat(OperationSpec.fromJson(json).toJson()).isEqualTo(json);
        }

        @ParameterizedTest
        @ValueSource(strings = {"spec", "spec-minimal"})
        void itsOwnSchemaAcceptsIt(String golden) {
            assertThat(OperationSpec.SCHEMA.errors(Golden.read(golden))).isEmpty();
        }

        @Test
        void itsOwnSchemaRefusesAnUnknownType() {
            ObjectNode json = (ObjectNode) Golden.read("spec-minimal");
            json.put("type", "QUERY");

            assertThat(OperationSpec.SCHEMA.accepts(json)).isFalse();
        }

        @Test
        void unknownFieldsAreIgnored() {
            ObjectNode json = (ObjectNode) Golden.read("spec");
            json.put("introducedLater", true);
            ((ObjectNode) json.at("/errors/0")).put("introducedLater", true);

            assertThat(OperationSpec.fromJson(json)).isEqualTo(full());
        }

        @Test
        void unknownRulesOfAccessAreRejected() {
            ObjectNode json = (ObjectNode) Golden.read("spec");
            ((ObjectNode) json.get("accessControl")).put("requiredRole", "admin");

            assertThatThrownBy(() -> OperationSpec.fromJson(json))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(
                            "operation spec: /accessControl/requiredRole should be absent, since no"
                                    + " such rule is known, but is \"admin\"");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "namespace",
                    "name",
                    "version",
                    "type",
                    "description",
                    "inputSchema",
                    "outputSchema",
                    "accessControl"
                })
        void aMissingFieldIsNamed(String field) {
            ObjectNode json = (ObjectNode) Golden.read("spec");
            json.remove(field);

            assertThatThrownBy(() -> OperationSpec.fromJson(json))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("operation spec: /" + field + " is missing");
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '`',
                textBlock =
                        """
                        type        | "Query" | /type should be query, mutation or subscription but is "Query"
                        name        | 5       | /name should be a string but is 5
                        tags        | "a"     | /tags should be an array but is "a"
                        tags        | [1]     | /tags/0 should be a string but is 1
                        errors      | [{}]    | /errors/0/code is missing
                        errors      | [7]     | /errors/0 should be an object but is 7
                        accessControl | []    | /accessControl should be an object but is []
                        _meta       | []      | /_meta should be an object but is []
                        """)
        void aWrongFieldIsNamedWithWhatItIs(String field, String value, String message) {
            ObjectNode json = (ObjectNode) Golden.read("spec");
            json.set(field, json(value));

            assertThatThrownBy(() -> OperationSpec.fromJson(json))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("operation spec: " + message);
        }

        @Test
        void aBrokenSchemaIsNamed() {
            ObjectNode json = (ObjectNode) Golden.read("spec");
            json.set("inputSchema", json("{'type': 'nothing'}"));

            assertThatThrownBy(() -> OperationSpec.fromJson(json))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith(
                            "operation spec: /inputSchema is no JSON Schema: /type");
        }

        @Test
        void whatIsNoObjectIsRefused() {
            assertThatThrownBy(() -> OperationSpec.fromJson(json("[]")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("operation spec: it should be an object but is []");
        }
    }

    @Nested
    class Id {
        @Test
        void theNamespaceEndsAtTheFirstDot() {
            OperationSpec spec = OperationSpec.mutation("files.read.all").build();

            assertThat(spec.namespace()).isEqualTo("files");
            assertThat(spec.name()).isEqualTo("read.all");
            assertThat(spec.id()).isEqualTo("files.read.all");
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                textBlock =
                        """
                        find        | operation id "find" should be namespace.name
                        .find       | operation namespace "" should have 1 to 128 characters
                        billing.    | operation name "" should have 1 to 128 characters
                        bill ing.x  | operation namespace "bill ing" has ' '; allowed are letters, digits, _ and -
                        billing.x/y | operation name "x/y" has '/'; allowed are letters, digits, _ and - and .
                        """)
        void anIdThatIsWrongIsRefusedNamingThePart(String id, String message) {
            assertThatThrownBy(() -> OperationSpec.query(id))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(message);
        }

        @Test
        void anOperationCanBeGivenAnotherId() {
            assertThat(full().withId("spoke.find").toBuilder().build())
                    .isEqualTo(full().withId("spoke.find"))
                    .isNotEqualTo(full())
                    .hasToString("query spoke.find 2.1.0");
        }
    }

    @Test
    void anErrorDeclaredTwiceIsRefused() {
        OperationSpecBuilder spec =
                OperationSpec.query("billing.find")
                        .fails(ErrorSpec.of("GONE", "a"))
                        .fails(ErrorSpec.of("GONE", "b"));

        assertThatThrownBy(spec::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("billing.find declares an error twice: [GONE, GONE]");
    }

    @Test
    void aStandardCodeCannotBeDeclared() {
        assertThatThrownBy(() -> ErrorSpec.of("TIMEOUT", "too slow"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("TIMEOUT is a standard code; a declared error needs one of its own");
    }

    @Test
    void changingTheBuilderAfterwardsDoesNotChangeTheSpec() {
        OperationSpecBuilder builder = OperationSpec.query("billing.find").describedAs("first");
        OperationSpec spec = builder.build();

        builder.describedAs("second");

        assertThat(spec.description()).isEqualTo("first");
    }

    @Test
    void typesAreLowerCaseOnTheWire() {
        assertThat(OperationType.parse("subscription")).isEqualTo(OperationType.SUBSCRIPTION);
        assertThatThrownBy(() -> OperationType.parse("Query"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "operation type should be query, mutation or subscription but is"
                                + " \"Query\"");
    }

    @Test
    void theUpperCaseTypesOfTheTypeScriptOriginalAreRead() {
        for (OperationType type : OperationType.values()) {
            ObjectNode json = (ObjectNode) OperationSpec.query("a.b").build().toJson();
            json.put("type", type.name());

            OperationSpec spec = OperationSpec.fromJson(json);

            assertThat(spec.type()).isEqualTo(type);
            assertThat(spec.toJson().get("type").stringValue()).isEqualTo(type.wireName());
        }
    }
}
