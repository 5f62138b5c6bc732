package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.openapi.RecordingServer.Received;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;

class RequestBodyTest {
    private final RecordingServer server = RecordingServer.start();

    @AfterEach
    void stop() {
        server.close();
    }

    private TestApi api(String type, String content) {
        return api(type, content, "[]");
    }

    private TestApi api(String type, String content, String parameters) {
        return TestApi.of(
                server,
                "post",
                parameters.contains("path") ? "/p/{id}" : "/p",
                """
                {"parameters": %s, "requestBody": {"required": true, "content": {"%s": %s}}}
                """
                        .formatted(parameters, type, content));
    }

    @Nested
    class TheInput {
        @Test
        void hasThePropertiesOfAnObjectBodyAmongItsOwn() {
            TestApi api =
                    api(
                            "application/json",
                            """
                            {"schema": {"type": "object", "required": ["name"],
                             "properties": {"name": {"type": "string"}, "age": {"type": "integer"}}}}
                            """,
                            "[{\"name\": \"id\", \"in\": \"path\", \"schema\": {\"type\":"
                                    + " \"integer\"}}]");

            assertThat(api.inputSchema())
                    .isEqualTo(
                            Json.parse(
                                    """
                                    {"type": "object", "properties": {"id": {"type": "integer"},
                                      "name": {"type": "string"}, "age": {"type": "integer"}},
                                     "required": ["id", "name"]}
                                    """));
            api.call("{\"id\": 7, \"name\": \"Rex\", \"more\": true}");
            Received request = server.next();
            assertThat(request.target()).isEqualTo("/p/7");
            assertThat(Json.parse(request.text()))
                    .isEqualTo(Json.parse("{\"name\": \"Rex\", \"more\": true}"));
        }

        @Test
        void isRefusedWithANumberThatJsonDoesNotHave() {
            TestApi api = api("application/json", "{\"schema\": {}}");
            ObjectNode input = Json.mapper().createObjectNode();
            input.putObject("body").put("load", Double.NaN);

            assertThatThrownBy(() -> api.registry().execute("api.op", input))
                    .isInstanceOf(CallException.class)
                    .hasMessageContaining("/body/load: is NaN or infinite");
        }

        @Test
        void hasTheBodyUnderItsOwnNameWhereNamesCollide() {
            TestApi api =
                    api(
                            "application/json",
                            "{\"schema\": {\"properties\": {\"id\": {\"type\": \"string\"}}}}",
                            "[{\"name\": \"id\", \"in\": \"path\", \"schema\": {\"type\":"
                                    + " \"integer\"}}]");

            assertThat(api.inputSchema().at("/properties").propertyNames())
                    .containsExactly("id", "body");
            api.call("{\"id\": 7, \"body\": {\"id\": \"x\"}}");
            Received request = server.next();
            assertThat(request.target() + " " + request.text()).isEqualTo("/p/7 {\"id\":\"x\"}");
        }

        @Test
        void tellsParametersOfOneNameApartByTheirLocation() {
            TestApi api =
                    api(
                            "application/json",
                            "{\"schema\": {\"type\": \"array\"}}",
                            """
                            [{"name": "id", "in": "path"}, {"name": "id", "in": "query"},
                             {"name": "body", "in": "query"}, {"name": "id", "in": "header"}]
                            """);

            assertThat(api.inputSchema().at("/properties").propertyNames())
                    .containsExactly("path_id", "query_id", "query_body", "header_id", "body");
            api.call(
                    """
                    {"path_id": "1", "query_id": "2", "header_id": "3", "query_body": "4",
                     "body": [5]}
                    """);
            Received request = server.next();
            assertThat(request.target()).isEqualTo("/p/1?id=2&body=4");
            assertThat(request.header("id") + request.text()).isEqualTo("3[5]");
        }

        @Test
        void refusesWhatItDoesNotKnowIfThereIsNoBodyToPutItIn() {
            TestApi api = TestApi.of(server, "get", "/p", "{}");

            assertThatThrownBy(() -> api.call("{\"limit\": 1}"))
                    .isInstanceOf(CallException.class)
                    .hasMessageContaining("limit");
        }

