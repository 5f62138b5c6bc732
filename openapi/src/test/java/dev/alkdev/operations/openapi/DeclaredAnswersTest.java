package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.ErrorSpec;
import dev.alkdev.operations.HttpMeta;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.UnaryOperator;

/** What comes of the responses that a document declares, and of those it does not. */
class DeclaredAnswersTest {
    private final RecordingServer server = RecordingServer.start();

    @AfterEach
    void stop() {
        server.close();
    }

    private TestApi api(String responses, UnaryOperator<HttpServiceOptions.Builder> options) {
        return TestApi.of(
                server,
                TestApi.document("get", "/p", "{\"responses\": " + responses + "}"),
                options);
    }

    private TestApi api(String responses) {
        return api(responses, it -> it);
    }

    private void answer(int status, String body) {
        server.on("/p", status, "application/json", body);
    }

    private static CallException failure(TestApi api) {
        try {
            api.call("{}");
        } catch (CallException e) {
            return e;
        }
        throw new AssertionError("the call did not fail");
    }

    @Nested
    class ASuccess {
        private final TestApi api =
                api(
                        """
                        {"200": {"description": "", "content": {"application/json": {"schema":
                           {"type": "object", "properties": {"name": {"type": "string"}}}},
                           "application/vnd.big+json": {"schema": {"type": "object",
                             "properties": {"big": {"type": "integer"}}}}}},
                         "202": {"description": "", "content": {"application/json": {"schema":
                           {"type": "object", "properties": {"jobId": {"type": "integer"}}}}}},
                         "204": {"description": ""}}
                        """);

        @Test
        void isNormalizedByTheSchemaOfItsOwnStatus() {
            answer(200, "{\"name\": 5, \"jobId\": 7}");
            assertThat(api.call("{}").data()).isEqualTo(Json.parse("{\"name\": \"5\"}"));

            answer(202, "{\"jobId\": \"7\", \"name\": \"x\"}");
            assertThat(api.call("{}").data()).isEqualTo(Json.parse("{\"jobId\": 7}"));
        }

        @Test
        void isNormalizedByTheSchemaOfItsMediaType() {
            server.on("/p", 200, "application/vnd.big+json; v=1", "{\"big\": \"1\", \"name\": 1}");

            assertThat(api.call("{}").data()).isEqualTo(Json.parse("{\"big\": 1}"));
        }

        @Test
        void thatNobodyDeclaredStaysAsItIs() {
            answer(203, "{\"more\": 1}");

            assertThat(api.call("{}").data()).isEqualTo(Json.parse("{\"more\": 1}"));
        }

        @Test
        void isPublishedWithAllItsSchemas() {
            JsonNode published = api.spec().outputSchema().toJson();

            assertThat(published.path("anyOf").valueStream())
                    .extracting(branch -> branch.path("properties").propertyNames().toString())
                    .containsExactly("[name]", "[big]", "[jobId]");
        }
    }

    @Nested
    class AnError {
        private final TestApi api =
                api(
                        """
                        {"200": {"description": ""},
                         "404": {"description": "no such pet", "content": {"application/json":
                           {"schema": {"type": "object",
                                       "properties": {"why": {"type": "string"}}}}}},
                         "401": {"description": ""}, "429": {"description": ""},
                         "4XX": {"description": ""}, "503": {"description": ""}}
                        """);

        private String code(int status) {
            answer(status, "{\"why\": \"gone\"}");
            return failure(api).code();
        }

        @Test
        void hasTheCodeThatTheSpecDeclares() {
            assertThat(code(404)).isEqualTo("HTTP_404");
            assertThat(code(409)).isEqualTo("HTTP_4XX");
            assertThat(code(500)).isEqualTo(ErrorCode.EXECUTION_ERROR);
            TestApi any = api("{\"200\": {\"description\": \"\"}, \"default\": {}}");
            assertThat(failure(any).code()).isEqualTo("HTTP_DEFAULT");
        }

        @Test
        void keepsItsMessageAndDetailsWhichFitTheDeclaredSchema() {
            answer(404, "{\"why\": \"gone\"}");

            CallException failure = failure(api);

            assertThat(failure).hasMessage("HTTP 404: Not Found");
            JsonNode details = failure.details().orElseThrow();
            assertThat(details.at("/body/why").asString()).isEqualTo("gone");
            ErrorSpec declared = api.spec().error("HTTP_404").orElseThrow();
            assertThat(declared.schema().accepts(details)).isTrue();
            assertThat(declared.schema().accepts(Json.parse("{\"why\": \"gone\"}"))).isFalse();
            assertThat(declared.schema().toJson().at("/properties/body/properties/why/type"))
                    .isEqualTo(Json.parse("\"string\""));
        }

        @Test
        void mayBeTriedAgainAsItsStatusSays() {
            answer(429, "");
            assertThat(failure(api).retryable()).isTrue();
            answer(503, "");
            assertThat(failure(api).retryable()).isTrue();
            answer(404, "");
            assertThat(failure(api).retryable()).isFalse();
        }

