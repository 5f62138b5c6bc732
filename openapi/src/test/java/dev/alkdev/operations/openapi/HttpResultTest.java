package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.HttpMeta;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;

class HttpResultTest {
    private final RecordingServer server = RecordingServer.start();

    @AfterEach
    void stop() {
        server.close();
    }

    private TestApi api(UnaryOperator<HttpServiceOptions.Builder> options) {
        return TestApi.of(server, TestApi.document("get", "/p", "{}"), options);
    }

    private TestApi api() {
        return api(config -> config);
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
    class TheResult {
        @ParameterizedTest
        @ValueSource(
                strings = {
                    "application/json",
                    "APPLICATION/JSON; Charset=UTF-8",
                    "application/problem+json",
                    "text/json"
                })
        void isJsonByItsContentType(String type) {
            server.on("/p", 200, type, "{\"a\": 1.10}");

            ResponseEnvelope<JsonNode> answer = api().call("{}");

            assertThat(answer.data().toString()).isEqualTo("{\"a\":1.10}");
            assertThat(((HttpMeta) answer.meta()).statusCode()).isEqualTo(200);
            assertThat(((HttpMeta) answer.meta()).contentType()).isEqualTo(type);
        }

        @Test
        void isReadInItsCharset() {
            server.on(
                    "/p",
                    (exchange, request) ->
                            RecordingServer.reply(
                                    exchange,
                                    200,
                                    "application/json; charset=iso-8859-1",
                                    "\"é\"".getBytes(StandardCharsets.ISO_8859_1)));

            assertThat(api().call("{}").data().asString()).isEqualTo("é");
        }

        @Test
        void isTextOrBytesOtherwise() {
            server.on("/p", 200, "text/html", "<p>");
            assertThat(api().call("{}").data()).isEqualTo(Json.parse("\"<p>\""));

            server.on("/p", 200, "image/png", "PNG");
            ResponseEnvelope<JsonNode> bytes = api().call("{}");
            assertThat(bytes.data().binaryValue()).asString().isEqualTo("PNG");
            assertThat(bytes.toJson().get("data")).hasToString("\"UE5H\"");
        }

        @Test
        void isNullWithoutABody() {
            server.on("/p", 204, "", "");
            assertThat(api().call("{}").data().isNull()).isTrue();

            server.on("/p", 200, "application/json", "");
            assertThat(api().call("{}").data().isNull()).isTrue();
        }

        @Test
        void hasHeadersInLowerCaseWithEveryCookie() {
            server.on(
                    "/p",
                    (exchange, request) -> {
                        exchange.getResponseHeaders().add("X-Many", "a");
                        exchange.getResponseHeaders().add("X-Many", "b");
                        exchange.getResponseHeaders().add("Set-Cookie", "c=1, 2");
                        exchange.getResponseHeaders().add("Set-Cookie", "d=3");
                        RecordingServer.reply(exchange, 201, "", new byte[0]);
                    });

            JsonNode meta = api().call("{}").toJson().get("meta");

            assertThat(meta.get("statusCode").asInt()).isEqualTo(201);
            assertThat(meta.at("/headers/x-many").asString()).isEqualTo("a, b");
            assertThat(meta.at("/headers/set-cookie"))
                    .isEqualTo(Json.parse("[\"c=1, 2\", \"d=3\"]"));
            assertThat(meta.get("contentType").asString()).isEmpty();
        }

        @Test
        void isAnErrorNamingThePositionIfItsJsonIsNone() {
            server.on("/p", 200, "application/json", "{\"a\":\n x}");

            CallException failure = failure(api());

            assertThat(failure.code()).isEqualTo(ErrorCode.EXECUTION_ERROR);
            assertThat(failure.getMessage())
                    .isEqualTo("invalid JSON in the response at line 2, column 2");
        }

        @Test
        void isTheFaultOfTheApiIfItCannotBeUsed() {
            for (String body :
                    List.of(
                            "{",
                            "[".repeat(600) + "]".repeat(600),
                            "[1" + "0".repeat(2_000) + "]")) {
                server.on("/p", 200, "application/json", body);

                assertThat(failure(api()).details())
                        .as(body.substring(0, 1))
                        .contains(Json.parse("{\"statusCode\": 502}"));
            }
        }

        @Test
        void hasTheLastOfTwoMembersOfOneName() {
            server.on("/p", 200, "application/json", "{\"a\": 1, \"a\": 2}");

            assertThat(api().call("{}").data()).isEqualTo(Json.parse("{\"a\": 2}"));
        }
    }

    @Nested
    class AnErrorStatus {
        @Test
        void isAnExecutionErrorWithStatusHeadersAndBody() {
            server.on("/p", 404, "application/problem+json", "{\"why\": \"gone\"}");

            CallException failure = failure(api());

            assertThat(failure.code()).isEqualTo(ErrorCode.EXECUTION_ERROR);
            assertThat(failure.getMessage()).isEqualTo("HTTP 404: Not Found");
            assertThat(failure.retryable()).isFalse();
            JsonNode details = failure.details().orElseThrow();
            assertThat(details.propertyNames()).containsExactly("statusCode", "body", "headers");
            assertThat(details.get("statusCode").asInt()).isEqualTo(404);
            assertThat(details.at("/headers/content-type").asString())
                    .isEqualTo("application/problem+json");
            assertThat(details.at("/body/why").asString()).isEqualTo("gone");
        }

        @Test
        void keepsABodyThatIsNotWhatItClaims() {
            server.on("/p", 500, "application/json", "<html>");

            JsonNode details = failure(api()).details().orElseThrow();

            assertThat(details.get("body").asString()).isEqualTo("<html>");
        }

        @Test
        void saysWhenToTryAgain() {
            server.on(
                    "/p",
                    (exchange, request) -> {
                        exchange.getResponseHeaders().add("Retry-After", "7");
                        RecordingServer.reply(exchange, 429, "", new byte[0]);
                    });

            CallException failure = failure(api());

            assertThat(failure.retryable()).isTrue();
            JsonNode details = failure.details().orElseThrow();
            assertThat(details.get("retryAfterMs").asLong()).isEqualTo(7000);
            assertThat(details.at("/headers/retry-after").asString()).isEqualTo("7");
        }
    }

    @Nested
    class ACompressedAnswer {
        private void answer(String encoding, byte[] body) {
            server.on(
                    "/p",
                    (exchange, request) -> {
                        exchange.getResponseHeaders().add("Content-Encoding", encoding);
                        RecordingServer.reply(exchange, 200, "application/json", body);
                    });
        }

        private byte[] gzip(byte[] plain) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
                out.write(plain);
            }
            return bytes.toByteArray();
        }