        @Test
        void findsThePropertiesOfABodyThroughReferencesAndAllOf() {
            ObjectNode document =
                    TestApi.document(
                            "post",
                            "/p",
                            """
                            {"requestBody": {"content": {"application/json": {"schema":
                              {"$ref": "#/components/schemas/Dog"}}}}}
                            """);
            document.set(
                    "components",
                    Json.parse(
                            """
                            {"schemas": {
                              "Pet": {"type": "object", "properties": {"name": {"type": "string"},
                                "friend": {"$ref": "#/components/schemas/Dog"}}},
                              "Dog": {"allOf": [{"$ref": "#/components/schemas/Pet"},
                                {"properties": {"breed": {"type": "string"}}}]}}}
                            """));
            TestApi api = TestApi.of(server, document, config -> config);

            assertThat(api.inputSchema().at("/properties").propertyNames())
                    .containsExactly("name", "friend", "breed");
            assertThatThrownBy(() -> api.call("{\"friend\": {\"friend\": {\"name\": 1}}}"))
                    .hasMessageContaining("/friend/friend/name");
        }
    }

    @Test
    void arraysAndScalarsAreBodies() {
        api("application/json", "{\"schema\": {\"type\": \"array\"}}").call("{\"body\": [1, 2]}");
        assertThat(server.next().text()).isEqualTo("[1,2]");

        api("application/json", "{\"schema\": {\"type\": \"integer\"}}").call("{\"body\": 5}");
        Received scalar = server.next();
        assertThat(scalar.text()).isEqualTo("5");
        assertThat(scalar.header("content-type")).isEqualTo("application/json");
    }

    @Test
    void anOptionalBodyThatIsNotGivenIsNotSent() {
        TestApi api =
                TestApi.of(
                        server,
                        "post",
                        "/p",
                        """
                        {"requestBody": {"content": {"application/json": {"schema":
                          {"properties": {"a": {}}, "required": ["a"]}}}}}
                        """);

        api.call("{}");

        Received request = server.next();
        assertThat(request.text() + request.header("content-type")).isEmpty();
    }

    @Test
    void anOptionalBodyThatNeedsNothingIsSentEmptyWhereItsMethodWrites() {
        String operation =
                """
                {"requestBody": {"content": {"%s": {"schema": {"properties": {"a": {}}}}}}}
                """;
        for (String method : new String[] {"post", "put", "patch"}) {
            TestApi.of(server, method, "/p", operation.formatted("application/json")).call("{}");
            Received request = server.next();
            assertThat(request.text() + request.header("content-type"))
                    .isEqualTo("{}application/json");
        }
        TestApi.of(server, "delete", "/p", operation.formatted("application/json")).call("{}");
        assertThat(server.next().headers()).doesNotContainKeys("content-type", "content-length");

        String form = "application/x-www-form-urlencoded";
        TestApi.of(server, "post", "/p", operation.formatted(form)).call("{}");
        Received empty = server.next();
        assertThat(empty.text() + empty.header("content-type")).isEqualTo(form);
    }

    @Test
    void anXmlBodyIsATextWhoseDescriptionSaysWhatIsInIt() {
        TestApi api =
                api(
                        "application/xml",
                        "{\"schema\": {\"type\": \"object\", \"properties\": {\"a\": {}}}}");

        assertThat(api.inputSchema().at("/properties/body"))
                .isEqualTo(
                        Json.parse(
                                """
                                {"type": "string", "contentMediaType": "application/xml",
                                 "contentSchema": {"type": "object", "properties": {"a": {}}}}
                                """));
        api.call("{\"body\": \"<a/>\"}");
        assertThat(server.next().text()).isEqualTo("<a/>");
    }

    @Test
    void textIsSentAsItIs() {
        api("text/plain; charset=ISO-8859-1", "{}").call("{\"body\": \"hé\"}");

        assertThat(server.next().latin1()).isEqualTo("hé");
    }

    @Test
    void thePreferredMediaTypeIsSentWhereThereAreSeveral() {
        ObjectNode document =
                TestApi.document(
                        "patch",
                        "/p",
                        """
                        {"requestBody": {"content": {
                          "application/json-patch+json": {"schema": {"type": "array"}},
                          "application/merge-patch+json": {"schema": {"type": "object"}}}}}
                        """);

        TestApi.of(server, document, config -> config).call("{\"body\": {\"a\": 1}}");
        assertThat(server.next().header("content-type")).isEqualTo("application/merge-patch+json");

        ImportOptions options =
                ImportOptions.builder().bodyTypes(List.of("application/json-patch+json")).build();
        TestApi.of(server, document, config -> config.imports(options)).call("{\"body\": []}");
        assertThat(server.next().header("content-type")).isEqualTo("application/json-patch+json");
    }

    @Test
    void readOnlyPropertiesAreNotAskedOfACaller() {
        TestApi api =
                api(
                        "application/json",
                        """
                        {"schema": {"required": ["id", "name"], "properties": {
                          "id": {"readOnly": true}, "name": {}}}}
                        """);

        JsonNode required = api.inputSchema().get("required");

        assertThat(required).isEqualTo(Json.parse("[\"name\"]"));
    }
}
