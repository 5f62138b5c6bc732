package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.config.ConfigRecords;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.CapturedLog;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

class HubAuditTest {
    private static final String TOKENS = "tokens:\n" + HubFixtures.token("ann", "ann-token");

    @TempDir Path folder;

    private HubConfig config(String audit) {
        return HubConfig.parse(
                "listen: 127.0.0.1:0\naudit: " + audit + "\n" + TOKENS + HubFixtures.TEST_SOURCE,
                folder,
                name -> null);
    }

    private List<JsonNode> lines() throws IOException {
        return Files.readAllLines(folder.resolve("calls.jsonl")).stream().map(Json::parse).toList();
    }

    /** What a line says, without what differs each time. */
    private static String essence(JsonNode line) {
        ObjectNode copy = (ObjectNode) line.deepCopy();
        assertThat(copy.remove("at").asString()).matches("\\d{4}-\\d\\d-\\d\\dT.*Z");
        assertThat(copy.remove("ms").isIntegralNumber()).isTrue();
        copy.remove("request");
        return copy.toString();
    }

    @Test
    void eachCallGetsOneLine() throws Exception {
        try (Hub hub = HubFixtures.started(config("{file: calls.jsonl}"));
                HubClient ann = HubClient.of(hub).with("ann-token");
                Peer link = HubFixtures.linked(hub, "ann-token", OperationRegistry.create())) {
            ann.call("test.echo", "{\"password\": \"hidden\"}");
            ann.call("test.nested", "{\"password\": \"hidden\"}");
            ann.call("test.secret", "{}");
            ann.call("no.such", "{}");
            ann.call("test.order", "{}");
            link.call("test.square", Json.parse("{\"n\": 2}"));
            try (Subscription<JsonNode> items =
                    link.subscribe("test.count", Json.parse("{\"count\": 2}"))) {
                assertThat(items.stream()).hasSize(2);
            }
            assertThatThrownBy(() -> link.call("nor.this", Json.parse("{}")))
                    .hasMessage("there is no operation nor.this");
            await().until(() -> lines().size() == 8);

            assertThat(lines())
                    .extracting(HubAuditTest::essence)
                    .containsExactly(
                            "{\"caller\":\"ann\",\"operation\":\"test.echo\",\"outcome\":\"ok\"}",
                            "{\"caller\":\"ann\",\"operation\":\"test.nested\",\"outcome\":\"ok\"}",
                            "{\"caller\":\"ann\",\"operation\":\"test.secret\",\"outcome\":\"ACCESS_DENIED\"}",
                            "{\"caller\":\"ann\",\"operation\":\"no.such\",\"outcome\":\"OPERATION_NOT_FOUND\"}",
                            "{\"caller\":\"ann\",\"operation\":\"test.order\",\"outcome\":\"OUT_OF_STOCK\"}",
                            "{\"caller\":\"ann\",\"operation\":\"test.square\",\"outcome\":\"ok\"}",
                            "{\"caller\":\"ann\",\"operation\":\"test.count\",\"outcome\":\"ok\",\"items\":2}",
                            "{\"caller\":\"ann\",\"operation\":\"nor.this\",\"outcome\":\"OPERATION_NOT_FOUND\"}");
            assertThat(Files.readString(folder.resolve("calls.jsonl")))
                    .doesNotContain("hidden")
                    .doesNotContain("ann-token");
        }
    }

    @Test
    void inputsAreWrittenIfAskedForAlsoByAReload() throws Exception {
        try (Hub hub = HubFixtures.started(config("{file: calls.jsonl}"));
                HubClient ann = HubClient.of(hub).with("ann-token")) {
            ann.call("test.echo", "{\"a\": 1}");
            hub.reload(config("{file: calls.jsonl, inputs: true}"));
            ann.call("test.echo", "{\"a\": 2}");
            await().until(() -> lines().size() == 2);

            assertThat(lines().get(0).has("input")).isFalse();
            assertThat(lines().get(1).get("input")).isEqualTo(Json.parse("{\"a\": 2}"));
        }
    }

    @Test
    void aFileIsAppendedTo() throws Exception {
        for (int i = 1; i <= 2; i++) {
            try (Hub hub = HubFixtures.started(config("{file: calls.jsonl}"));
                    HubClient ann = HubClient.of(hub).with("ann-token")) {
                ann.call("test.echo", "{}");
            }
            assertThat(lines()).hasSize(i);
        }
    }

    @Test
    void withoutAFileTheLogHasTheLines() throws Exception {
        try (CapturedLog log = new CapturedLog();
                Hub hub = HubFixtures.started(config("{inputs: false}"));
                HubClient ann = HubClient.of(hub).with("ann-token")) {
            ann.call("test.echo", "{\"password\": \"hidden\"}");
            await().until(() -> log.of("dev.alkdev.operations.audit").size() == 1);

            assertThat(essence(Json.parse(log.of("dev.alkdev.operations.audit").getFirst())))
                    .isEqualTo(
                            "{\"caller\":\"ann\",\"operation\":\"test.echo\",\"outcome\":\"ok\"}");
            assertThat(log.text()).doesNotContain("hidden").doesNotContain("ann-token");
        }
    }

    @Test
    void aFileThatCannotBeWrittenIsSaidBeforeAnythingStarts() {
        HubConfig wrong =
                ConfigRecords.with(
                        HubFixtures.config(""),
                        Map.of("audit", new AuditConfig(false, folder.resolve("no/calls.jsonl"))));

        assertThatThrownBy(() -> Hub.of(wrong))
                .hasMessage(
                        "the audit file "
                                + folder.resolve("no/calls.jsonl")
                                + " cannot be written: there is no such folder");
    }

    @Test
    void longIdsOfUnknownOperationsAreCut() throws Exception {
        try (Hub hub = HubFixtures.started(config("{file: calls.jsonl}"));
                HubClient ann = HubClient.of(hub).with("ann-token")) {
            ann.call("a." + "x".repeat(500), "{}");
            await().until(() -> lines().size() == 1);

            assertThat(lines().getFirst().get("operation").asString())
                    .isEqualTo("a." + "x".repeat(198) + "…");
        }
    }
}
