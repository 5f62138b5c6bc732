package dev.alkdev.operations.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.LeakCheck;

import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Wrapper;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** The gateway in another container than the one of the other tests. */
@ExtendWith(LeakCheck.class)
class TomcatTest {
    private final Tomcat tomcat = new Tomcat();
    private final HttpClient client = HttpClient.newHttpClient();
    private OperationRegistry registry;

    @BeforeEach
    void start(OperationRegistry registry, @TempDir Path folder) throws LifecycleException {
        this.registry = registry;
        Tasks.in(registry);
        tomcat.setBaseDir(folder.toString());
        tomcat.setHostname("127.0.0.1");
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        Context context = tomcat.addContext("/shop", folder.toString());
        LimitOptions limits = LimitOptions.defaults().withHeartbeat(Duration.ofMillis(100));
        Wrapper servlet =
                Tomcat.addServlet(
                        context,
                        "operations",
                        RestGateway.over(registry).limits(limits).build().servlet());
        servlet.setAsyncSupported(true);
        servlet.addMapping("/api/*");
        tomcat.start();
    }

    @AfterEach
    void stop() throws LifecycleException {
        client.shutdownNow();
        tomcat.stop();
        tomcat.destroy();
    }

    private HttpRequest.Builder request(String path) {
        int port = tomcat.getConnector().getLocalPort();
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/shop/api" + path))
                .timeout(Duration.ofSeconds(20));
    }

    private HttpResponse<String> post(String path, String body)
            throws IOException, InterruptedException {
        return client.send(
                request(path)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    @Test
    void callsAreAnswered() throws Exception {
        HttpResponse<String> sum = post("/operations/tasks.add", "{\"a\": 1, \"b\": 2}");
        assertThat(sum.body()).isEqualTo("3");
        assertThat(sum.headers().firstValue("X-Operation-Id")).contains("tasks.add");
        assertThat(
                        client.send(
                                        request("/operations/tasks.add?a=1&b=2").build(),
                                        BodyHandlers.ofString())
                                .body())
                .isEqualTo("3");
        assertThat(post("/batch", "{\"calls\": [{\"operation\": \"tasks.add\"}]}").statusCode())
                .isEqualTo(200);
    }

    @Test
    void aHandlerThatIgnoresItsDeadlineDoesNotDelayTheResponse() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        registry.register(
                OperationSpec.query("slow.stubborn").build(),
                (input, context) -> {
                    while (gate.getCount() > 0) {
                        try {
                            gate.await();
                        } catch (InterruptedException ignored) {
                            // On purpose: this handler does not end.
                            continue;
                        }
                    }
                    return "late";
                });
        try {
            HttpResponse<String> response =
                    client.send(
                            request("/operations/slow.stubborn?")
                                    .header("Operation-Timeout", "300ms")
                                    .build(),
                            BodyHandlers.ofString());

            assertThat(response.statusCode()).isEqualTo(504);
            assertThat(Json.parse(response.body()).path("code").asString()).isEqualTo("TIMEOUT");
            assertThat(registry.openCalls()).isEqualTo(1);
        } finally {
            gate.countDown();
        }
        await().until(() -> registry.openCalls() == 0);
        callsAreAnswered();
    }

    @Test
    void failuresAreProblems() throws Exception {
        HttpResponse<String> response = post("/operations/no.such", "{}");
        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(response.headers().firstValue("Content-Type").orElse(""))
                .startsWith("application/problem+json");
        assertThat(Json.parse(response.body()).get("instance").asString())
                .isEqualTo("/shop/api/operations/no.such");
        assertThat(post("/operations/tasks.add", "{]").statusCode()).isEqualTo(400);
    }

    private HttpResponse<InputStream> stream(String path) throws Exception {
        return client.send(
                request(path).header("Accept", "text/event-stream").build(),
                BodyHandlers.ofInputStream());
    }

    @Test
    void streamsAreWrittenAsTheyCome() throws Exception {
        try (InputStream body = stream("/operations/tasks.count?to=2").body()) {
            assertThat(new String(body.readAllBytes(), StandardCharsets.UTF_8))
                    .endsWith("event: item\ndata: 2\n\nevent: complete\ndata: {}\n\n");
        }
    }

    @Test
    void aClientThatGoesAwayEndsItsStream() throws Exception {
        try (InputStream body = stream("/operations/tasks.silent").body()) {
            assertThat(body.read()).isEqualTo(':');
        }
        await().until(() -> registry.openSubscriptions() == 0);
    }
}
