package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;

/** What a request requires is required here, under the names of the API. */
class RequiredMembersTest {
    private final RecordingServer server = RecordingServer.start();

    @AfterEach
    void stop() {
        server.close();
    }

    private TestApi optionalBody(String version, String mediaType, String more) {
        ObjectNode document =
                TestApi.document(
                        "post",
                        "/p",
                        """
                        {"parameters": [{"name": "page", "in": "query", "schema": {"type": "integer"}}],
                         "requestBody": {"content": {"%s": {"schema": {"type": "object",
                           "required": ["To", "Id"],
                           "properties": {"To": {"type": "string"}, "Body": {"type": "string"},
                             "Id": {"type": "string", "readOnly": true}} %s}}}}}
                        """
                                .formatted(mediaType, more));
        document.put("openapi", version);
        return TestApi.of(server, document, config -> config);
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.0.3", "3.1.0", "3.2.0"})
    void ofAnOptionalBodyAreRequiredOnceItIsSent(String version) {
        for (String type :
                new String[] {
                    "application/json", "application/x-www-form-urlencoded", "multipart/form-data"
                }) {
            TestApi api = optionalBody(version, type, "");

            assertThat(api.inputSchema().at("/dependentRequired/Body"))
                    .isEqualTo(Json.parse("[\"To\"]"));
            assertThatThrownBy(() -> api.call("{\"page\": 1, \"Body\": \"x\"}"))
                    .isInstanceOf(CallException.class)
                    .hasMessageContaining("To");
            assertThat(server.waiting()).isZero();
            Schema published = Schema.of(api.inputSchema());
            assertThat(published.accepts(Json.parse("{\"Body\": \"x\"}"))).isFalse();
            assertThat(published.accepts(Json.parse("{\"page\": 1}"))).isTrue();

            api.call("{\"page\": 1}");
            assertThat(server.next().text()).isEmpty();
            api.call("{\"To\": \"a\", \"Body\": \"x\"}");
            assertThat(server.next().text()).contains("To", "Body");
        }
    }

    @Test
    void ofAnOptionalBodyAreAllRequiredByAChain() {
        ObjectNode document = TestApi.document("post", "/p", "{}");
        document.at("/paths/~1p/post")
                .asObject()
                .set(
                        "requestBody",
                        Json.parse(
                                """
                                {"content": {"application/json": {"schema": {"type": "object",
                                  "required": ["a", "b", "c"], "dependentRequired": {"d": ["e"]},
                                  "properties": {"a": {}, "b": {}, "d": {}, "e": {}}}}}}
                                """));
        TestApi api = TestApi.of(server, document, config -> config);

        assertThat(api.inputSchema().get("dependentRequired"))
                .isEqualTo(
                        Json.parse(
                                """
                                {"a": ["b", "c"], "b": ["a"], "c": ["a"], "d": ["a", "e"],
                                 "e": ["a"]}
                                """));
        Schema published = Schema.of(api.inputSchema());
        for (String partial :
                List.of("{'a': 1}", "{'b': 1}", "{'c': 1}", "{'e': 1}", "{'a': 1, 'b': 1}")) {
            assertThat(published.accepts(Json.parse(partial.replace('\'', '"')))).isFalse();
        }
        assertThat(published.accepts(Json.parse("{}"))).isTrue();
        assertThat(published.accepts(Json.parse("{\"a\": 1, \"b\": 1, \"c\": 1}"))).isTrue();
    }

    @Test
    void ofAnOptionalBodyGrowWithTheDocumentOnly() {
        ObjectNode document = TestApi.document("post", "/p", "{}");
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("type", "object");
        for (int i = 0; i < 5_000; i++) {
            body.withObjectProperty("properties").putObject("m" + i);
            body.withArrayProperty("required").add("m" + i);
        }
        document.at("/paths/~1p/post")
                .asObject()
                .putObject("requestBody")
                .putObject("content")
                .putObject("application/json")
                .set("schema", body);

        TestApi api = TestApi.of(server, document, config -> config);

        assertThat(api.inputSchema().toString()).hasSizeLessThan(3 * document.toString().length());
    }

    @Test
    void ofAnOpenBodyAreRequiredForMembersOfAnyName() {
        TestApi api = optionalBody("3.1.0", "application/json", ", \"additionalProperties\": true");

        assertThatThrownBy(() -> api.call("{\"other\": 1}"))
                .hasMessage("/To: is required by the body of the request");
        assertThat(server.waiting()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'name': 'p', 'in': 'query', 'required': true, 'schema': {'type': 'string',"
                        + " 'readOnly': true}}",
                "{'name': 'p', 'in': 'header', 'required': true, 'schema': {'type': 'string',"
                        + " 'readOnly': true}}",
                "{'name': 'p', 'in': 'cookie', 'required': true, 'schema': {'$ref':"
                        + " '#/components/schemas/Id'}}",
                "{'name': 'p', 'in': 'query', 'required': true, 'content': {'application/json':"
                        + " {'schema': {'type': 'string', 'readOnly': true}}}}",
                "{'name': 'p', 'in': 'query', 'required': true, 'schema': {'$ref':"
                        + " '#/components/schemas/Id'}}"
            })
    void ofParametersStayRequiredThoughTheirSchemaIsReadOnly(String parameter) {
        for (String version : new String[] {"3.0.3", "3.1.0"}) {
            ObjectNode document = TestApi.document("get", "/p", "{}");
            document.put("openapi", version);
            // Of the path item, which operations share.
            document.withObjectProperty("paths")
                    .withObjectProperty("/p")
                    .putArray("parameters")
                    .add(Json.parse(parameter.replace('\'', '"')));
            document.set(
                    "components",
                    Json.parse(
                            "{\"schemas\": {\"Id\": {\"type\": \"string\", \"readOnly\": true}}}"));
            TestApi api = TestApi.of(server, document, config -> config);

            assertThat(api.inputSchema().get("required")).isEqualTo(Json.parse("[\"p\"]"));
            assertThat(api.spec().inputSchema().view().properties().get("p").types()).hasSize(1);
            assertThatThrownBy(() -> api.call("{}")).hasMessageContaining("p");
            assertThat(server.waiting()).isZero();
        }
    }
}
