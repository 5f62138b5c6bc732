package dev.alkdev.operations.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.DrainGate;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.code.Clients;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.spring.StarterApplication.LateSource;
import dev.alkdev.operations.spring.StarterApplication.Texts;
import dev.alkdev.operations.spring.StarterApplication.TextsClient;
import dev.alkdev.operations.websocket.WebSocketEndpoint;

import io.micrometer.core.instrument.MeterRegistry;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import tools.jackson.databind.JsonNode;

import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The starter on Jetty, without Spring Security. One application serves all tests but the last. */
@Timeout(120)
class StarterTest {
    private static ConfigurableApplicationContext application;
    private static HttpClient http;

    @BeforeAll
    static void start() {
        application = run();
        http = HttpClient.newHttpClient();
    }

    private static ConfigurableApplicationContext run() {
        return new SpringApplicationBuilder(StarterApplication.class)
                .run(
                        "--server.port=0",
                        "--server.address=127.0.0.1",
                        "--spring.main.banner-mode=off",
                        "--operations.rest.path=/rest",
                        "--operations.source-timeout=5s");
    }

    @AfterAll
    static void stop() {
        http.close();
        application.close();
    }

    private static URI uri(ConfigurableApplicationContext of, String path) {
        String port = of.getEnvironment().getProperty("local.server.port");
        return URI.create("http://127.0.0.1:" + port + path);
    }

