package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.node.ObjectNode;

/** What is asked of an input and of a result is not the same. */
class DirectionTest {
    private final RecordingServer server = RecordingServer.start();

    @AfterEach
    void stop() {
        server.close();
    }

    private static ObjectNode document(String bodySchema) {
        ObjectNode document =
                TestApi.document(
                        "post",
                        "/p",
                        """
                        {"requestBody": {"required": true, "content": {"application/json": {
                           "schema": %1$s}}},
                         "responses": {"200": {"description": "", "content": {"application/json": {
                           "schema": %1$s}}}}}
                        """
                                .formatted(bodySchema));
        document.set(
                "components",
                Json.parse(
                        """
                        {"schemas": {
                          "Id": {"type": "integer", "readOnly": true},
                          "Password": {"type": "string", "writeOnly": true},
                          "User": {"type": "object", "required": ["id", "password", "name"],
                            "properties": {
                              "id": {"$ref": "#/components/schemas/Id"},
                              "password": {"$ref": "#/components/schemas/Password"},
                              "name": {"type": "string"}}}}}
                        """));
        return document;
    }

    @Nested
    class WhatOnlyTheServerSets {
        @Test
        void isNotRequiredInAMergedBody() {
            TestApi api =
                    TestApi.of(
                            server,
                            document("{\"$ref\": \"#/components/schemas/User\"}"),
                            config -> config);

            api.call("{\"password\": \"p\", \"name\": \"n\"}");

            assertThat(api.inputSchema().path("required"))
                    .isEqualTo(Json.parse("[\"password\", \"name\"]"));
            assertThatThrownBy(() -> api.call("{\"name\": \"n\"}"))
                    .hasMessageContaining("\"password\" is missing");
        }

        @Test
        void isNotRequiredFurtherInside() {
            TestApi api =
                    TestApi.of(
                            server,
                            document(
                                    """
                                    {"type": "array",
                                     "items": {"$ref": "#/components/schemas/User"}}
                                    """),
                            config -> config);

            api.call("{\"body\": [{\"password\": \"p\", \"name\": \"n\"}]}");

            // Others who check by the schema that travels must not ask for it either.
            Schema travelled = Schema.of(api.inputSchema());
            assertThat(
                            travelled.accepts(
                                    Json.parse(
                                            "{\"body\": [{\"password\": \"p\", \"name\":"
                                                    + " \"n\"}]}")))
                    .isTrue();
            assertThat(travelled.accepts(Json.parse("{\"body\": [{\"name\": \"n\"}]}"))).isFalse();
        }
    }

    @Test
    void whatOnlyTheCallerSetsIsNotExpectedInAResult() {
        TestApi api =
                TestApi.of(
                        server,
                        document("{\"$ref\": \"#/components/schemas/User\"}"),
                        config -> config);
        server.on("/p", 200, "application/json", "{\"id\": 1, \"name\": \"n\"}");

        assertThat(api.call("{\"password\": \"p\", \"name\": \"n\"}").data())
                .isEqualTo(Json.parse("{\"id\": 1, \"name\": \"n\"}"));
        assertThat(api.registry().drift("api.op").mismatched()).isZero();
        assertThat(api.spec().outputSchema().accepts(Json.parse("{\"name\": \"n\"}"))).isFalse();
    }

    @Nested
    class Alternatives {
        private static final String OVERLAP =
                """
                {"oneOf": [{"type": "object", "properties": {"cursor": {"type": "string"}}},
                           {"type": "object", "properties": {"limit": {"type": "integer"}}}]%s}
                """;
        private static final String INPUT = "{\"body\": {\"cursor\": \"abc\"}}";

        @Test
        void thatOverlapRefuseAnInputUnlessItIsRelaxed() {
            ObjectNode document = document(OVERLAP.formatted(""));
            TestApi strict = TestApi.of(server, document, config -> config);
            TestApi relaxed =
                    TestApi.of(
                            server,
                            document,
                            config ->
                                    config.imports(
                                            ImportOptions.builder().relaxedInput(true).build()));

            assertThatThrownBy(() -> strict.call(INPUT))
                    .hasMessageContaining("must match exactly one alternative");
            relaxed.call(INPUT);
            assertThat(server.next().text()).isEqualTo("{\"cursor\":\"abc\"}");
            assertThatThrownBy(() -> relaxed.call("{\"body\": 1}"))
                    .hasMessageContaining("none of the 2 alternatives");
            assertThat(Schema.of(relaxed.inputSchema()).accepts(Json.parse(INPUT))).isTrue();
        }

        @Test
        void mayOverlapWhereADiscriminatorNamesOne() {
            TestApi api =
                    TestApi.of(
                            server,
                            document(
                                    OVERLAP.formatted(
                                            ", \"discriminator\": {\"propertyName\": \"kind\"}")),
                            config -> config);

            api.call(INPUT);

            assertThat(Schema.of(api.inputSchema()).accepts(Json.parse(INPUT))).isTrue();
        }
    }
}
