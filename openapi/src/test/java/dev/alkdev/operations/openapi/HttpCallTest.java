package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.HttpMeta;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.openapi.Credential.KeyPlace;
import dev.alkdev.operations.openapi.RecordingServer.Received;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;

class HttpCallTest {
    private final RecordingServer server = RecordingServer.start();

    @AfterEach
    void stop() {
        server.close();
    }

    private TestApi api(UnaryOperator<HttpServiceConfig.Builder> options) {
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
            assertThat(details.propertyNames()).containsExactly("statusCode", "headers", "body");
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
    class ACredential {
        private Received sent(UnaryOperator<HttpServiceConfig.Builder> options) {
            api(options).call("{}");
            return server.next();
        }

        @Test
        void standsWhereItsKindSays() {
            assertThat(sent(it -> it.credential(Credential.bearer("t"))).header("authorization"))
                    .isEqualTo("Bearer t");
            assertThat(
                            sent(it -> it.credential(Credential.basic("u", "p")))
                                    .header("authorization"))
                    .isEqualTo("Basic dTpw");
            assertThat(sent(key(KeyPlace.HEADER)).header("x-key")).isEqualTo("s&t");
            assertThat(sent(key(KeyPlace.QUERY)).query()).isEqualTo("X-Key=s%26t");
            assertThat(sent(key(KeyPlace.COOKIE)).header("cookie")).isEqualTo("X-Key=s%26t");
        }

        private UnaryOperator<HttpServiceConfig.Builder> key(KeyPlace place) {
            return it -> it.credential(Credential.apiKey(place, "X-Key", "s&t"));
        }

        @Test
        void isAskedForBeforeEveryCall() {
            AtomicInteger asked = new AtomicInteger();
            TestApi api =
                    api(
                            it ->
                                    it.credentials(
                                            operation ->
                                                    Credential.bearer(
                                                            operation + asked.incrementAndGet())));

            api.call("{}");
            api.call("{}");

            assertThat(server.next().header("authorization")).isEqualTo("Bearer api.op1");
            assertThat(server.next().header("authorization")).isEqualTo("Bearer api.op2");
        }

        @Test
        void appearsNowhereElse() {
            Credential secret =
                    Credential.all(
                            Credential.bearer("SECRET"),
                            Credential.apiKey(KeyPlace.QUERY, "k", "SECRET"));
            server.on("/p", 500, "", "");
            CallException failure = failure(api(it -> it.credential(secret)));
            server.close();
            CallException unreachable = failure(api(it -> it.credential(secret)));

            assertThat(failure.toJson().toString() + unreachable.toJson() + secret)
                    .doesNotContain("SECRET");
            assertThat(HttpServiceConfig.builder("a").credential(secret).build().toString())
                    .doesNotContain("SECRET");
        }

        @Test
        void thatCannotBeHadFailsTheCallWithoutSayingWhy() {
            CallException failure =
                    failure(
                            api(
                                    it ->
                                            it.credentials(
                                                    operation -> {
                                                        throw new IOException("vault SECRET");
                                                    })));

            assertThat(failure.toJson().toString())
                    .isEqualTo(
                            "{\"code\":\"EXECUTION_ERROR\",\"message\":\"no credential could be had"
                                    + " for the call\"}");
            assertThat(failure).hasNoCause();
        }
    }

    @Nested
    class ARedirect {
        private void redirect(String from, int status, String to) {
            server.on(
                    from,
                    (exchange, request) -> {
                        exchange.getResponseHeaders().add("Location", to);
                        RecordingServer.reply(exchange, status, "", new byte[0]);
                    });
        }

        @Test
        void withinTheOriginIsFollowedWithCredentials() {
            redirect("/p", 302, "/q?x=1");

            api(it -> it.credential(Credential.bearer("t"))).call("{}");

            server.next();
            Received followed = server.next();
            assertThat(followed.target()).isEqualTo("/q?x=1");
            assertThat(followed.header("authorization")).isEqualTo("Bearer t");
        }

        @Test
        void keepsMethodAndBodyOrBecomesAGetAsItsStatusSays() {
            TestApi post =
                    TestApi.of(
                            server,
                            "post",
                            "/p",
                            "{\"requestBody\": {\"content\": {\"application/json\": {}}}}");
            redirect("/p", 307, "/q");
            post.call("{\"body\": 1}");
            server.next();
            Received kept = server.next();
            assertThat(kept.method() + kept.text()).isEqualTo("POST1");

            redirect("/p", 303, "/q");
            post.call("{\"body\": 1}");
            server.next();
            Received changed = server.next();
            assertThat(changed.method() + changed.text() + changed.header("content-type"))
                    .isEqualTo("GET");
        }

        @Test
        void toAnotherOriginIsNotFollowedUnlessAllowedAndThenWithoutCredentials() {
            try (RecordingServer other = RecordingServer.start()) {
                redirect("/p", 302, other.url() + "/q");
                UnaryOperator<HttpServiceConfig.Builder> secret =
                        it -> it.credential(Credential.bearer("t")).header("X-Static", "s");

                CallException failure = failure(api(secret));
                assertThat(failure.getMessage())
                        .isEqualTo("HTTP 302: Found (the redirect is not followed)");
                assertThat(other.waiting()).isZero();

                api(it -> secret.apply(it).redirects(Redirects.ANYWHERE, 5)).call("{}");
                Received followed = other.next();
                assertThat(followed.headers()).doesNotContainKeys("authorization", "x-static");
            }
        }

        @Test
        void thatTheDocumentDeclaresIsAResult() {
            redirect("/p", 302, "http://127.0.0.1:1/x");
            TestApi api =
                    TestApi.of(
                            server,
                            "get",
                            "/p",
                            "{\"responses\": {\"302\": {\"description\": \"\"}}}");

            HttpMeta meta = (HttpMeta) api.call("{}").meta();

            assertThat(meta.statusCode()).isEqualTo(302);
            assertThat(meta.headers().value("location")).hasValue("http://127.0.0.1:1/x");
        }

        @Test
        void withoutEndIsGivenUp() {
            redirect("/p", 302, "/p");

            assertThat(failure(api()).getMessage()).endsWith("more than 5 redirects");
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

            assertThat(failure(api()).code()).isEqualTo(ErrorCode.EXECUTION_ERROR);
        }
    }

    @Nested
    class TheServer {
        private ObjectNode document(String servers) {
            ObjectNode document = TestApi.document("get", "/p", "{}");
            document.set("servers", Json.parse(servers));
            return document;
        }

        private void call(ObjectNode document, HttpServiceConfig config) {
            OperationRegistry registry = OperationRegistry.create();
            OpenApi.from(document, config).registerIn(registry);
            registry.execute("api.op", Json.parse("{}"));
        }

        @Test
        void comesFromTheDocumentWithItsVariables() {
            ObjectNode document =
                    document(
                            """
                            [{"url": "%s/{stage}/{version}/", "variables": {
                              "stage": {"default": "live"}, "version": {"default": "v1"}}}]
                            """
                                    .formatted(server.url()));

            call(document, HttpServiceConfig.of("api"));
            assertThat(server.next().target()).isEqualTo("/live/v1/p");

            call(
                    document,
                    HttpServiceConfig.builder("api").serverVariable("stage", "test").build());
            assertThat(server.next().target()).isEqualTo("/test/v1/p");
        }

        @Test
        void ofAnOperationOrPathGoesBeforeThatOfTheDocument() {
            ObjectNode document = document("[{\"url\": \"http://127.0.0.1:1\"}]");
            document.at("/paths/~1p/get")
                    .asObject()
                    .set("servers", Json.parse("[{\"url\": \"" + server.url() + "/own\"}]"));

            call(document, HttpServiceConfig.of("api"));

            assertThat(server.next().target()).isEqualTo("/own/p");
        }

        @Test
        void thatNobodyKnowsIsAProblemAndCallsSaySo() {
            ObjectNode document = document("[{\"url\": \"/relative\"}]");
            HttpServiceConfig config = HttpServiceConfig.of("api");

            assertThat(OpenApi.from(document, config).problems())
                    .extracting(DocumentProblem::kind)
                    .containsExactly(DocumentProblem.Kind.NO_SERVER);
            assertThatThrownBy(() -> call(document, config))
                    .hasMessage("the document does not say where the API is; configure a base URL");
        }

        @Test
        void ofSwaggerIsHostAndBasePath() {
            ObjectNode document =
                    Json.parse(
                                    """
                                    {"swagger": "2.0", "info": {"title": "T", "version": "1"},
                                     "host": "%s", "basePath": "/v2", "schemes": ["http"],
                                     "paths": {"/p": {"get": {"operationId": "op", "responses": {}}}}}
                                    """
                                            .formatted(server.url().substring(7)))
                            .asObject();

            call(document, HttpServiceConfig.of("api"));

            assertThat(server.next().target()).isEqualTo("/v2/p");
        }
    }

    @Test
    void staticHeadersGoWithEveryRequest() {
        api(it -> it.header("X-App", "tests")).call("{}");

        Received request = server.next();
        assertThat(request.header("x-app")).isEqualTo("tests");
        assertThat(request.header("accept")).isEqualTo("application/json, */*;q=0.5");
    }

    @Test
    void anExchangeOfOnesOwnSendsTheRequests() {
        HttpExchange counting = HttpExchange.shared();
        AtomicInteger sent = new AtomicInteger();

        api(it ->
                        it.exchange(
                                request -> {
                                    sent.incrementAndGet();
                                    return counting.send(request);
                                }))
                .call("{}");

        assertThat(sent).hasValue(1);
    }
}
