package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

class HubBatchTest {
    @TempDir Path folder;

    private HubConfig config(String more) {
        return HubConfig.parse(
                "listen: 127.0.0.1:0\n" + more + HubFixtures.TEST_SOURCE, folder, name -> null);
    }

    private Hub hub(String more) {
        return HubFixtures.started(config(more));
    }

    private static HttpResponse<String> batch(HubClient client, int calls) throws Exception {
        String each =
                IntStream.range(0, calls)
                        .mapToObj(
                                n ->
                                        "{\"id\": %1$d, \"operation\": \"test.square\", \"input\": {\"n\": %1$d}}"
                                                .formatted(n))
                        .collect(Collectors.joining(","));
        return client.post("/batch", "{\"calls\": [" + each + "]}");
    }

    private static List<String> codes(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return Json.parse(response.body()).get("results").values().stream()
                .map(result -> result.at("/error/code").asString("ok"))
                .sorted()
                .toList();
    }

    @Test
    void aBatchOfMoreCallsThanTheConfigAllowsIsRefused() throws Exception {
        try (Hub hub = hub("limits: {batch: 2}\n");
                HubClient client = HubClient.of(hub)) {
            assertThat(codes(batch(client, 2))).containsExactly("ok", "ok");

            HttpResponse<String> refused = batch(client, 3);
            assertThat(refused.statusCode()).as(refused.body()).isEqualTo(422);
            assertThat(refused.body()).contains("2");
        }
    }

    @Test
    void eachCallOfABatchIsCountedByItself() throws Exception {
        try (Hub hub = hub("limits: {rate: {perSecond: 0.01, burst: 2}}\n");
                HubClient client = HubClient.of(hub)) {
            assertThat(codes(batch(client, 3))).containsExactly("OVERLOADED", "ok", "ok");
        }
    }

    @Test
    void theCallsOfABatchWaitForEachOtherAlsoAfterAReload() throws Exception {
        String hold = "{\"operation\": \"test.hold\", \"input\": {\"key\": \"batch\"}}";
        try (Hub hub = hub("");
                HubClient client = HubClient.of(hub)) {
            hub.reload(config("limits: {concurrency: 1}\n"));

            Future<HttpResponse<String>> answer =
                    client.laterPost("/batch", "{\"calls\": [%s, %s]}".formatted(hold, hold));
            await().until(() -> TestProvider.held("batch") == 1);
            TestProvider.open("batch");

            assertThat(codes(answer.get(20, TimeUnit.SECONDS))).containsExactly("ok", "ok");
        }
    }

    @Test
    void eachCallOfABatchGetsItsLine() throws Exception {
        try (Hub hub = hub("audit: {file: calls.jsonl}\n");
                HubClient client = HubClient.of(hub)) {
            batch(client, 3);
        }
        List<JsonNode> lines =
                Files.readAllLines(folder.resolve("calls.jsonl")).stream()
                        .map(Json::parse)
                        .toList();
        assertThat(lines)
                .hasSize(3)
                .allSatisfy(
                        line ->
                                assertThat(line.get("operation").asString())
                                        .isEqualTo("test.square"));
    }
}