        private byte[] deflate(byte[] plain, boolean raw) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (DeflaterOutputStream out = new DeflaterOutputStream(bytes, new Deflater(9, raw))) {
                out.write(plain);
            }
            return bytes.toByteArray();
        }

        @Test
        void isDecoded() throws IOException {
            byte[] plain = "{\"a\": 1}".getBytes(StandardCharsets.UTF_8);
            answer("gzip", gzip(plain));
            assertThat(api().call("{}").data()).isEqualTo(Json.parse("{\"a\": 1}"));
            assertThat(server.next().header("accept-encoding")).isEqualTo("gzip, deflate");

            answer("deflate", deflate(plain, false));
            assertThat(api().call("{}").data()).isEqualTo(Json.parse("{\"a\": 1}"));

            answer("Deflate", deflate(plain, true));
            assertThat(api().call("{}").data()).isEqualTo(Json.parse("{\"a\": 1}"));

            answer("deflate, gzip", gzip(deflate(plain, false)));
            assertThat(api().call("{}").data()).isEqualTo(Json.parse("{\"a\": 1}"));
        }

        @Test
        void isMeasuredDecoded() throws IOException {
            answer("gzip", gzip(new byte[10_000_000]));

            CallException failure = failure(api(it -> it.maxResponseBytes(1_000_000)));

            assertThat(failure.code()).isEqualTo(ErrorCode.EXECUTION_ERROR);
            assertThat(failure.getMessage()).endsWith("the body has more than 1000000 bytes");
        }

        @Test
        void thatIsNoneIsAnError() {
            answer("gzip", "plain".getBytes(StandardCharsets.UTF_8));

            CallException failure = failure(api());

            assertThat(failure.code()).isEqualTo(ErrorCode.EXECUTION_ERROR);
            assertThat(failure.details()).contains(Json.parse("{\"statusCode\": 502}"));
        }
    }
}