    private static HttpResponse<String> call(URI uri, String input) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(uri)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(input))
                        .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static HttpResponse<String> call(String operation, String input) throws Exception {
        return call(uri(application, "/rest/operations/" + operation), input);
    }

    @Test
    void beansAreServedAtThePathOfTheProperty() throws Exception {
        assertThat(call("texts.length", "{\"text\": \"abc\"}").body()).isEqualTo("3");
    }

    @Test
    void theBeanBehindAProxyIsServed() throws Exception {
        assertThat(call("counts.next", "{}").body()).isEqualTo("1");
        assertThat(call("counts.next", "{}").body()).isEqualTo("2");
    }

    @Test
    void withoutSpringSecurityCallersAreAnonymous() throws Exception {
        HttpResponse<String> refused = call("texts.write", "{\"text\": \"abc\"}");

        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(Json.parse(refused.body()).path("code").asString()).isEqualTo("ACCESS_DENIED");
    }

    @Test
    void anMcpClientFindsTheTools() throws Exception {
        HttpRequest list =
                HttpRequest.newBuilder(uri(application, "/mcp"))
                        .header("Content-Type", "application/json")
                        .header("Accept", "application/json, text/event-stream")
                        .header("MCP-Protocol-Version", "2026-07-28")
                        .header("Mcp-Method", "tools/list")
                        .POST(
                                HttpRequest.BodyPublishers.ofString(
                                        """
                                        {"jsonrpc": "2.0", "id": 1, "method": "tools/list",
                                         "params": {"_meta": {
                                           "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                                           "io.modelcontextprotocol/clientInfo":
                                             {"name": "test", "version": "1"},
                                           "io.modelcontextprotocol/clientCapabilities": {}}}}\
                                        """))
                        .build();

        HttpResponse<String> listed = http.send(list, HttpResponse.BodyHandlers.ofString());

        assertThat(listed.body()).contains("texts_length").doesNotContain("texts_write");
    }

    @Test
    void aLinkOnJettyTakesCallsLargeAndSmall() {
        Peer peer = Clients.connect(uri(application, "/link"), null, Duration.ofSeconds(30));
        try (peer) {
            TextsClient client = Clients.bind(TextsClient.class, peer);
            assertThat(client.length("abc")).isEqualTo(3);
            assertThat(client.length("ü€".repeat(500_000))).isEqualTo(1_000_000);
        }
    }

    @Test
    void aClientBeanCallsTheHubOfItsProperty() {
        try (ConfigurableApplicationContext other =
                new SpringApplicationBuilder(ClientOnly.class)
                        .web(WebApplicationType.NONE)
                        .run(
                                "--spring.main.banner-mode=off",
                                "--operations.clients.texts.uri=" + uri(application, "/link"))) {
            assertThat(other.getBean(OperationRegistry.class).size()).isZero();
            assertThat(other.getBean(TextsClient.class).length("abcd")).isEqualTo(4);
        }
    }

    @Configuration
    @org.springframework.boot.autoconfigure.EnableAutoConfiguration
    @EnableOperationsClients("dev.alkdev.operations.spring")
    static class ClientOnly {
        @Bean
        OperationRegistry ownRegistry() {
            return OperationRegistry.create();
        }
    }

    @Test
    void aClientBeanWithoutPropertyCallsTheApplicationItself() {
        assertThat(application.getBean(TextsClient.class).length("abcde")).isEqualTo(5);
    }

    @Test
    void aSourceThatFailsIsReportedAndTriedAgain() throws Exception {
        OperationsHealthIndicator health = application.getBean(OperationsHealthIndicator.class);
        assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);
        assertThat(health.health().getDetails().get("sources"))
                .hasToString("{late={state=failed, operations=0, error=it is not there yet}}");

        application.getBean(LateSource.class).becomeReady();

        await().atMost(Duration.ofSeconds(60))
                .until(() -> health.health().getStatus().equals(Status.UP));
        assertThat(call("late.hello", "{}").body()).isEqualTo("\"hello\"");
    }

    @Test
    void anythingCanBeMounted() throws Exception {
        HttpResponse<String> page =
                http.send(
                        HttpRequest.newBuilder(uri(application, "/page/")).build(),
                        HttpResponse.BodyHandlers.ofString());

        assertThat(page.body()).isEqualTo("a page");
        assertThat(application.getBean(OperationsMounts.class).patterns())
                .containsExactlyInAnyOrder("/rest/**", "/mcp/**", "/link/**", "/page/**");
    }

    @Test
    void callsAreMeasuredWithTheMetersOfTheApplication() throws Exception {
        call("texts.length", "{\"text\": \"abc\"}");

        assertThat(
                        application
                                .getBean(MeterRegistry.class)
                                .find("operations.calls")
                                .tags("operation", "texts.length", "source", "application")
                                .timers())
                .isNotEmpty();
    }

    @Test
    void editorsKnowTheProperties() throws Exception {
        try (InputStream metadata =
                Objects.requireNonNull(
                        OperationsProperties.class.getResourceAsStream(
                                "/META-INF/spring-configuration-metadata.json"))) {
            JsonNode properties = Json.mapper().readTree(metadata).path("properties");
            assertThat(properties.valueStream().map(each -> each.path("name").asString()))
                    .contains(
                            "operations.rest.path",
                            "operations.mcp.enabled",
                            "operations.link.max-per-caller",
                            "operations.limits.timeout",
                            "operations.clients");
            assertThat(
                            properties
                                    .valueStream()
                                    .filter(
                                            each ->
                                                    each.path("name")
                                                            .asString()
                                                            .equals("operations.limits.body"))
                                    .findFirst()
                                    .orElseThrow()
                                    .path("description")
                                    .asString())
                    .isEqualTo("largest body of a request");
        }
    }

    @Test
    void whatRunsIsFinishedBeforeTheServerStops() throws Exception {
        ConfigurableApplicationContext stopping = run();
        Texts texts = stopping.getBean(Texts.class);
        DrainGate gate = stopping.getBean(DrainGate.class);
        WebSocketEndpoint endpoint = stopping.getBean(WebSocketEndpoint.class);
        OperationRegistry registry = stopping.getBean(OperationRegistry.class);
        Peer peer = Clients.connect(uri(stopping, "/link"), null, Duration.ofSeconds(30));
        try (peer) {
            URI slow = uri(stopping, "/rest/operations/texts.slow");
            CompletableFuture<String> answer =
                    CompletableFuture.supplyAsync(() -> body(slow), Thread::startVirtualThread);
            texts.begun.await();
            Thread closing = Thread.startVirtualThread(stopping::close);
            await().atMost(Duration.ofSeconds(30)).until(gate::isClosed);

            assertThatThrownBy(() -> registry.execute("texts.length", Json.parse("{}")))
                    .hasMessage("the application is stopping");
            texts.going.countDown();

            assertThat(answer.get(30, TimeUnit.SECONDS)).isEqualTo("\"finished\"");
            closing.join();
            assertThat(endpoint.linkCount()).isZero();
        }
    }

    private static String body(URI uri) {
        try {
            return call(uri, "{}").body();
        } catch (Exception e) {
            return e.toString();
        }
    }
}
