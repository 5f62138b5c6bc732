package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.HttpMeta;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.openapi.RecordingServer.Received;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.web.Credential;
import dev.alkdev.operations.web.Credential.KeyPlace;
import dev.alkdev.operations.web.HttpSender;
import dev.alkdev.operations.web.Redirects;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

class HttpRequestTest {
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
    class ATrace {
        private static final String PARENT =
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

        private Received sent(TestApi api, String input, String parent) {
            Map<String, JsonNode> trace =
                    Map.of(
                            "traceparent",
                            StringNode.valueOf(parent),
                            "tracestate",
                            StringNode.valueOf("vendor=1"));
            CallBuilder context = Call.builder().metadata(trace);
            api.registry().execute(context.to("api.op", Json.parse(input)));
            return server.next();
        }

        @Test
        void ofTheCallGoesOnInTheApi() {
            Received received = sent(api(), "{}", PARENT);

            assertThat(received.header("traceparent")).isEqualTo(PARENT);
            assertThat(received.header("tracestate")).isEqualTo("vendor=1");
        }

        @Test
        void thatIsNoneIsLeftOut() {
            Received received = sent(api(), "{}", "00-1\r\nX-Other: 2");

            assertThat(received.headers()).doesNotContainKeys("traceparent", "tracestate");
        }

        @Test
        void thatTheInputNamesCounts() {
            TestApi api =
                    TestApi.of(
                            server,
                            "get",
                            "/p",
                            """
                            {"parameters": [{"name": "traceparent", "in": "header",
                                             "schema": {"type": "string"}}]}
                            """);

            Received received = sent(api, "{\"traceparent\": \"mine\"}", PARENT);

            assertThat(received.header("traceparent")).isEqualTo("mine");
            assertThat(received.headers()).doesNotContainKey("tracestate");
        }
    }

    @Nested
    class ACredential {
        private Received sent(UnaryOperator<HttpServiceOptions.Builder> options) {
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

        private UnaryOperator<HttpServiceOptions.Builder> key(KeyPlace place) {
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
            assertThat(HttpServiceOptions.builder("a").credential(secret).build().toString())
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
                            "{\"code\":\"EXECUTION_ERROR\",\"message\":\"no credential available"
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
                UnaryOperator<HttpServiceOptions.Builder> secret =
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
    class TheServer {
        private ObjectNode document(String servers) {
            ObjectNode document = TestApi.document("get", "/p", "{}");
            document.set("servers", Json.parse(servers));
            return document;
        }

        private void call(ObjectNode document, HttpServiceOptions config) {
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

            call(document, HttpServiceOptions.of("api"));
            assertThat(server.next().target()).isEqualTo("/live/v1/p");

            call(
                    document,
                    HttpServiceOptions.builder("api").serverVariable("stage", "test").build());
            assertThat(server.next().target()).isEqualTo("/test/v1/p");
        }

        @Test
        void ofAnOperationOrPathGoesBeforeThatOfTheDocument() {
            ObjectNode document = document("[{\"url\": \"http://127.0.0.1:1\"}]");
            document.at("/paths/~1p/get")
                    .asObject()
                    .set("servers", Json.parse("[{\"url\": \"" + server.url() + "/own\"}]"));

            call(document, HttpServiceOptions.of("api"));

            assertThat(server.next().target()).isEqualTo("/own/p");
        }

        @Test
        void thatNobodyKnowsIsAProblemAndCallsSaySo() {
            ObjectNode document = document("[{\"url\": \"/relative\"}]");
            HttpServiceOptions config = HttpServiceOptions.of("api");

            assertThat(OpenApi.from(document, config).problems())
                    .extracting(DocumentProblem::kind)
                    .containsExactly(DocumentProblem.Kind.NO_SERVER);
            assertThatThrownBy(() -> call(document, config))
                    .hasMessage("the document has no server URL; configure a base URL");
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

            call(document, HttpServiceOptions.of("api"));

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
        HttpSender counting = HttpSender.shared();
        AtomicInteger sent = new AtomicInteger();

        api(it ->
                        it.sender(
                                request -> {
                                    sent.incrementAndGet();
                                    return counting.send(request);
                                }))
                .call("{}");

        assertThat(sent).hasValue(1);
    }
}
