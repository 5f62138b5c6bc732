package dev.alkdev.operations.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.ExampleValue;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.Map;

class DescribeCommandTest {
    private static ExampleHub hub;

    @BeforeAll
    static void start() {
        hub = ExampleHub.start();
    }

    @AfterAll
    static void stop() {
        hub.close();
    }

    @Test
    void showsInputOutputErrorsAndAnExample() {
        TestConsole console = hub.console();

        assertThat(console.run("describe", "tasks.complete")).isEqualTo(ExitCode.OK);

        assertThat(console.out())
                .isEqualTo(
                        """
                        tasks.complete  mutation  1.0.0
                        Complete a task
                        Marks a task as done and returns it
                        Tags: tasks
                        Access: everybody

                        Input (* required)
                        NAME  TYPE     DESCRIPTION
                        id *  integer  The id that tasks.add gave it

                        Output
                        NAME         TYPE                       DESCRIPTION
                        id *         integer
                        title *      string
                        done *       boolean
                        createdAt *  string (date-time)
                        doneAt       string | null (date-time)  null while it is open

                        Errors
                        CODE               STATUS  DESCRIPTION
                        TASK_NOT_FOUND     404     There is no task of this id
                        TASK_ALREADY_DONE  409     The task was done before

                        Try
                          operations call tasks.complete id=1
                        """);
    }

    @Test
    void showsFormatsBoundsAndDefaults() {
        hub.hub()
                .registry()
                .register(
                        OperationSpec.query("test.bounded")
                                .describedAs("Has bounds")
                                .input(
                                        Schema.parse(
                                                """
                                                {"type": "object", "properties": {
                                                  "limit": {"type": "integer", "minimum": 1,
                                                            "maximum": 100, "default": 10},
                                                  "share": {"type": "number",
                                                            "exclusiveMinimum": 0},
                                                  "code": {"type": "string", "minLength": 3,
                                                           "maxLength": 3, "pattern": "^[A-Z]+$"},
                                                  "day": {"type": "string", "format": "date"},
                                                  "tags": {"type": "array", "maxItems": 5,
                                                           "items": {"type": "string"}},
                                                  "order": {"enum": ["up", "down"],
                                                            "default": "up"}}}
                                                """))
                                .build(),
                        (input, context) -> input);
        TestConsole console = hub.console();
        try {
            console.run("describe", "test.bounded");
        } finally {
            hub.hub().registry().remove("test.bounded");
        }

        assertThat(console.out())
                .contains(
                        "limit  integer (1 to 100, default 10)",
                        "share  number (more than 0)",
                        "code   string (3 characters, pattern ^[A-Z]+$)",
                        "day    string (date)",
                        "tags   array of string (at most 5 items)",
                        "order  \"up\" | \"down\" (default \"up\")");
    }

    @Test
    void nestedPropertiesAreShownByTheirPath() {
        TestConsole console = hub.console();

        console.run("describe", "library.listBooks");

        assertThat(console.lines())
                .contains(
                        "books *              array of object",
                        "books[].isbn *       string           13 digits");
    }

    @Test
    void aSubscriptionIsTriedWithSubscribe() {
        TestConsole console = hub.console();

        console.run("describe", "tasks.watch");

        assertThat(console.lines())
                .contains("Each item", "  operations subscribe tasks.watch")
                .anyMatch(line -> line.contains("\"ADDED\" | \"COMPLETED\" | \"REMOVED\""));
    }

    @Test
    void aSchemaThatRefersToItselfEnds() {
        OperationSpec spec =
                OperationSpec.query("test.tree")
                        .describedAs("A tree")
                        .input(
                                Schema.parse(
                                        """
                                        {"type": "object", "properties": {"child": {"$ref": "#"}}}
                                        """))
                        .build();
        hub.hub().registry().register(spec, (input, context) -> NullNode.getInstance());
        TestConsole console = hub.console();
        try {
            assertThat(console.run("describe", "test.tree")).isEqualTo(ExitCode.OK);
        } finally {
            hub.hub().registry().remove("test.tree");
        }

        assertThat(console.lines())
                .contains("child.child.child.child  object")
                .doesNotContain("child.child.child.child.child  object");
    }

    @Nested
    class AnInputWithAlternatives {
        private static final String PAYMENT =
                """
                {"type": "object",
                 "required": ["customer", "lines", "payment"],
                 "properties": {
                  "customer": {"type": "string"},
                  "lines": {"type": "array", "minItems": 1, "items": {
                    "type": "object", "required": ["sku", "quantity"], "properties": {
                      "sku": {"type": "string"}, "quantity": {"type": "integer", "minimum": 2}}}},
                  "payment": {"anyOf": [{"$ref": "#/$defs/Card"}, {"$ref": "#/$defs/Transfer"}]}},
                 "$defs": {
                  "Card": {"type": "object", "required": ["type", "number"], "properties": {
                    "type": {"const": "Card"}, "number": {"type": "string"},
                    "holder": {"type": "string", "description": "As printed"}}},
                  "Transfer": {"type": "object", "required": ["type", "iban"], "properties": {
                    "type": {"const": "Transfer"}, "iban": {"type": "string"}}}}}
                """;

