package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.NormalizeMode;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Responses and requests at the edge of what HTTP and OpenAPI describe. */
class EdgeResponsesTest {
    private final RecordingServer server = RecordingServer.start();
    private final AtomicInteger requests = new AtomicInteger();

    @AfterEach
    void stop() {
        server.close();
    }

    private TestApi api(String method, String operation) {
        return TestApi.of(server, method, "/p", operation);
    }

    private void busy(int status, String retryAfter, int times) {
        server.on(
                "/p",
                (exchange, request) -> {
                    boolean fails = requests.incrementAndGet() <= times;
                    if (fails && !retryAfter.isEmpty()) {
                        exchange.getResponseHeaders().add("Retry-After", retryAfter);
                    }
                    RecordingServer.reply(
                            exchange,
                            fails ? status : 200,
                            "application/json",
                            "7".getBytes(StandardCharsets.UTF_8));
                });
    }

    private static CallException failure(TestApi api) {
        try {
            api.call("{}");
        } catch (CallException e) {
            return e;
        }
        throw new AssertionError("the call did not fail");
    }

    @Test
    void negativeZeroKeepsItsSign() {
        for (String body :
                List.of(
                        "{\"a\": -0.0}",
                        "{\"a\": 1, \"a\": -0.0}",
                        "{\"a\": -0.0, \"b\": \"" + "b".repeat(2_000_000) + "\"}")) {
            server.on("/zero", 200, "application/json", body);
            TestApi api = TestApi.of(server, "get", "/zero", "{}");

            assertThat(api.call("{}").data().get("a").toString()).isEqualTo("-0.0");
        }
    }

    @Test
    void notModifiedIsAnErrorUnlessTheDocumentDeclaresIt() {
        server.on("/p", 304, "", "");

        CallException failure = failure(api("get", "{}"));
        assertThat(failure.code()).isEqualTo(ErrorCode.EXECUTION_ERROR);
        assertThat(failure).hasMessage("HTTP 304: Not Modified");
        TestApi declared = api("get", "{\"responses\": {\"304\": {\"description\": \"\"}}}");
        assertThat(declared.call("{}").data().isNull()).isTrue();
    }

    @Test
    void anEmptyTextIsAnEmptyString() {
        server.on("/p", 200, "text/plain", "");

        assertThat(api("get", "{}").call("{}").data()).isEqualTo(Json.parse("\"\""));
        assertThat(api("head", "{}").call("{}").data().isNull()).isTrue();
        server.on("/p", 204, "text/plain", "");
        assertThat(api("get", "{}").call("{}").data().isNull()).isTrue();
    }

    @Test
    void aQueryIsRepeatedWhenTheServerSaysWhen() {
        for (int status : new int[] {429, 503}) {
            requests.set(0);
            busy(status, "0", 2);

            assertThat(api("get", "{}").call("{}").data()).isEqualTo(Json.parse("7"));
            assertThat(requests).hasValue(3);
        }
    }

    @Test
    void nothingElseIsRepeatedByDefault() {
        busy(429, "", 5);
        failure(api("get", "{}"));
        assertThat(requests).hasValue(1);

        busy(502, "0", 5);
        failure(api("get", "{}"));
        assertThat(requests).hasValue(2);

        busy(429, "11", 5);
        failure(api("get", "{}"));
        assertThat(requests).hasValue(3);

        busy(429, "0", 9);
        failure(api("post", "{}"));
        failure(api("put", "{}"));
        assertThat(requests).hasValue(5);

        requests.set(0);
        failure(api("get", "{}"));
        assertThat(requests).hasValue(3);
    }

    @Test
    void anErrorStartsWithTheBodyOfTheApi() {
        server.on("/p", 404, "application/json", "{\"why\": \"gone\"}");

        JsonNode details = failure(api("get", "{}")).details().orElseThrow();

        assertThat(details.propertyNames()).containsExactly("statusCode", "body", "headers");
    }

    @Test
    void aBinaryMultipartBodyIsOneFile() {
        TestApi api =
                api(
                        "post",
                        """
                        {"requestBody": {"required": true, "content": {"multipart/form-data":
                          {"schema": {"type": "string", "format": "binary"}}}}}
                        """);

        api.call("{\"body\": {\"data\": \"aGk=\", \"filename\": \"a.txt\"}}");
        assertThat(server.next().text())
                .contains("name=\"file\"; filename=\"a.txt\"", "\r\n\r\nhi\r\n");
        api.call("{\"body\": \"aGk=\"}");
        assertThat(server.next().text()).contains("\r\n\r\nhi\r\n");
    }

    @Test
    void aContentTypeThatNoHeaderCanCarryIsTheCallersMistake() {
        TestApi api =
                api(
                        "post",
                        """
                        {"requestBody": {"content": {"image/*": {"schema":
                          {"type": "string", "format": "binary"}}}}}
                        """);

        assertThatThrownBy(
                        () ->
                                api.call(
                                        "{\"body\": {\"data\": \"aGk=\", \"contentType\":"
                                                + " \"image/png\\r\\nX: 1\"}}"))
                .hasMessage("/body: its contentType has characters that no header can carry");
        assertThat(server.waiting()).isZero();
    }

    @Test
    void anArrayInAnExplodedObjectRepeatsItsName() {
        TestApi api =
                api(
                        "get",
                        """
                        {"parameters": [{"name": "f", "in": "query", "schema": {"type": "object"}}]}
                        """);

        api.call("{\"f\": {\"a\": [1, 2], \"b\": 3}}");

        assertThat(server.next().query()).isEqualTo("a=1&a=2&b=3");
    }

    @Test
    void resultsAreNormalizedAsTheOptionsSay() {
        String operation =
                """
                {"responses": {"200": {"description": "", "content": {"application/json": {"schema":
                  {"type": "object", "properties": {"a": {}}}}}}}}
                """;
        server.on("/p", 200, "application/json", "{\"a\": 1, \"b\": 2}");
        TestApi none =
                TestApi.of(
                        server,
                        TestApi.document("get", "/p", operation),
                        config -> config.normalize(NormalizeMode.NONE));

        assertThat(none.call("{}").data()).isEqualTo(Json.parse("{\"a\": 1, \"b\": 2}"));
        assertThat(api("get", operation).call("{}").data()).isEqualTo(Json.parse("{\"a\": 1}"));
    }

    @Test
    void aNamespaceWithADotIsRejected() {
        assertThatThrownBy(() -> HttpServiceOptions.builder("a.b"))
                .hasMessage("the namespace \"a.b\" has a dot; use letters, digits, _ and -");
    }
}
