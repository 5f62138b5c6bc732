package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.openapi.RecordingServer.Received;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.nio.charset.StandardCharsets;

class RequestFormTest {
    private final RecordingServer server = RecordingServer.start();

    @AfterEach
    void stop() {
        server.close();
    }

    private TestApi api(String type, String content) {
        return TestApi.of(
                server,
                "post",
                "/p",
                """
                {"requestBody": {"required": true, "content": {"%s": %s}}}
                """
                        .formatted(type, content));
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
}
