package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.openapi.DocumentProblem.Kind;

import org.junit.jupiter.api.Test;

class OpenApiInspectTest {
    private static OpenApiReport inspect(String document) {
        return OpenApi.inspect(DocumentSource.text(document));
    }

    @Test
    void everyProblemIsToldWithItsPlaceBesideTheOperationsThatWork() {
        OpenApiReport report =
                inspect(
                        """
                        openapi: 3.0.3
                        info: {title: Pets, version: "2"}
                        servers: [{url: "https://pets.example"}]
                        paths:
                          /a/{id}:
                            get:
                              operationId: same
                              parameters:
                                - {$ref: "#/components/parameters/Missing"}
                                - {name: q, in: query, style: matrix}
                                - {name: id, in: path, schema: {type: pet}}
                                - {name: stray, in: path}
                                - {name: Host, in: header}
                                - {in: query}
                              responses:
                                "200":
                                  content:
                                    application/json:
                                      schema: {$ref: "#/components/schemas/Lost"}
                          /b/{x}:
                            get: {operationId: same, responses: {}}
                          /c:
                            get: {responses: {}}
                            post: nothing
                          /d: {$ref: "#/components/pathItems/Missing"}
                        components:
                          schemas:
                            Unused: {properties: {a: {$ref: "#/nowhere"}}}
                        """);

        assertThat(report.specification()).isEqualTo("3.0.3");
        assertThat(report.title() + " " + report.version()).isEqualTo("Pets 2");
        assertThat(report.operations())
                .extracting(OperationSpec::id)
                .containsExactly("api.same", "api.same_get_b_x", "api.get_c");
        assertThat(report.problems())
                .extracting(it -> it.kind() + " " + it.pointer())
                .containsExactlyInAnyOrder(
                        "MISSING_REFERENCE /paths/~1a~1{id}/get/parameters/0/$ref",
                        "UNKNOWN_STYLE /paths/~1a~1{id}/get/parameters/1/style",
                        "UNUSABLE_SCHEMA /paths/~1a~1{id}/get/parameters/2/schema/type",
                        "UNUSABLE_PARAMETER /paths/~1a~1{id}/get/parameters",
                        "UNUSABLE_PARAMETER /paths/~1a~1{id}/get/parameters/4",
                        "UNUSABLE_PARAMETER /paths/~1a~1{id}/get/parameters/5",
                        "MISSING_REFERENCE"
                                + " /paths/~1a~1{id}/get/responses/200/content/application~1json/"
                                + "schema/$ref",
                        "UNUSABLE_PARAMETER /paths/~1b~1{x}/get",
                        "DUPLICATE_OPERATION_ID /paths/~1b~1{x}/get/operationId",
                        "MISSING_OPERATION_ID /paths/~1c/get",
                        "UNUSABLE_OPERATION /paths/~1c/post",
                        "MISSING_REFERENCE /paths/~1d/$ref",
                        "UNUSABLE_OPERATION /paths/~1d",
                        "MISSING_REFERENCE /components/schemas/Unused/properties/a/$ref");
    }

    @Test
    void aSoundDocumentHasNoProblems() {
        assertThat(
                        inspect(
                                        """
                                        {"swagger": "2.0", "info": {"title": "T", "version": "1"},
                                         "host": "pets.example",
                                         "paths": {"/a": {"get": {"operationId": "a",
                                           "responses": {"200": {"description": "",
                                             "schema": {"$ref": "#/definitions/A"}}}}}},
                                         "definitions": {"A": {"properties": {
                                           "a": {"$ref": "#/definitions/A"}}}}}
                                        """)
                                .problems())
                .isEmpty();
    }

    @Test
    void aSchemaThatIsNoneIsFoundWhereverItIsUsed() {
        assertThat(
                        inspect(
                                        """
                                        openapi: 3.1.0
                                        info: {title: T, version: "1"}
                                        servers: [{url: "https://pets.example"}]
                                        paths:
                                          /a:
                                            post:
                                              operationId: a
                                              requestBody:
                                                content:
                                                  application/json:
                                                    schema: {$ref: "#/components/schemas/A"}
                                              responses: {}
                                        components: {schemas: {A: {items: {minLength: -1}}}}
                                        """)
                                .problems())
                .singleElement()
                .satisfies(
                        problem -> {
                            assertThat(problem.kind()).isEqualTo(Kind.UNUSABLE_SCHEMA);
                            assertThat(problem.pointer())
                                    .isEqualTo("/components/schemas/A/items/minLength");
                        });
    }
}
