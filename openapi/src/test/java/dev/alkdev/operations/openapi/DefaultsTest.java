package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.openapi.RecordingServer.Received;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import tools.jackson.databind.node.ObjectNode;

class DefaultsTest {
    private static final String PARAMETERS =
            """
            {"parameters": [
              {"name": "page", "in": "query", "schema": {"default": 1}},
              {"name": "version", "in": "query", "required": true, "schema": {"default": "v1"}},
              {"name": "X-Api", "in": "header", "schema": {"default": "2024"}},
              {"name": "Accept", "in": "header", "schema": {"default": "text/html"}},
              {"name": "theme", "in": "cookie", "schema": {"default": "dark"}},
              {"name": "nothing", "in": "header", "schema": {"default": null}}]}
            """;

    private final RecordingServer server = RecordingServer.start();

    @AfterEach
    void stop() {
        server.close();
    }

    private TestApi api(ObjectNode document, Defaults defaults) {
        return TestApi.of(server, document, config -> config.defaults(defaults));
    }

    private Received sent(ObjectNode document, Defaults defaults, String input) {
        api(document, defaults).call(input);
        return server.next();
    }

    @Nested
    class OfParameters {
        private final ObjectNode document = TestApi.document("get", "/p", PARAMETERS);

        @Test
        void areSentWhereTheyAreRequiredOrStandForThemselves() {
            TestApi api = TestApi.of(server, document, config -> config);
            api.call("{}");

            Received request = server.next();
            assertThat(request.query()).isEqualTo("version=v1");
            assertThat(request.header("x-api")).isEqualTo("2024");
            assertThat(request.header("cookie")).isEqualTo("theme=dark");
            assertThat(request.header("accept")).isEqualTo("application/json, */*;q=0.5");
            assertThat(request.headers()).doesNotContainKey("nothing");
            assertThat(api.inputSchema().has("required")).isFalse();
        }

        @Test
        void areAllSentIfAskedFor() {
            Received request = sent(document, Defaults.ALL, "{}");

            assertThat(request.query()).isEqualTo("page=1&version=v1");
            assertThat(request.header("x-api")).isEqualTo("2024");
            assertThat(request.header("cookie")).isEqualTo("theme=dark");
            assertThat(request.header("accept")).isEqualTo("application/json, */*;q=0.5");
        }

        @Test
        void areNotSentIfTurnedOffSoThatWhatIsRequiredMustBeGiven() {
            TestApi api = api(document, Defaults.NONE);

            assertThatThrownBy(() -> api.call("{}")).hasMessageContaining("version");
            api.call("{\"version\": \"v2\"}");

            Received request = server.next();
            assertThat(request.query()).isEqualTo("version=v2");
            assertThat(request.headers()).doesNotContainKeys("x-api", "cookie");
        }

        @Test
        void areFoundInWhatASchemaIsComposedOf() {
            ObjectNode composed =
                    TestApi.document(
                            "get",
                            "/p",
                            """
                            {"parameters": [
                              {"name": "a", "in": "query", "required": true,
                               "schema": {"allOf": [{"type": "string"}, {"default": "x"}]}},
                              {"name": "b", "in": "query", "required": true,
                               "schema": {"anyOf": [{"default": 1}, {"type": "null"}]}}]}
                            """);

            assertThat(sent(composed, Defaults.SAFE, "{}").query()).isEqualTo("a=x&b=1");
        }

        @ParameterizedTest
        @EnumSource(Defaults.class)
        void giveWayToWhatTheCallerSays(Defaults defaults) {
            Received request =
                    sent(
                            document,
                            defaults,
                            "{\"version\": \"v3\", \"page\": 2, \"X-Api\": \"1\", \"theme\":"
                                    + " null}");

            assertThat(request.query()).isEqualTo("page=2&version=v3");
            assertThat(request.header("x-api")).isEqualTo("1");
            assertThat(request.headers()).doesNotContainKey("cookie");
        }

