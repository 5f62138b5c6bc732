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

import tools.jackson.databind.node.ObjectNode;

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