        @Test
        void ofTheCallerKeepsItsStatusAndAnyOtherIsABadGateway() {
            List<String> statuses =
                    api.spec().errors().stream()
                            .map(it -> it.code() + " " + it.httpStatus())
                            .toList();

            assertThat(statuses)
                    .containsExactly(
                            "HTTP_404 404",
                            "HTTP_401 502",
                            "HTTP_429 429",
                            "HTTP_4XX null",
                            "HTTP_503 502");
        }

        @Test
        void hasABodyThatIsBounded() {
            answer(404, "\"" + "x".repeat(10_000) + "\"");

            JsonNode body =
                    failure(api("{}", it -> it.maxErrorBytes(100)))
                            .details()
                            .orElseThrow()
                            .get("body");

            assertThat(body.asString()).hasSize(100);
        }
    }

    @Nested
    class WithheldHeaders {
        private void answer(int status) {
            server.on(
                    "/p",
                    (exchange, request) -> {
                        exchange.getResponseHeaders().add("Set-Cookie", "session=abc");
                        exchange.getResponseHeaders().add("X-Internal-Host", "db7");
                        exchange.getResponseHeaders().add("X-Total", "3");
                        RecordingServer.reply(exchange, status, "", new byte[0]);
                    });
        }

        @Test
        void areNeitherInResultsNorInErrors() {
            TestApi api = api("{}", it -> it.withholdHeaders(HttpServiceOptions.PRIVATE_HEADERS));

            answer(200);
            ResponseEnvelope<JsonNode> result = api.call("{}");
            assertThat(((HttpMeta) result.meta()).headers().values().keySet())
                    .contains("x-total")
                    .doesNotContain("set-cookie", "x-internal-host");
            answer(500);
            JsonNode headers = failure(api).details().orElseThrow().get("headers");
            assertThat(headers.propertyNames())
                    .contains("x-total")
                    .doesNotContain("set-cookie", "x-internal-host");
        }
    }

    @Nested
    class ABodyThatCannotBeRead {
        private String message() {
            CallException failure = failure(api("{}"));
            assertThat(failure.code()).isEqualTo(ErrorCode.EXECUTION_ERROR);
            assertThat(failure.retryable()).isFalse();
            return String.valueOf(failure.getMessage());
        }

        @Test
        void becauseOfItsEncodingIsAnErrorThatNamesIt() {
            server.on(
                    "/p",
                    (exchange, request) -> {
                        exchange.getResponseHeaders().add("Content-Encoding", "br");
                        RecordingServer.reply(exchange, 200, "text/plain", new byte[] {1, 2});
                    });

            assertThat(message())
                    .endsWith(
                            "/p failed: the response is encoded as \"br\", which is not supported");
        }

        @Test
        void doesNotHideAnErrorStatus() {
            server.on(
                    "/p",
                    (exchange, request) -> {
                        exchange.getResponseHeaders().add("Content-Encoding", "br");
                        RecordingServer.reply(exchange, 500, "text/plain", new byte[] {1, 2});
                    });

            assertThat(message()).isEqualTo("HTTP 500: Internal Server Error");
        }

        @Test
        void becauseItIsBeyondALimitSaysWhichOne() {
            answer(200, "[".repeat(600) + "]".repeat(600));
            assertThat(message())
                    .startsWith("the JSON of the response is beyond a limit (")
                    .contains("nesting depth")
                    .contains("500");

            answer(200, "1".repeat(1_200));
            assertThat(message()).contains("Number value length").contains("1000");
        }
    }

    @Test
    void aTokenOrLinesOfJsonAreText() {
        for (String type :
                new String[] {"application/jwt", "application/x-ndjson", "application/json-seq"}) {
            server.on("/p", 200, type, "{\"a\":1}\n{\"a\":2}\n");
            assertThat(api("{}").call("{}").data().asString()).isEqualTo("{\"a\":1}\n{\"a\":2}\n");
        }
    }

    @Test
    void xmlIsATextWhoseSchemaIsOnlyDescribed() {
        server.on("/p", 200, "application/xml", "<a/>");
        TestApi api =
                api(
                        """
                        {"200": {"description": "", "content": {"application/xml": {"schema":
                          {"type": "object", "properties": {"a": {"type": "string"}}}}}},
                         "201": {"description": ""}}
                        """);

        assertThat(api.call("{}").data().asString()).isEqualTo("<a/>");
        assertThat(api.registry().drift("api.op").mismatched()).isZero();
    }

    @Test
    void aRedirectWithASpaceIsFollowed() throws IOException {
        server.on(
                "/p",
                (exchange, request) -> {
                    exchange.getResponseHeaders().add("Location", "/a b?c=d e#f");
                    RecordingServer.reply(exchange, 302, "", new byte[0]);
                });
        server.on(
                "/a%20b",
                (exchange, request) ->
                        RecordingServer.reply(
                                exchange,
                                200,
                                "application/json",
                                "7".getBytes(StandardCharsets.UTF_8)));

        assertThat(api("{}").call("{}").data()).isEqualTo(Json.parse("7"));
    }
}