        @Test
        void areFoundThroughReferences() {
            ObjectNode referring =
                    TestApi.document(
                            "get",
                            "/p/{v}",
                            """
                            {"parameters": [{"name": "v", "in": "path", "required": true,
                              "schema": {"$ref": "#/components/schemas/Version"}}]}
                            """);
            referring.set(
                    "components",
                    Json.parse("{\"schemas\": {\"Version\": {\"default\": \"v7\"}}}"));

            assertThat(sent(referring, Defaults.SAFE, "{}").path()).isEqualTo("/p/v7");
        }

        @Test
        void ofSwaggerStandInTheParameterItself() {
            String document =
                    """
                    swagger: "2.0"
                    info: {title: T, version: "1"}
                    paths:
                      /p:
                        get:
                          operationId: op
                          parameters:
                            - {name: a, in: query, type: string, required: true, default: x}
                            - {name: b, in: query, type: string, default: y}
                          responses: {}
                    """;
            OperationRegistry registry = OperationRegistry.create();
            HttpServiceOptions config =
                    HttpServiceOptions.builder("api").baseUrl(server.url()).build();
            OpenApi.from(document, config).registerIn(registry);

            registry.execute("api.op", Json.parse("{}"));

            assertThat(server.next().query()).isEqualTo("a=x");
        }
    }

    @Nested
    class OfBodies {
        private ObjectNode document(String method, boolean required) {
            return TestApi.document(
                    method,
                    "/p",
                    """
                    {"requestBody": {"required": %s, "content": {"application/json": {"schema": {
                      "type": "object", "required": ["kind", "id", "name"], "properties": {
                        "kind": {"type": "string", "default": "plain"},
                        "id": {"type": "string", "default": "-", "readOnly": true},
                        "name": {"type": "string"},
                        "hidden": {"type": "boolean", "default": false}}}}}}}
                    """
                            .formatted(required));
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '`',
                value = {
                    "NONE | post  | {'name':'a','kind':'k'} | {'name':'a','kind':'k'}",
                    "SAFE | post  | {'name':'a','kind':'k'} | {'name':'a','kind':'k'}",
                    "ALL  | post  | {'name':'a'} | {'name':'a','kind':'plain','hidden':false}",
                    "ALL  | put   | {'name':'a'} | {'name':'a','kind':'plain','hidden':false}",
                    "ALL  | patch | {'name':'a','kind':'k'} | {'name':'a','kind':'k'}",
                    "ALL  | post  | {'name':'a','hidden':true} |"
                            + " {'name':'a','hidden':true,'kind':'plain'}",
                })
        void areSentWhereTheRuleSays(
                Defaults defaults, String method, String input, String expected) {
            Received request = sent(document(method, true), defaults, input.replace('\'', '"'));

            assertThat(request.text()).isEqualTo(expected.replace('\'', '"'));
        }

        @Test
        void areDemandedOfTheCallerWhereNobodyFillsThemIn() {
            assertThat(api(document("post", true), Defaults.ALL).inputSchema().get("required"))
                    .isEqualTo(Json.parse("[\"name\"]"));
            assertThat(api(document("patch", true), Defaults.ALL).inputSchema().get("required"))
                    .isEqualTo(Json.parse("[\"kind\", \"name\"]"));
            assertThat(api(document("post", true), Defaults.SAFE).inputSchema().get("required"))
                    .isEqualTo(Json.parse("[\"kind\", \"name\"]"));
        }

        @Test
        void doNotMakeABodyThatIsLeftOut() {
            Received none = sent(document("post", false), Defaults.ALL, "{}");
            assertThat(none.text()).isEmpty();

            Received some =
                    sent(
                            document("post", false),
                            Defaults.ALL,
                            "{\"name\": \"a\", \"hidden\": true}");
            assertThat(some.text())
                    .isEqualTo("{\"name\":\"a\",\"hidden\":true,\"kind\":\"plain\"}");
        }
    }
}
