package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.mcp.McpClient;
import dev.alkdev.operations.mcp.McpServerOptions;
import dev.alkdev.operations.schema.Json;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Calls over MCP, of tools of another MCP server, in audit, metrics and traces. */
@Timeout(120)
class HubMcpObservationTest {
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";

    @TempDir private Path folder;

    private final InMemorySpanExporter spans = InMemorySpanExporter.create();
    private final OpenTelemetrySdk telemetry =
            OpenTelemetrySdk.builder()
                    .setTracerProvider(
                            SdkTracerProvider.builder()
                                    .addSpanProcessor(SimpleSpanProcessor.create(spans))
                                    .build())
                    .setPropagators(
                            ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
                    .build();

    @AfterEach
    void stop() {
        telemetry.close();
    }

    private Hub started(Hub server) {
        HubConfig config =
                HubConfig.parse(
                        """
                        listen: 127.0.0.1:0
                        audit: {file: calls.jsonl}
                        sources: [{name: far, type: mcp, url: "%s/mcp/test"}]
                        """
                                .formatted(server.uri()),
                        folder,
                        name -> null);
        Hub hub = Hub.of(config, telemetry);
        hub.start();
        hub.awaitSources(Duration.ofSeconds(60));
        return hub;
    }

    private List<String> outcomes() throws Exception {
        return Files.readAllLines(folder.resolve("calls.jsonl")).stream()
                .map(Json::parse)
                .map(
                        line ->
                                line.path("operation").asString()
                                        + " "
                                        + line.path("outcome").asString())
                .toList();
    }

    private SpanData span(String name) {
        await().until(
                        () ->
                                spans.getFinishedSpanItems().stream()
                                        .anyMatch(span -> span.getName().equals(name)));
        return spans.getFinishedSpanItems().stream()
                .filter(span -> span.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void anErrorOfAToolIsNoSuccess() throws Exception {
        try (Hub server = HubFixtures.started(HubFixtures.TEST_SOURCE);
                Hub hub = started(server);
                HubClient http = HubClient.of(hub);
                McpClient client =
                        McpClient.connect(
                                McpServerOptions.url(hub.uri().resolve("/mcp")).build())) {
            ObjectNode params = (ObjectNode) Json.parse("{\"name\": \"far_order\"}");
            params.putObject("_meta").put("traceparent", "00-" + TRACE + "-b7ad6b7169203331-01");
            JsonNode failed = client.request("tools/call", params);
            client.callTool("far_caller", Json.parse("{}"));

            assertThat(failed.path("isError").asBoolean(false)).as(failed.toString()).isTrue();
            await().untilAsserted(
                            () ->
                                    assertThat(outcomes())
                                            .containsExactly(
                                                    "far.order tool_error", "far.caller ok"));
            assertThat(http.get("/metrics").body().lines())
                    .anyMatch(
                            line ->
                                    line.contains("far.order")
                                            && line.contains("outcome=\"tool_error\"")
                                            && line.endsWith(" 1"));
            SpanData span = span("far.order");
            assertThat(span.getTraceId()).isEqualTo(TRACE);
            assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
            assertThat(span.getAttributes().get(AttributeKey.stringKey("error.type")))
                    .isEqualTo("tool_error");
        }
    }
}
