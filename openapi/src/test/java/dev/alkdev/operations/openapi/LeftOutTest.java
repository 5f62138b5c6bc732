package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;

/** Parts of a document that are not imported are problems of the import. */
class LeftOutTest {
    private static List<String> problems(ObjectNode document) {
        return OpenApi.from(document, HttpServiceOptions.of("api")).problems().stream()
                .map(problem -> problem.kind() + " " + problem.pointer())
                .toList();
    }

    @Test
    void webhooksAndCallbacksAreReported() {
        ObjectNode document =
                TestApi.document("post", "/p", "{\"callbacks\": {\"done\": {\"{$url}\": {}}}}");
        document.set("webhooks", Json.parse("{\"new\": {\"post\": {}}}"));

        assertThat(problems(document))
                .containsExactly("UNSUPPORTED /webhooks", "UNSUPPORTED /paths/~1p/post/callbacks");
    }

    @Test
    void aPathItemThatIsNoObjectIsReported() {
        ObjectNode document = TestApi.document("get", "/p", "{}");
        document.withObjectProperty("paths").put("/q", 5);

        assertThat(problems(document)).containsExactly("UNUSABLE_OPERATION /paths/~1q");
    }

    @Test
    void queryParametersBesideAQuerystringAreReported() {
        ObjectNode document =
                TestApi.document(
                        "get",
                        "/p",
                        """
                        {"parameters": [{"name": "a", "in": "query", "schema": {"type": "string"}},
                          {"name": "q", "in": "querystring", "content": {"application/json": {}}}]}
                        """);
        document.put("openapi", "3.2.0");

        assertThat(problems(document))
                .containsExactly("UNUSABLE_PARAMETER /paths/~1p/get/parameters");
    }

    @Test
    void unknownExtensionsAreReported() {
        ObjectNode document =
                TestApi.document(
                        "get", "/p", "{\"x-operation-type\": \"query\", \"x-operation-cost\": 5}");

        assertThat(problems(document))
                .containsExactly("UNSUPPORTED /paths/~1p/get/x-operation-cost");
    }

    @Test
    void anOperationWithAnUnknownRestrictionIsLeftOut() {
        for (String key : List.of("x-operations-scopes", "x-operation-requiredRoles")) {
            ObjectNode document =
                    TestApi.document("get", "/p", "{\"%s\": [\"admin\"]}".formatted(key));

            assertThat(problems(document))
                    .containsExactly("UNUSABLE_OPERATION /paths/~1p/get/" + key);
            assertThat(OpenApi.from(document, HttpServiceOptions.of("api")).operations()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/paths",
                "/paths/~1p",
                "/components/pathItems/Step",
                "/components/pathItems/End"
            })
    void anUnknownRestrictionAboveOperationsAppliesToAllOfThem(String place) {
        for (String version : List.of("3.0.3", "3.1.0")) {
            ObjectNode document = TestApi.document("get", "/free", "{\"operationId\": \"free\"}");
            document.put("openapi", version);
            JsonNode item = Json.parse("{\"post\": {\"responses\": {}}}");
            document.withObjectProperty("paths")
                    .set("/p", Json.parse("{\"$ref\": \"#/components/pathItems/Step\"}"));
            ObjectNode items =
                    document.withObjectProperty("components").withObjectProperty("pathItems");
            items.set("Step", Json.parse("{\"$ref\": \"#/components/pathItems/End\"}"));
            items.set("End", item);
            document.at(place).asObject().put("x-operation-requiredScopes", "admin");

            List<String> ids =
                    OpenApi.from(document, HttpServiceOptions.of("api")).operations().stream()
                            .map(each -> each.spec().id())
                            .toList();
            assertThat(ids).isEqualTo(place.matches("|/paths") ? List.of() : List.of("api.free"));
            assertThat(problems(document))
                    .contains("UNUSABLE_OPERATION " + place + "/x-operation-requiredScopes");
        }
    }

    @Test
    void anUnknownRestrictionOfASwaggerDocumentAppliesToAllOperations() {
        ObjectNode document = TestApi.document("get", "/p", "{}");
        document.remove("openapi");
        document.put("swagger", "2.0").put("x-operations-access", "private");

        assertThat(OpenApi.from(document, HttpServiceOptions.of("api")).operations()).isEmpty();
        assertThat(problems(document)).containsExactly("UNUSABLE_OPERATION /x-operations-access");
    }
}
