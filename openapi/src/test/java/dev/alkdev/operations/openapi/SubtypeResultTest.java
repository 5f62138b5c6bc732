package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Results of a base type whose subtypes the document knows by a discriminator. */
class SubtypeResultTest {
    private static final String KUSTO =
            """
            {"swagger": "2.0", "info": {"title": "Kusto", "version": "1"},
             "paths": {"/db": {"get": {"operationId": "op", "produces": ["application/json"],
               "responses": {"200": {"description": "fine", "schema": {"$ref": "#/definitions/Database"}}}}}},
             "definitions": {
               "Database": {"discriminator": "kind", "required": ["kind"],
                 "properties": {"name": {"type": "string"}, "location": {"type": "string"},
                   "kind": {"type": "string", "enum": ["ReadWrite", "ReadOnlyFollowing"]}}},
               "ReadWriteDatabase": {"x-ms-discriminator-value": "ReadWrite",
                 "allOf": [{"$ref": "#/definitions/Database"}],
                 "properties": {"properties": {"type": "object",
                   "properties": {"hotCachePeriod": {"type": "string"}}}}}}}
            """;

    private final RecordingServer server = RecordingServer.start();

    @AfterEach
    void stop() {
        server.close();
    }

    private String result(String answer) {
        server.on("/db", 200, "application/json", answer);
        TestApi api = TestApi.of(server, Json.parse(KUSTO).asObject(), config -> config);
        return api.call("{}").data().toString();
    }

    @Test
    void keepWhatTheSubtypeAdds() {
        assertThat(
                        result(
                                "{\"kind\":\"ReadWrite\",\"name\":\"db\",\"extra\":1,"
                                        + "\"properties\":{\"hotCachePeriod\":\"P1D\"}}"))
                .isEqualTo(
                        "{\"kind\":\"ReadWrite\",\"name\":\"db\","
                                + "\"properties\":{\"hotCachePeriod\":\"P1D\"}}");
    }

    @Test
    void keepEverythingWhereTheSubtypeIsNotKnown() {
        String answer = "{\"kind\":\"Later\",\"name\":\"db\",\"more\":{\"a\":1}}";

        assertThat(result(answer)).isEqualTo(answer);
    }
}
