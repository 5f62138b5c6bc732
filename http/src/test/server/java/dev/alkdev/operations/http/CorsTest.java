package dev.alkdev.operations.http;

import static dev.alkdev.operations.http.RestServer.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.testkit.LeakCheck;
import dev.alkdev.operations.web.AllowedOrigins;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Locale;

@ExtendWith(LeakCheck.class)
class CorsTest {
    private static final String APP = "https://app.example";

    private static RestGateway.Builder gateway(OperationRegistry registry) {
        Tasks.in(registry);
        return RestGateway.over(registry);
    }

    private static HttpResponse<String> preflight(RestServer server, String origin) {
        return server.send(
                "/operations/tasks.echo",
                new String[] {"Origin", origin, "Access-Control-Request-Method", "POST"},
                request -> request.method("OPTIONS", BodyPublishers.noBody()));
    }

    @Test
    void itIsOffUnlessAsked(OperationRegistry registry) {
        try (RestServer server = RestServer.serving(gateway(registry))) {
            HttpResponse<String> response = preflight(server, APP);
            assertThat(response.statusCode()).isEqualTo(204);
            assertThat(response.headers().map().keySet())
                    .noneMatch(name -> name.toLowerCase(Locale.ROOT).startsWith("access-control"));
            assertThat(response.headers().firstValue("Vary")).isEmpty();
        }
    }

    @Test
    void aPageOfAnotherOriginMayNotPost(OperationRegistry registry) {
        try (RestServer server = RestServer.serving(gateway(registry))) {
            HttpResponse<String> response =
                    server.post("/operations/tasks.echo", "", "Origin", APP);
            assertThat(problem(response).get("status").asInt()).isEqualTo(403);
            assertThat(problem(response).get("detail").asString())
                    .isEqualTo("pages of https://app.example may not call operations here");
            assertThat(server.post("/operations/tasks.echo", "", "Origin", "null").statusCode())
                    .isEqualTo(403);
        }
    }

    @Test
    void aPageOfAnotherOriginMayNotCallByGet(OperationRegistry registry) {
        try (RestServer server = RestServer.serving(gateway(registry))) {
            String call = "/operations/tasks.echo?a=1";
            assertThat(server.get(call, "Origin", APP).statusCode()).isEqualTo(403);
            for (String site : new String[] {"cross-site", "same-site"}) {
                HttpResponse<String> image = server.get(call, "Sec-Fetch-Site", site);
                assertThat(problem(image).get("detail").asString())
                        .isEqualTo("pages of another site may not call operations here");
            }
            String own = "http://127.0.0.1:" + server.port();
            assertThat(server.get(call).statusCode()).isEqualTo(200);
            assertThat(server.get(call, "Origin", own).statusCode()).isEqualTo(200);
            assertThat(server.get(call, "Sec-Fetch-Site", "same-origin").statusCode())
                    .isEqualTo(200);
            assertThat(server.get(call, "Sec-Fetch-Site", "none").statusCode()).isEqualTo(200);
            assertThat(server.get("/operations", "Sec-Fetch-Site", "cross-site").statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void aPageOfAnotherOriginThatIsAllowedMayCallByGet(OperationRegistry registry) {
        RestGateway.Builder gateway = gateway(registry).cors(CorsOptions.of(APP));
        try (RestServer server = RestServer.serving(gateway)) {
            HttpResponse<String> response =
                    server.get(
                            "/operations/tasks.echo?a=1",
                            "Origin",
                            APP,
                            "Sec-Fetch-Site",
                            "cross-site");
            assertThat(response.statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aPageOfItsOwnOriginMay(OperationRegistry registry) {
        try (RestServer server = RestServer.serving(gateway(registry))) {
            String own = "http://127.0.0.1:" + server.port();
            assertThat(server.post("/operations/tasks.echo", "", "Origin", own).statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void aPreflightOfAListedOriginIsGranted(OperationRegistry registry) {
        CorsOptions rule = new CorsOptions(AllowedOrigins.of(APP), Duration.ofSeconds(60));
        try (RestServer server = RestServer.serving(gateway(registry).cors(rule))) {
            HttpResponse<String> response = preflight(server, APP);
            assertThat(response.statusCode()).isEqualTo(204);
            assertThat(response.headers().firstValue("Access-Control-Allow-Origin")).contains(APP);
            assertThat(response.headers().firstValue("Access-Control-Allow-Methods"))
                    .contains("GET, HEAD, POST");
            assertThat(response.headers().firstValue("Access-Control-Allow-Headers").orElseThrow())
                    .contains("Authorization", "Content-Type", "Operation-Timeout");
            assertThat(response.headers().firstValue("Access-Control-Max-Age")).contains("60");
            assertThat(response.headers().firstValue("Vary")).contains("Origin");
        }
    }

    @Test
    void aListedOriginMayReadAnswersAndErrors(OperationRegistry registry) {
        try (RestServer server = RestServer.serving(gateway(registry).cors(CorsOptions.of(APP)))) {
            for (String path : new String[] {"/operations/tasks.echo", "/nowhere"}) {
                HttpResponse<String> response = server.post(path, "", "Origin", APP);
                assertThat(response.headers().firstValue("Access-Control-Allow-Origin"))
                        .contains(APP);
                assertThat(
                                response.headers()
                                        .firstValue("Access-Control-Expose-Headers")
                                        .orElseThrow())
                        .contains("X-Request-Id");
            }
        }
    }

    @Test
    void anotherOriginIsNotGranted(OperationRegistry registry) {
        try (RestServer server = RestServer.serving(gateway(registry).cors(CorsOptions.of(APP)))) {
            HttpResponse<String> response = preflight(server, "https://app.example.evil");
            assertThat(response.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
            assertThat(response.headers().firstValue("Vary")).contains("Origin");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", "app.example", "https://app.example/", "ftp://a", "null", "a b"})
    void whatIsNoOriginIsRefused(String origin) {
        assertThatThrownBy(() -> CorsOptions.of(origin))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "an origin should be as https://app.example or http://localhost:5173 but"
                                + " is \""
                                + origin
                                + "\"");
    }
}
