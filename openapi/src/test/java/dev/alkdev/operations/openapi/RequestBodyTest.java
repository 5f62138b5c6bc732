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
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.nio.charset.StandardCharsets;
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
    void aFormThatIsNoObjectIsTextOrRefused() {
        TestApi text =
                api("application/x-www-form-urlencoded", "{\"schema\": {\"type\": \"string\"}}");
        text.call("{\"body\": \"ingredientList=3 tomatoes\"}");
        assertThat(server.next().text()).isEqualTo("ingredientList=3 tomatoes");

        TestApi any = api("application/x-www-form-urlencoded", "{}");
        assertThatThrownBy(() -> any.call("{\"body\": [1, 2]}"))
                .hasMessage("/body: a form is given as an object or as text");
        TestApi parts = api("multipart/form-data", "{}");
        assertThatThrownBy(() -> parts.call("{\"body\": [1, 2]}"))
                .hasMessage("/body: a multipart body is given as an object");
        assertThat(server.waiting()).isZero();
    }

    @Test
    void anObjectInAFormKeepsItsNameAsJson() {
        TestApi api =
                api(
                        "application/x-www-form-urlencoded",
                        """
                        {"schema": {"type": "object", "properties": {"o": {}, "x": {}, "s": {}}},
                         "encoding": {"s": {"explode": true}}}
                        """);

        api.call("{\"o\": {\"x\": 1}, \"x\": 2, \"s\": {\"y\": 3}}");

        assertThat(server.next().text()).isEqualTo("o=%7B%22x%22%3A1%7D&x=2&y=3");
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
    void formsAreEncodedAsTheirEncodingSays() {
        TestApi api =
                api(
                        "application/x-www-form-urlencoded",
                        """
                        {"schema": {"type": "object", "properties": {"a": {}, "b": {}, "c": {}}},
                         "encoding": {"b": {"style": "deepObject", "explode": true},
                                      "c": {"style": "form", "explode": false}}}
                        """);

        api.call("{\"a\": \"x&y\", \"b\": {\"k\": [{\"z\": 1}]}, \"c\": [1, 2], \"d\": [3, 4]}");

        Received request = server.next();
        assertThat(request.header("content-type")).isEqualTo("application/x-www-form-urlencoded");
        assertThat(request.text()).isEqualTo("a=x%26y&b%5Bk%5D%5B0%5D%5Bz%5D=1&c=1,2&d=3&d=4");
    }

    @Test
    void multipartCarriesFilesFieldsAndJson() {
        TestApi api =
                api(
                        "multipart/form-data",
                        """
                        {"schema": {"type": "object", "properties": {
                          "file": {"type": "string", "format": "binary"},
                          "note": {"type": "string"}, "tags": {"type": "object"}}}}
                        """);

        api.call(
                """
                {"file": {"data": "AAH/", "filename": "a\\"b.bin", "contentType": "image/png"},
                 "note": "hé", "tags": {"x": 1}}
                """);

        Received request = server.next();
        String type = request.header("content-type");
        assertThat(type).startsWith("multipart/form-data; boundary=");
        String boundary = type.substring(type.indexOf('=') + 1);
        String utf8 =
                new String("hé".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        assertThat(request.latin1())
                .isEqualTo(
                        ("--B\r\n"
                                        + "Content-Disposition: form-data; name=\"file\";"
                                        + " filename=\"a%22b.bin\"\r\n"
                                        + "Content-Type: image/png\r\n\r\n"
                                        + "\0\1\u00ff\r\n"
                                        + "--B\r\n"
                                        + "Content-Disposition: form-data; name=\"note\"\r\n\r\n"
                                        + utf8
                                        + "\r\n"
                                        + "--B\r\n"
                                        + "Content-Disposition: form-data; name=\"tags\"\r\n"
                                        + "Content-Type: application/json\r\n\r\n"
                                        + "{\"x\":1}\r\n"
                                        + "--B--\r\n")
                                .replace("--B", "--" + boundary));
    }

    @Test
    void aFileMayBeBytesOfThisProcess() {
        TestApi api =
                api(
                        "multipart/form-data",
                        """
                        {"schema": {"type": "object", "properties": {
                          "file": {"type": "string", "format": "binary"}}}}
                        """);
        ObjectNode input = JsonNodeFactory.instance.objectNode();
        input.put("file", new byte[] {1, 2, 3});

        api.registry().execute("api.op", input);

        assertThat(server.next().latin1()).contains("\r\n\r\n\1\2\3\r\n--");
    }

    @Test
    void whatIsNotBase64IsNoFile() {
        TestApi api = api("application/octet-stream", "{\"schema\": {\"format\": \"binary\"}}");

        assertThatThrownBy(() -> api.call("{\"body\": \"/etc/passwd?\"}"))
                .hasMessage("/body: a file is given as base64");
        api.call("{\"body\": \"AAH/\"}");
        Received request = server.next();
        assertThat(request.latin1()).isEqualTo("\0\1\u00ff");
        assertThat(request.header("content-type")).isEqualTo("application/octet-stream");
    }

    @Test
    void textIsSentAsItIs() {
        api("text/plain; charset=ISO-8859-1", "{}").call("{\"body\": \"hé\"}");

        assertThat(server.next().latin1()).isEqualTo("hé");
    }

    @Test
    void swaggerFormsAndFilesAreBodies() {
        ObjectNode document =
                Json.parse(
                                """
                                {"swagger": "2.0", "info": {"title": "T", "version": "1"},
                                 "paths": {"/p": {"post": {"operationId": "op", "responses": {},
                                  "consumes": ["multipart/form-data"], "parameters": [
                                   {"name": "f", "in": "formData", "type": "file", "required": true},
                                   {"name": "n", "in": "formData", "type": "integer"}]}}}}
                                """)
                        .asObject();
        TestApi api = TestApi.of(server, document, config -> config);

        api.call("{\"f\": \"AAH/\", \"n\": 3}");

        assertThat(server.next().latin1())
                .contains("name=\"f\"; filename=\"f\"")
                .contains("\0\1\u00ff")
                .contains("name=\"n\"\r\n\r\n3\r\n");
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
