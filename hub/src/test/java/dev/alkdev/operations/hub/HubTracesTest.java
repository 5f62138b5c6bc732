package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.metrics.CallTracing;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
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

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

import java.time.Duration;
import java.util.Map;

class HubTracesTest {
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String PARENT = "b7ad6b7169203331";
    private static final String TRACEPARENT = "00-" + TRACE + "-" + PARENT + "-01";

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
    private final Hub hub = started(HubFixtures.TEST_SOURCE);
    private final HubClient client = HubClient.of(hub);

    private Hub started(String yaml) {
        Hub fresh = Hub.of(HubFixtures.config(yaml), telemetry);
        fresh.start();
        fresh.awaitSources(Duration.ofSeconds(20));
        return fresh;
    }

    @AfterEach
    void stop() {
        client.close();
        hub.close();
        telemetry.close();
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

    private static String attribute(SpanData span, String name) {
        return span.getAttributes().get(AttributeKey.stringKey(name));
    }

    @Test
    void aCallOverRestBelongsToItsClientsTrace() throws Exception {
        client.call("test.square", "{\"n\": 2}", "traceparent", TRACEPARENT);

        SpanData span = span("test.square");
        assertThat(span.getTraceId()).isEqualTo(TRACE);
        assertThat(span.getParentSpanId()).isEqualTo(PARENT);
        assertThat(span.getKind()).isEqualTo(SpanKind.SERVER);
        assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
        assertThat(attribute(span, "operation.id")).isEqualTo("test.square");
        assertThat(attribute(span, "operation.source")).isEqualTo("test");
        assertThat(attribute(span, "operation.type")).isEqualTo("query");
    }

    @Test
    void aCallOverALinkBelongsToItsPeersTrace() {
        try (Peer peer = HubFixtures.linked(hub, "", OperationRegistry.create())) {
            CallBuilder options =
                    Call.builder().metadata(Map.of("traceparent", StringNode.valueOf(TRACEPARENT)));
            peer.requests().call(options.to("test.echo", Json.parse("{}")));
            try (Subscription<JsonNode> items =
                    peer.requests().subscribe(options.to("test.count", Json.parse("{}")))) {
                assertThat(items.stream()).hasSize(3);
            }
        }

        assertThat(span("test.echo").getTraceId()).isEqualTo(TRACE);
        assertThat(span("test.echo").getParentSpanId()).isEqualTo(PARENT);
        SpanData stream = span("test.count");
        assertThat(stream.getParentSpanId()).isEqualTo(PARENT);
        assertThat(stream.getAttributes().get(AttributeKey.longKey("operation.items")))
                .isEqualTo(3);
    }

    @Test
    void aNestedCallIsAChild() throws Exception {
        client.call("test.nested", "{}", "traceparent", TRACEPARENT);

        SpanData outer = span("test.nested");
        SpanData inner = span("test.echo");
        assertThat(outer.getParentSpanId()).isEqualTo(PARENT);
        assertThat(inner.getParentSpanId()).isEqualTo(outer.getSpanId());
        assertThat(inner.getTraceId()).isEqualTo(TRACE);
        assertThat(inner.getKind()).isEqualTo(SpanKind.INTERNAL);
    }

    @Test
    void aFailureIsSeen() throws Exception {
        client.call("test.order", "{}");

        SpanData span = span("test.order");
        assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(span.getStatus().getDescription()).isEqualTo("nothing is left of it");
        assertThat(attribute(span, "error.type")).isEqualTo("OUT_OF_STOCK");
    }

    @Test
    void whatDoesNotExistHasOneName() throws Exception {
        client.call("no.such", "{}");
        client.call("nor.this", "{}");

        assertThat(attribute(span("unknown operation"), "error.type"))
                .isEqualTo("OPERATION_NOT_FOUND");
        await().until(() -> spans.getFinishedSpanItems().size() == 2);
        assertThat(spans.getFinishedSpanItems())
                .extracting(SpanData::getName)
                .containsOnly("unknown operation");
    }

    @Test
    void aTraceGoesOnInTheNextHub() throws Exception {
        try (Hub near =
                        started(
                                "sources: [{name: far, type: peer, namespace: far, url: \"%s\"}]"
                                        .formatted(HubFixtures.linkUri(hub)));
                HubClient other = HubClient.of(near)) {
            other.call("far.test_square", "{\"n\": 3}", "traceparent", TRACEPARENT);

            SpanData here = span("far.test_square");
            SpanData there = span("test.square");
            assertThat(attribute(here, "operation.source")).isEqualTo("far");
            assertThat(here.getParentSpanId()).isEqualTo(PARENT);
            assertThat(there.getTraceId()).isEqualTo(TRACE);
            assertThat(there.getParentSpanId()).isEqualTo(here.getSpanId());
        }
    }

    @Test
    void aTraceThatBeginsHereGoesOnInTheNextHub() throws Exception {
        try (Hub near =
                        started(
                                "sources: [{name: far, type: peer, namespace: far, url: \"%s\"}]"
                                        .formatted(HubFixtures.linkUri(hub)));
                HubClient other = HubClient.of(near)) {
            other.call("far.test_square", "{\"n\": 3}");
            try (var lines = other.stream("far.test_count", "{\"count\": 1}")) {
                assertThat(lines.lines()).contains("data: 0");
            }

            assertThat(span("test.square").getParentSpanId())
                    .isEqualTo(span("far.test_square").getSpanId());
            assertThat(span("test.square").getTraceId())
                    .isEqualTo(span("far.test_square").getTraceId());
            assertThat(span("test.count").getParentSpanId())
                    .isEqualTo(span("far.test_count").getSpanId());
        }
    }

    @Test
    void aTraceGoesOnInARestApi() throws Exception {
        try (TestApi api = TestApi.start();
                Hub near = started("sources:\n" + api.source("weather"));
                HubClient other = HubClient.of(near)) {
            String body = other.call("weather.getWeather", "{\"town\": \"Ulm\"}").body();

            SpanData span = span("weather.getWeather");
            assertThat(Json.parse(body).get("traceparent").asString())
                    .startsWith("00-" + span.getTraceId() + "-" + span.getSpanId() + "-");
        }
    }

    @Test
    void withoutTelemetryNothingLooks() {
        assertThat(hub.observers).hasAtLeastOneElementOfType(CallTracing.class);
        try (Hub quiet = Hub.of(HubFixtures.config(""), OpenTelemetry.noop());
                Hub byDefault = Hub.of(HubFixtures.config(""))) {
            assertThat(quiet.observers).doesNotHaveAnyElementsOfTypes(CallTracing.class);
            assertThat(byDefault.observers).doesNotHaveAnyElementsOfTypes(CallTracing.class);
        }
    }
}
