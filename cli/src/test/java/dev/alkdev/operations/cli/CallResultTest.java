package dev.alkdev.operations.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.ContentBlock;
import dev.alkdev.operations.McpMeta;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

/** Results of a call that are errors, or from which data was removed. */
class CallResultTest {
    private static ExampleHub hub;

    @BeforeAll
    static void start() {
        hub = ExampleHub.start();
        hub.hub()
                .registry()
                .register(
                        OperationSpec.query("test.tool").describedAs("Fails as a tool").build(),
                        (input, context) ->
                                ResponseEnvelope.mcp(
                                        Json.parse("\"no disk\""),
                                        new McpMeta(true, List.of(ContentBlock.text("no disk")))));
        hub.hub()
                .registry()
                .register(
                        OperationSpec.query("test.more")
                                .describedAs("Returns more than declared")
                                .output(
                                        Schema.parse(
                                                """
                                                {"type": "object",
                                                 "properties": {"id": {"type": "integer"}}}
                                                """))
                                .build(),
                        (input, context) -> Map.of("id", 1, "extra", true));
    }

    @AfterAll
    static void stop() {
        hub.close();
    }

    @Test
    void printsTheErrorOfAToolOnStandardError() {
        TestConsole console = hub.console();

        assertThat(console.run("call", "test.tool")).isEqualTo(ExitCode.FAILED);

        assertThat(console.out()).isEmpty();
        assertThat(console.err())
                .startsWith("EXECUTION_ERROR: test.tool answered with an error: no disk\n");
    }

    @Test
    void printsTheErrorOfAToolAsDocumentedJson() {
        TestConsole console = hub.console();

        assertThat(console.run("call", "test.tool", "--json")).isEqualTo(ExitCode.FAILED);

        assertThat(console.out()).isEmpty();
        assertThat(console.errJson().at("/error/code").asString()).isEqualTo("EXECUTION_ERROR");
        assertThat(console.errJson().at("/error/details").asString()).isEqualTo("no disk");
        assertThat(console.errJson().at("/exitCode").asInt()).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void printsTheEnvelopeOfAToolErrorAsWell() {
        TestConsole console = hub.console();

        assertThat(console.run("call", "test.tool", "--envelope")).isEqualTo(ExitCode.FAILED);

        assertThat(console.json().at("/meta/isError").asBoolean()).isTrue();
        assertThat(console.err()).startsWith("EXECUTION_ERROR: ");
    }

    @Test
    void hintsAtDataThatWasRemovedFromTheResult() {
        TestConsole console = hub.console();

        assertThat(console.run("call", "test.more")).isEqualTo(ExitCode.OK);

        assertThat(console.json()).hasToString("{\"id\":1}");
        assertThat(console.errLines())
                .containsExactly(
                        "Removed from the result, because its schema does not declare it: /extra",
                        "To keep such data, set normalize: none in the config of the hub.");
    }

    @Test
    void listsOnlyIdsForScripts() {
        TestConsole console = hub.console();

        assertThat(console.run("list", "--ids", "--namespace", "test")).isEqualTo(ExitCode.OK);

        assertThat(console.lines()).contains("test.more", "test.tool");
        assertThat(console.err()).isEmpty();
    }

    @Test
    void acceptsATokenOrAUserButNotBoth() {
        TestConsole console = hub.console();

        assertThat(console.run("call", "test.more", "--token", "t", "--user", "ann:x"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(console.err()).contains("--token and --user exclude each other");
        assertThat(hub.console().run("call", "test.more", "--user", "ann"))
                .isEqualTo(ExitCode.USAGE);
    }
}
