package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.openapi.RecordingServer.Received;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.web.Credential;
import dev.alkdev.operations.web.Credential.KeyPlace;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.node.ObjectNode;

import java.util.function.UnaryOperator;

/** What the operator of an API configures: callers are not asked for it and cannot change it. */
class OperatorValuesTest {
    private static final String ALL_KINDS =
            """
            {"parameters": [
              {"name": "X-Tenant", "in": "header", "required": true, "schema": {"type": "string"}},
              {"name": "api-version", "in": "query", "required": true,
               "schema": {"type": "string"}},
              {"name": "session", "in": "cookie", "required": true, "schema": {"type": "string"}},
              {"name": "mine", "in": "cookie", "schema": {"type": "string"}},
              {"name": "filter", "in": "query", "explode": true,
               "schema": {"type": "object", "additionalProperties": {"type": "string"}}}]}
            """;

    private final RecordingServer server = RecordingServer.start();

    @AfterEach
    void stop() {
        server.close();
    }

    private TestApi api(String operation, UnaryOperator<HttpServiceOptions.Builder> options) {
        return TestApi.of(server, TestApi.document("get", "/p", operation), options);
    }

    private Received sent(TestApi api, String input) {
        api.call(input);
        return server.next();
    }

    @Nested
    class AParameter {
        @Test
        void thatIsPresetIsNotAskedFor() {
            TestApi api =
                    api(
                            ALL_KINDS,
                            it ->
                                    it.parameter("x-tenant", "T1")
                                            .parameter("api-version", Json.parse("7"))
                                            .parameter("session", "s 1"));

            assertThat(api.inputSchema().path("properties").propertyNames())
                    .containsExactly("mine", "filter");
            assertThat(api.inputSchema().has("required")).isFalse();
            Received received = sent(api, "{\"mine\": \"m\"}");
            assertThat(received.header("x-tenant")).isEqualTo("T1");
            assertThat(received.query()).isEqualTo("api-version=7");
            assertThat(received.header("cookie")).isEqualTo("mine=m; session=s%201");
        }

        @Test
        void thatIsPresetCannotBeChangedByAnotherThatSpreadsItsMembers() {
            TestApi api =
                    api(
                            ALL_KINDS,
                            it ->
                                    it.parameter("X-Tenant", "T1")
                                            .parameter("api-version", "7")
                                            .parameter("session", "s"));

            Received received =
                    sent(api, "{\"filter\": {\"api-version\": \"evil\", \"a\": \"b\"}}");

            assertThat(received.query()).isEqualTo("a=b&api-version=7");
        }

        @Test
        void ofThePathCanBePresetToo() {
            TestApi api =
                    TestApi.of(
                            server,
                            TestApi.document("get", "/t/{tenant}/p", "{}"),
                            it -> it.parameter("tenant", "a/b"));

            assertThat(sent(api, "{}").target()).isEqualTo("/t/a%2Fb/p");
        }

        @Test
        void thatIsPresetAndNowhereDeclaredIsAProblem() {
            assertThat(api("{}", it -> it.parameter("api-versoin", "7")).imported().problems())
                    .extracting(DocumentProblem::message)
                    .containsExactly(
                            "no operation has a parameter \"api-versoin\", which the config gives");
        }

        @Test
        void thatAConfiguredHeaderGivesIsNotAskedFor() {
            TestApi api =
                    api(
                            ALL_KINDS,
                            it ->
                                    it.header("x-tenant", "operator")
                                            .header("Cookie", "session=ours")
                                            .parameter("api-version", "7"));

            assertThat(api.inputSchema().has("required")).isFalse();
            Received received = sent(api, "{\"mine\": \"m\"}");
            assertThat(received.header("x-tenant")).isEqualTo("operator");
            assertThat(received.header("cookie")).isEqualTo("session=ours; mine=m");
        }

        @Test
        void thatIsTheApiKeyIsNotAskedFor() {
            String operation =
                    """
                    {"parameters": [{"name": "key", "in": "query", "required": true,
                                     "schema": {"type": "string"}}]}
                    """;
            TestApi fixed =
                    api(
                            operation,
                            it -> it.credential(Credential.apiKey(KeyPlace.QUERY, "key", "CONF")));
            assertThat(fixed.inputSchema().path("properties").isEmpty()).isTrue();
            assertThat(sent(fixed, "{}").query()).isEqualTo("key=CONF");
        }

        @Test
        void thatASupplierMayGiveIsOptionalAndTheSupplierWins() {
            ObjectNode document =
                    TestApi.document(
                            "get",
                            "/p",
                            """
                            {"parameters": [
                              {"name": "key", "in": "query", "required": true,
                               "schema": {"type": "string"}},
                              {"name": "k", "in": "cookie", "schema": {"type": "string"}}]}
                            """);
            document.putObject("components")
                    .putObject("securitySchemes")
                    .putObject("key")
                    .put("type", "apiKey")
                    .put("in", "query")
                    .put("name", "key");
            Credential both =
                    Credential.all(
                            Credential.apiKey(KeyPlace.QUERY, "key", "CONF"),
                            Credential.apiKey(KeyPlace.COOKIE, "k", "ours"));
            TestApi api = TestApi.of(server, document, it -> it.credentials(operation -> both));

            assertThat(sent(api, "{}").query()).isEqualTo("key=CONF");
            Received received = sent(api, "{\"key\": \"caller\", \"k\": \"caller\"}");
            assertThat(received.query()).isEqualTo("key=CONF");
            assertThat(received.header("cookie")).isEqualTo("k=ours");
        }

