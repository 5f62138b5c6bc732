package dev.alkdev.operations.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.DrainGate;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.code.Clients;
import dev.alkdev.operations.console.Activity;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.spring.StarterApplication.LateSource;
import dev.alkdev.operations.spring.StarterApplication.Texts;
import dev.alkdev.operations.spring.StarterApplication.TextsClient;
import dev.alkdev.operations.testkit.FreePorts;
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
import java.util.stream.Stream;

/** The starter on Jetty, without Spring Security. One application serves all tests but the last. */
@Timeout(120)
class StarterTest {
    private static ConfigurableApplicationContext application;
    private static HttpClient http;

    @BeforeAll
    static void start() {
        application =
                run(0, "--operations.console.enabled=true", "--operations.console.path=/tools");
        http = HttpClient.newHttpClient();
    }

    private static ConfigurableApplicationContext run(int port, String... more) {
        return new SpringApplicationBuilder(StarterApplication.class)
                .run(
                        Stream.concat(
                                        Stream.of(
                                                "--server.port=" + port,
                                                "--server.address=127.0.0.1",
                                                "--spring.main.banner-mode=off",
                                                "--operations.rest.path=/rest",
                                                "--operations.source-timeout=5s"),
                                        Stream.of(more))
                                .toArray(String[]::new));
    }

    private static HttpResponse<String> get(ConfigurableApplicationContext of, String path)
            throws Exception {
        return http.send(
                HttpRequest.newBuilder(uri(of, path)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static JsonNode console(String path) throws Exception {
        HttpResponse<String> answer = get(application, "/tools/console/api" + path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return Json.parse(answer.body());
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
    void aMisspelledPropertyFailsTheStart() {
        assertThatThrownBy(() -> run(0, "--operations.mpc.enabled=false"))
                .hasStackTraceContaining("operations.mpc.enabled");
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

    @Test
    void aClientWorksAgainWhenItsHubIsBack() {
        int port = FreePorts.next();
        String sameUri = "--operations.clients.texts.uri=http://127.0.0.1:" + port + "/link";
        try (ConfigurableApplicationContext before = run(port);
                ConfigurableApplicationContext client =
                        new SpringApplicationBuilder(ClientOnly.class)
                                .web(WebApplicationType.NONE)
                                .run("--spring.main.banner-mode=off", sameUri)) {
            TextsClient texts = client.getBean(TextsClient.class);
            assertThat(texts.length("abcd")).isEqualTo(4);

            before.close();
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(
                            () ->
                                    assertThatThrownBy(() -> texts.length("abcd"))
                                            .isInstanceOfSatisfying(
                                                    CallException.class,
                                                    e ->
                                                            assertThat(e.code())
                                                                    .isEqualTo("UNAVAILABLE")));
            try (ConfigurableApplicationContext after = run(port)) {
                assertThat(after.isActive()).isTrue();
                await().atMost(Duration.ofSeconds(60))
                        .ignoreExceptions()
                        .until(() -> texts.length("abcde") == 5);
            }
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
                .containsExactlyInAnyOrder(
                        "/rest/**",
                        "/mcp/**",
                        "/link/**",
                        "/page/**",
                        "/tools/**",
                        "/tools/console/api/**");
    }

    @Test
    void theConsoleIsServedBelowItsPath() throws Exception {
        HttpResponse<String> page = get(application, "/tools/");

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("src=\"console/assets/");
        assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
                .startsWith("default-src 'none'");
        String script = page.body().replaceAll("(?s).* src=\"([^\"]+)\".*", "$1");
        assertThat(get(application, "/tools/" + script).headers().firstValue("Cache-Control"))
                .hasValue("public, max-age=31536000, immutable");
        HttpResponse<String> bare = get(application, "/tools");
        assertThat(bare.statusCode()).isEqualTo(302);
        assertThat(bare.headers().firstValue("Location").orElseThrow()).isEqualTo("tools/");
        assertThat(get(application, "/tools/nothing").statusCode()).isEqualTo(404);
    }

    @Test
    void theConsoleShowsWhatTheApplicationHas() throws Exception {
        call("texts.length", "{\"text\": \"abc\"}");

        JsonNode session = console("/session");
        assertThat(session.get("caller").isNull()).isTrue();
        assertThat(session.get("signOut").asBoolean()).isFalse();
        assertThat(session.at("/paths/rest").asString()).isEqualTo("/rest/operations");
        assertThat(console("/sources").at("/sources/0/name").asString()).isEqualTo("late");
        assertThat(console("/sources/late").get("operationIds").isArray()).isTrue();
        assertThat(console("/facets").get("namespaces").toString())
                .contains("{\"name\":\"texts\",\"count\":2}");
        assertThat(console("/activity?operation=texts.length").get("calls")).isNotEmpty();
        HttpResponse<String> checked =
                call(uri(application, "/tools/console/api/check/texts.length"), "{}");
        assertThat(Json.parse(checked.body()).get("errors")).hasSize(1);
    }

    @Test
    void pagesOfOtherOriginsCannotAskTheConsole() throws Exception {
        HttpRequest foreign =
                HttpRequest.newBuilder(uri(application, "/tools/console/api/sources"))
                        .header("Origin", "https://evil.example")
                        .build();

        assertThat(http.send(foreign, HttpResponse.BodyHandlers.ofString()).statusCode())
                .isEqualTo(403);
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
                            "operations.console.enabled",
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
        ConfigurableApplicationContext stopping = run(0);
        assertThat(stopping.getBeanProvider(Activity.class).getIfAvailable())
                .as("there is no console unless it is asked for")
                .isNull();
        assertThat(get(stopping, "/operations-console/").statusCode()).isEqualTo(404);
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