        private TestConsole described(String schema) {
            OperationSpec spec =
                    OperationSpec.mutation("test.order")
                            .describedAs("Takes an order")
                            .input(Schema.parse(schema))
                            .build();
            hub.hub().registry().register(spec, (input, context) -> NullNode.getInstance());
            try {
                TestConsole console = hub.console();
                assertThat(console.run("describe", "test.order")).isEqualTo(ExitCode.OK);
                return console;
            } finally {
                hub.hub().registry().remove("test.order");
            }
        }

        @Test
        void showsWhichMemberBelongsToWhich() {
            assertThat(described(PAYMENT).out())
                    .contains(
                            """
                            payment *           object
                            payment.type *      "Card" | "Transfer"
                            payment.number *    string                             for type "Card"
                            payment.holder      string                             for type "Card": As printed
                            payment.iban *      string                             for type "Transfer"
                            """);
        }

        @Test
        void isTriedWithAnExampleThatFits() {
            String payment = "{\"type\":\"Card\",\"number\":\"…\"}";
            String lines = "[{\"sku\":\"…\",\"quantity\":2}]";

            assertThat(described(PAYMENT).lines().getLast())
                    .isEqualTo(
                            "  operations call test.order customer=… lines:='%s' payment:='%s'"
                                    .formatted(lines, payment));
        }

        @Test
        void mayBeTheWholeInput() {
            String schema =
                    PAYMENT.replace("\"required\": [\"customer\", \"lines\", \"payment\"],", "");
            String choice =
                    "{\"anyOf\": [{\"$ref\": \"#/$defs/Transfer\"}, {\"$ref\": \"#/$defs/Card\"}],"
                            + schema.substring(schema.indexOf("\"$defs\""));

            assertThat(described(choice).lines())
                    .contains("type *    \"Transfer\" | \"Card\"")
                    .last()
                    .isEqualTo("  operations call test.order type=Transfer iban=…");
        }

        @Test
        void hasAnExampleThatIsValid() {
            Schema schema = Schema.parse(PAYMENT);

            assertThat(schema.errors(ExampleValue.of(schema.view()))).isEmpty();
        }
    }

    @Test
    void whatACallerNeedsIsSaid() {
        String yaml =
                """
                tokens:
                  - {id: ann, hash: "%s", scopes: [a, b], resources: {"project:1": [read]}}
                """
                        .formatted(dev.alkdev.operations.config.TokenHash.of("secret").text());
        try (ExampleHub guarded = ExampleHub.start(yaml)) {
            guarded.hub()
                    .registry()
                    .register(
                            OperationSpec.query("test.guarded")
                                    .describedAs("For some")
                                    .access(
                                            AccessControl.requires("a")
                                                    .withAnyOf("b", "c")
                                                    .withResource("project", "read"))
                                    .build(),
                            (input, context) -> NullNode.getInstance());
            TestConsole console = guarded.console().variable("OPERATIONS_TOKEN", "secret");

            assertThat(console.run("describe", "test.guarded")).isEqualTo(ExitCode.OK);

            assertThat(console.lines())
                    .contains("Access: scopes a; one of the scopes b, c; action read on a project");
        }
    }

    @Test
    void theDriftOfAnOperationIsShown() {
        OperationSpec spec =
                OperationSpec.query("test.drifts")
                        .output(
                                Schema.parse(
                                        """
                                        {"type": "object", "properties": {"n": {"type": "integer"}}}
                                        """))
                        .build();
        hub.hub()
                .registry()
                .register(spec, (input, context) -> Json.parse("{\"n\": \"7\", \"more\": 1}"));
        TestConsole text = hub.console();
        TestConsole json = hub.console();
        try {
            hub.hub().registry().execute("test.drifts", Map.of());

            assertThat(text.run("describe", "test.drifts")).isEqualTo(ExitCode.OK);
            assertThat(json.run("describe", "test.drifts", "--json")).isEqualTo(ExitCode.OK);
        } finally {
            hub.hub().registry().remove("test.drifts");
        }
        assertThat(text.lines())
                .contains("Drift: 1 results normalized, 1 properties stripped, 1 values converted");
        assertThat(json.json().path("drift").path("stripped").asInt()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "{\"normalized\": \"many\"}", "[]"})
    void aDriftThatIsNoneIsRefused(String drift) {
        ObjectNode answer = (ObjectNode) hub.hub().registry().spec("tasks.add").toJson();
        answer.set("drift", Json.parse(drift));

        assertThatThrownBy(() -> Description.fromJson(answer))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void jsonIsTheSpec() {
        TestConsole console = hub.console();

        assertThat(console.run("describe", "tasks.add", "--json")).isEqualTo(ExitCode.OK);

        assertThat(OperationSpec.fromJson(console.json()))
                .isEqualTo(hub.hub().registry().spec("tasks.add"));
    }

    @Test
    void aMisspeltIdIsNotFoundAndTheNearestOneSuggested() {
        TestConsole console = hub.console();

        assertThat(console.run("describe", "taks.list")).isEqualTo(ExitCode.NOT_FOUND);

        assertThat(console.err())
                .isEqualTo(
                        """
                        OPERATION_NOT_FOUND: there is no operation taks.list that you may use
                        Did you mean tasks.list?
                        """);
    }

    @Test
    void anIdLikeNoOtherLeadsToTheList() {
        TestConsole console = hub.console();

        assertThat(console.run("describe", "zeppelin.fly")).isEqualTo(ExitCode.NOT_FOUND);

        assertThat(console.errLines().getLast())
                .isEqualTo("See what there is with: operations list");
    }
}
