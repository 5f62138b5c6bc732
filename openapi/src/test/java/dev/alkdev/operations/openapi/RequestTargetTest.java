package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.web.Credential;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.node.ObjectNode;

import java.util.function.UnaryOperator;

/** Where the requests of an API may go, and what part of their address callers can decide. */
class RequestTargetTest {
    private final RecordingServer server = RecordingServer.start();
    private final RecordingServer other = RecordingServer.start();

    @AfterEach
    void stop() {
        server.close();
        other.close();
    }

    private String target(TestApi api, String input) {
        api.call(input);
        return server.next().target();
    }

    @Nested
    class APath {
        @Test
        void withoutASlashIsUnusableAndCannotNameAnotherHost() {
            String away = "@" + other.url().substring("http://".length()) + "/steal";
            TestApi api =
                    TestApi.of(
                            server,
                            TestApi.document("get", away, "{}"),
                            it -> it.credential(Credential.bearer("SECRET")));

            assertThat(api.imported().operations()).isEmpty();
            assertThat(api.imported().problems())
                    .extracting(DocumentProblem::kind)
                    .containsExactly(DocumentProblem.Kind.UNUSABLE_OPERATION);
        }

        @Test
        void losesItsFragment() {
            TestApi plain = TestApi.of(server, "get", "/#Action=DescribeInstances", "{}");
            assertThat(target(plain, "{}")).isEqualTo("/");

            TestApi file =
                    TestApi.of(
                            server,
                            "get",
                            "/files/{id}#add_shared_link",
                            """
                            {"parameters": [
                              {"name": "id", "in": "path", "schema": {"type": "integer"}},
                              {"name": "fields", "in": "query", "schema": {"type": "string"}}]}
                            """);
            assertThat(target(file, "{\"id\": 12, \"fields\": \"a\"}"))
                    .isEqualTo("/files/12?fields=a");
            assertThat(file.imported().problems()).isEmpty();
        }

        @Test
        void mayHaveVariablesInItsQuery() {
            TestApi api =
                    TestApi.of(
                            server,
                            "get",
                            "/alerts?lat={lat}&lon={lon}&fixed=1",
                            """
                            {"parameters": [
                              {"name": "lat", "in": "path", "schema": {"type": "number"}},
                              {"name": "lon", "in": "path", "schema": {"type": "string"}},
                              {"name": "key", "in": "query", "schema": {"type": "string"}}]}
                            """);

            assertThat(target(api, "{\"lat\": 1.5, \"lon\": \"a&b\", \"key\": \"k\"}"))
                    .isEqualTo("/alerts?lat=1.5&lon=a%26b&fixed=1&key=k");
        }

        @Test
        void whoseQueryNamesAQueryParameterSendsItOnce() {
            TestApi api =
                    TestApi.of(
                            server,
                            "get",
                            "/users?q={query}",
                            """
                            {"parameters": [
                              {"name": "query", "in": "query", "schema": {"type": "string"}}]}
                            """);

            assertThat(api.inputSchema().path("properties").propertyNames())
                    .containsExactly("query");
            assertThat(target(api, "{\"query\": \"b\"}")).isEqualTo("/users?q=b");
            assertThat(target(api, "{}")).isEqualTo("/users");
        }
    }

    @Nested
    class AReservedPathParameter {
        private TestApi api() {
            return TestApi.of(
                    server,
                    "get",
                    "/r/{id}",
                    """
                    {"parameters": [{"name": "id", "in": "path", "allowReserved": true,
                                     "schema": {"type": "string"}}]}
                    """);
        }

        @Test
        void keepsSlashesAndNothingThatEndsThePath() {
            assertThat(target(api(), "{\"id\": \"a/b:c\"}")).isEqualTo("/r/a/b:c");
            assertThat(target(api(), "{\"id\": \"x?admin=1#y\"}")).isEqualTo("/r/x%3Fadmin=1%23y");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {"../../admin", "a/../b", "a/%2e%2E/b", ".", "a/./b", "a/..;x/b", ".%2e"})
        void cannotLeaveThePath(String id) {
            assertThatThrownBy(() -> api().call("{\"id\": \"" + id + "\"}"))
                    .isInstanceOfSatisfying(
                            CallException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.VALIDATION_ERROR));
            assertThat(server.waiting()).isZero();
        }
    }

    @Nested
    class AFetchedDocument {
        private OperationRegistry imported(UnaryOperator<HttpServiceOptions.Builder> options) {
            ObjectNode document = TestApi.document("get", "/p", "{}");
            document.putArray("servers").addObject().put("url", other.url());
            server.on("/openapi.json", 200, "application/json", document.toString());
            OperationRegistry registry = OperationRegistry.create();
            OpenApi.fromUrl(
                            server.url() + "/openapi.json",
                            options.apply(HttpServiceOptions.builder("api")).build())
                    .registerIn(registry);
            return registry;
        }

        @Test
        void cannotSendTheCredentialsToAnotherHost() {
            OperationRegistry registry =
                    imported(it -> it.credential(Credential.bearer("APISECRET")));

            assertThatThrownBy(() -> registry.execute("api.op", Json.parse("{}")))
                    .isInstanceOfSatisfying(
                            CallException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.EXECUTION_ERROR))
                    .hasMessage(
                            "the configured credentials, headers and parameters are not sent to "
                                    + other.url()
                                    + ", which is not the origin of the document; configure"
                                    + " baseUrl or trustedOrigins");
            assertThat(other.waiting()).isZero();
        }

        @Test
        void cannotSendTheHeadersOfTheConfigEither() {
            OperationRegistry registry = imported(it -> it.header("X-Key", "APISECRET"));

            assertThatThrownBy(() -> registry.execute("api.op", Json.parse("{}")))
                    .isInstanceOf(CallException.class);
            assertThat(other.waiting()).isZero();
        }

        @Test
        void namesWhateverServerItLikesWhereThereIsNoSecret() {
            imported(it -> it).execute("api.op", Json.parse("{}"));

            assertThat(other.next().target()).isEqualTo("/p");
        }

        @Test
        void sendsThemWhereTheConfigAllows() {
            Credential secret = Credential.bearer("APISECRET");
            imported(it -> it.credential(secret).trustedOrigin(other.url()))
                    .execute("api.op", Json.parse("{}"));
            assertThat(other.next().header("authorization")).isEqualTo("Bearer APISECRET");

            imported(it -> it.credential(secret).baseUrl(other.url()))
                    .execute("api.op", Json.parse("{}"));
            assertThat(other.next().header("authorization")).isEqualTo("Bearer APISECRET");
        }
    }

    @Test
    void aBaseUrlHasNoQueryFragmentOrUser() {
        for (String url : new String[] {"http://h/x?a=1", "http://h/x#y", "http://u:p@h/x"}) {
            assertThatThrownBy(() -> HttpServiceOptions.builder("api").baseUrl(url))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("a base URL has no query, fragment or user information")
                    .hasMessageNotContaining("u:p");
        }
    }
}
