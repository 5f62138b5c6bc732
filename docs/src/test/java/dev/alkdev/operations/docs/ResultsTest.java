package dev.alkdev.operations.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ContentBlock;
import dev.alkdev.operations.Drift;
import dev.alkdev.operations.Headers;
import dev.alkdev.operations.HttpMeta;
import dev.alkdev.operations.LocalMeta;
import dev.alkdev.operations.McpMeta;
import dev.alkdev.operations.NormalizeMode;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.schema.Change;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The snippets of {@code docs/guide/results.md}, and the JSON of {@code reference/envelope.md}. */
class ResultsTest {
    private static final String ANSWER =
            "{\"number\": 17, \"cents\": \"many\", \"colour\": \"red\"}";

    private static OperationSpec spec() {
        // snippet: spec
        OperationSpec spec =
                OperationSpec.query("billing.find")
                        .output(
                                Schema.parse(
                                        """
                                        {"type": "object",
                                         "properties": {
                                           "number": {"type": "string"},
                                           "cents": {"type": "integer"},
                                           "state": {"enum": ["open", "paid"], "default": "open"}},
                                         "required": ["number", "cents"]}
                                        """))
                        .build();
        // end
        return spec;
    }

    private static String data(NormalizeMode mode) {
        OperationRegistry registry = OperationRegistry.create();
        OperationSpec spec = spec();
        JsonNode answer = Json.parse(ANSWER);
        // snippet: mode
        registry.register(OperationBinding.of(spec, (input, context) -> answer).normalizing(mode));
        // end
        return registry.execute("billing.find", Map.of()).data().toString();
    }

    @Test
    void theModesGiveWhatTheTableSays() {
        String page = Repository.read(Repository.ROOT.resolve("docs/guide/results.md"));

        for (NormalizeMode mode : NormalizeMode.values()) {
            Matcher row =
                    Pattern.compile("(?m)^\\| `" + mode + "`.*\\| `(\\{.*?})` \\|").matcher(page);
            assertThat(row.find()).as("a row for " + mode).isTrue();
            assertThat(Json.parse(data(mode))).isEqualTo(Json.parse(row.group(1)));
        }
    }

    @Test
    void aResultTellsWhereItCameFrom() {
        OperationRegistry registry = OperationRegistry.create();
        registry.register(spec(), (input, context) -> Json.parse(ANSWER));
        // snippet: meta
        ResponseEnvelope<JsonNode> envelope = registry.execute("billing.find", Map.of());
        String from =
                switch (envelope.meta()) {
                    case LocalMeta local -> "this process, " + local.operationId();
                    case HttpMeta http -> "a REST API, status " + http.statusCode();
                    case McpMeta mcp -> mcp.isError() ? "a tool that failed" : "a tool";
                };
        // end
        assertThat(from).isEqualTo("this process, billing.find");
    }

    @Test
    void anAdapterMakesEnvelopes() {
        JsonNode body = Json.parse("{\"id\": 7}");
        List<ContentBlock> blocks = List.of(ContentBlock.text("Done"));
        // snippet: factories
        HttpMeta http = new HttpMeta(200, Headers.of(Map.of("Content-Type", "application/json")));
        ResponseEnvelope<JsonNode> answer = ResponseEnvelope.http(body, http);
        ResponseEnvelope<List<ContentBlock>> tool =
                ResponseEnvelope.mcp(blocks, new McpMeta(false, blocks));
        ResponseEnvelope<String> local = ResponseEnvelope.local("done", "tasks.run");
        // end
        assertThat(answer.toJson().path("meta").path("contentType").asString())
                .isEqualTo("application/json");
        assertThat(tool.toJson().path("data").get(0).path("type").asString()).isEqualTo("text");
        // snippet: detection
        boolean returned = ResponseEnvelope.isEnvelope(local); // by its Java type
        boolean received = ResponseEnvelope.isEnvelopeJson(local.toJson()); // by its fields
        ResponseEnvelope<JsonNode> read = ResponseEnvelope.fromJson(local.toJson());
        // end
        assertThat(returned && received).isTrue();
        assertThat(read.unwrap().asString()).isEqualTo("done");
    }

    @Test
    void changesAndDriftAreSeen() {
        OperationRegistry registry = OperationRegistry.create();
        registry.register(spec(), (input, context) -> Json.parse(ANSWER));
        // snippet: drift
        List<Change> changes = new ArrayList<>();
        registry.execute(Call.builder().onNormalized(changes::add).to("billing.find", Map.of()));
        Drift drift = registry.drift("billing.find");
        // end
        assertThat(changes)
                .extracting(change -> change.pointer() + " " + change.kind())
                .containsExactlyInAnyOrder(
                        "/colour STRIPPED", "/state DEFAULTED", "/number CONVERTED");
        assertThat(drift).isEqualTo(new Drift(1, 1, 1, 1, 1, 0));
    }

    @Test
    void aMismatchIsRefused() {
        // snippet: refusing
        OperationRegistry strict = OperationRegistry.builder().refusingMismatch().build();
        // end
        strict.register(spec(), (input, context) -> Map.of("number", "A-17"));

        CallException failure =
                catchThrowableOfType(
                        CallException.class, () -> strict.execute("billing.find", Map.of()));

        assertThat(failure.code()).isEqualTo("EXECUTION_ERROR");
    }

    @Test
    void theJsonOfTheReferenceIsExact() {
        String page = Repository.read(Repository.ROOT.resolve("docs/reference/envelope.md"));
        Matcher block = Pattern.compile("(?ms)^```json\\n(.*?)^```$").matcher(page);
        List<String> sources = new ArrayList<>();
        while (block.find()) {
            JsonNode json = Json.parse(block.group(1));
            assertThat(ResponseEnvelope.SCHEMA.errors(json)).as(block.group(1)).isEmpty();
            assertThat(ResponseEnvelope.isEnvelopeJson(json)).isTrue();
            assertThat(ResponseEnvelope.fromJson(json).toJson()).hasToString(json.toString());
            sources.add(json.path("meta").path("source").asString());
        }
        assertThat(sources).containsExactly("local", "http", "http", "mcp");
    }
}