        @Test
        void ofTheExchangeIsIgnoredAsTheSpecificationSays() {
            TestApi api =
                    api(
                            """
                            {"parameters": [
                              {"name": "Authorization", "in": "header", "required": true,
                               "schema": {"type": "string"}},
                              {"name": "accept", "in": "header", "required": true,
                               "schema": {"type": "string", "default": "text/csv"}},
                              {"name": "Content-Type", "in": "header", "required": true,
                               "schema": {"type": "string"}}]}
                            """,
                            it -> it.credential(Credential.bearer("t")));

            assertThat(api.inputSchema().path("properties").isEmpty()).isTrue();
            Received received = sent(api, "{}");
            assertThat(received.header("authorization")).isEqualTo("Bearer t");
            assertThat(received.header("accept")).startsWith("application/json");
        }

        @Test
        void thatIsNotTheCallersDoesNotSlipIntoAnOpenBody() {
            TestApi api =
                    TestApi.of(
                            server,
                            "post",
                            "/p",
                            """
                            {"parameters": [{"name": "Content-Length", "in": "header",
                                             "schema": {"type": "integer"}}],
                             "requestBody": {"required": true, "content": {"application/json":
                               {"schema": {"type": "object",
                                           "properties": {"a": {"type": "string"}}}}}}}
                            """);

            assertThatThrownBy(() -> api.call("{\"a\": \"x\", \"Content-Length\": 5}"))
                    .isInstanceOfSatisfying(
                            CallException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.VALIDATION_ERROR))
                    .hasMessage(
                            "/Content-Length: is a parameter that callers do not give; leave it"
                                    + " out");
            assertThat(sent(api, "{\"a\": \"x\", \"b\": 1}").text())
                    .isEqualTo("{\"a\":\"x\",\"b\":1}");
        }
    }

    @Nested
    class TextBeyondAscii {
        @Test
        void ofACallerIsRefusedForAHeader() {
            TestApi api =
                    api(
                            """
                            {"parameters": [{"name": "X-H", "in": "header",
                                             "schema": {"type": "string"}}]}
                            """,
                            it -> it);

            for (String value : new String[] {"é", "\\u007f", "a\\nb", "日本"}) {
                assertThatThrownBy(() -> api.call("{\"X-H\": \"" + value + "\"}"))
                        .hasMessage(
                                "/X-H: has characters that no header can carry; printable ASCII is"
                                        + " allowed");
            }
            assertThat(server.waiting()).isZero();
        }

        @Test
        void isRefusedWhenItIsConfigured() {
            HttpServiceOptions.Builder builder = HttpServiceOptions.builder("api");
            assertThatThrownBy(() -> builder.header("X-H", "clé"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(
                            "the value of the header X-H has a line break or characters beyond"
                                    + " ASCII, which no header can carry");
            assertThatThrownBy(() -> builder.header("X H", "v"))
                    .hasMessage("\"X H\" cannot be the name of a header");
            assertThatThrownBy(() -> builder.header("Host", "v"))
                    .hasMessage(
                            "the header Host is set by the HTTP client and cannot be configured");
            assertThatThrownBy(() -> Credential.apiKey(KeyPlace.HEADER, "X-Key", "clé-é"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(
                            "the API key X-Key has control characters or characters beyond ASCII");
        }

        @Test
        void isEncodedInAQueryOrACookie() {
            Credential both =
                    Credential.all(
                            Credential.apiKey(KeyPlace.QUERY, "key", "é"),
                            Credential.apiKey(KeyPlace.COOKIE, "k", "é"));

            Received received = sent(api("{}", it -> it.credential(both)), "{}");

            assertThat(received.query()).isEqualTo("key=%C3%A9");
            assertThat(received.header("cookie")).isEqualTo("k=%C3%A9");
        }
    }

    @Nested
    class ATokenWithALineBreak {
        @Test
        void isRefusedWhereItIsConfigured() {
            assertThatThrownBy(() -> Credential.bearer("SECRET\n"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("the bearer token ends with a line break; trim it");
        }

        @Test
        void fromASupplierIsTheOperatorsFaultNotTheCallers() {
            TestApi api =
                    api("{}", it -> it.credentials(operation -> Credential.bearer("SECRET\n")));

            assertThatThrownBy(() -> api.call("{}"))
                    .isInstanceOfSatisfying(
                            CallException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.EXECUTION_ERROR))
                    .hasMessage(
                            "the credential for the API cannot be sent: the bearer token ends with"
                                    + " a line break; trim it");
        }
    }

    @Test
    void noLengthIsSentWithoutABodyUnlessTheMethodExpectsOne() {
        for (String method : new String[] {"get", "head", "delete"}) {
            Received received = sent(TestApi.of(server, method, "/p", "{}"), "{}");
            assertThat(received.headers()).doesNotContainKey("content-length");
        }
        assertThat(sent(TestApi.of(server, "post", "/p", "{}"), "{}").header("content-length"))
                .isEqualTo("0");
    }
}
