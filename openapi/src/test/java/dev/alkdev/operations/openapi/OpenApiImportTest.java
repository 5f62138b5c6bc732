package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;

class OpenApiImportTest {
    private static final HttpServiceOptions CONFIG =
            HttpServiceOptions.builder("api").baseUrl("http://127.0.0.1:1").build();

    private static ImportedApi paths(String paths) {
        return paths(paths, CONFIG);
    }

    private static ImportedApi paths(String paths, HttpServiceOptions config) {
        ObjectNode document =
                Json.parse("{\"openapi\": \"3.0.0\", \"info\": {\"version\": \"7\"}}").asObject();
        document.set("paths", Json.parse(paths));
        return OpenApi.from(document, config);
    }

    private static List<String> names(ImportedApi api) {
        return api.operations().stream().map(it -> it.spec().name()).toList();
    }

    private static List<String> types(ImportedApi api) {
        return api.operations().stream()
                .map(it -> it.spec().name() + " " + it.spec().type().wireName())
                .toList();
    }

    private static OperationSpec only(ImportedApi api) {
        assertThat(api.operations()).hasSize(1);
        return api.operations().getFirst().spec();
    }

    @Nested
    class AName {
        @ParameterizedTest
        @CsvSource({
            "actions/list-artifacts, actions_list-artifacts",
            "pets.list, pets.list",
            "Get user  (v2), Get_user_v2",
            "größe, gr_e",
            "'  ', get_pets_id_toys"
        })
        void isTheOperationIdNormalized(String id, String name) {
            String item = "{\"get\": {\"operationId\": \"" + id + "\", \"responses\": {}}}";

            assertThat(names(paths("{\"/pets/{id}/toys\": " + item + "}"))).containsExactly(name);
        }

        @Test
        void isMethodAndPathWithoutAnOperationId() {
            assertThat(
                            names(
                                    paths(
                                            """
                                            {"/": {"get": {}},
                                             "/pets/{pet-id}.json": {"delete": {}, "get": {}},
                                             "/a?b=c": {"post": {}}}
                                            """)))
                    .containsExactly(
                            "get",
                            "delete_pets_pet-id_.json",
                            "get_pets_pet-id_.json",
                            "post_a_b_c");
        }

        @Test
        void thatIsTooLongIsCutAndStaysUnique() {
            String id = "x".repeat(200);

            List<String> names =
                    names(
                            paths(
                                    """
                                    {"/a": {"get": {"operationId": "%s1"}, "put": {"operationId": "%s2"}}}
                                    """
                                            .formatted(id, id)));

            assertThat(names).doesNotHaveDuplicates().allMatch(name -> name.length() == 128);
        }

        @Test
        void thatIsTakenTellsMethodAndPathWhateverTheOrder() {
            String a = "\"/a\": {\"get\": {\"operationId\": \"x\"}}";
            String b = "\"/b\": {\"get\": {\"operationId\": \"x\"}}";

            ImportedApi api = paths("{" + a + ", " + b + "}");

            assertThat(names(api)).containsExactly("x", "x_get_b");
            assertThat(names(paths("{" + b + ", " + a + "}"))).containsExactly("x_get_b", "x");
            assertThat(api.problems())
                    .containsExactly(
                            new DocumentProblem(
                                    DocumentProblem.Kind.DUPLICATE_OPERATION_ID,
                                    "/paths/~1b/get/operationId",
                                    "the name x is taken; this one is x_get_b"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "204, {\"type\":\"null\"}",
        "205, {\"type\":\"null\"}",
        "200, {}",
        "2XX, {}",
    })
    void onlyStatusesWithoutABodyGiveNull(String status, String output) {
        OperationSpec spec =
                only(
                        paths(
                                """
                                {"/pets": {"delete": {"operationId": "clear", "responses": {
                                   "%s": {"description": ""}, "404": {"description": "No pets"}}}}}
                                """
                                        .formatted(status)));

        assertThat(spec.outputSchema().toJson()).hasToString(output);
    }

    @Test
    void aSpecCarriesWhatTheDocumentSays() {
        OperationSpec spec =
                only(
                        paths(
                                """
                                {"/pets/{id}": {"get": {"operationId": "pets/get", "summary": "One pet",
                                  "description": "Finds it.", "tags": ["pets", "read"],
                                  "deprecated": true, "security": [{"key": []}],
                                  "parameters": [{"name": "id", "in": "path", "description": "Its number",
                                    "schema": {"type": "integer"}}],
                                  "responses": {
                                   "204": {"description": "nothing"},
                                   "200": {"description": "", "content": {"application/json":
                                     {"schema": {"type": "string", "nullable": true}}}},
                                   "404": {"description": "No such pet", "content":
                                     {"application/json": {"schema": {"type": "integer"}}}},
                                   "5XX": {"description": "Trouble"},
                                   "default": {"description": "Else"}}}}}
                                """));

        assertThat(spec.id()).isEqualTo("api.pets_get");
        assertThat(spec.version()).isEqualTo("7");
        assertThat(spec.title()).hasValue("One pet");
        assertThat(spec.description()).isEqualTo("Finds it.");
        assertThat(spec.tags()).containsExactly("pets", "read");
        assertThat(spec.meta())
                .hasValue(
                        Json.parse(
                                """
                                {"operationId": "pets/get", "method": "GET", "path": "/pets/{id}",
                                 "security": [{"key": []}], "deprecated": true}
                                """));
        assertThat(spec.inputSchema().toJson())
                .isEqualTo(
                        Json.parse(
                                """
                                {"type": "object", "properties": {"id": {"type": "integer",
                                  "description": "Its number"}}, "required": ["id"],
                                 "additionalProperties": false}
                                """));
        assertThat(spec.outputSchema().toJson())
                .isEqualTo(Json.parse("{\"type\": [\"string\", \"null\"]}"));
        assertThat(spec.errors())
                .extracting(it -> it.code() + " " + it.httpStatus() + " " + it.description())
                .containsExactly(
                        "HTTP_404 404 No such pet",
                        "HTTP_5XX 502 Trouble",
                        "HTTP_DEFAULT null Else");
        assertThat(spec.error("HTTP_404").orElseThrow().schema().toJson().at("/properties/body"))
                .isEqualTo(Json.parse("{\"type\": \"integer\"}"));
        assertThat(OperationSpec.fromJson(spec.toJson())).isEqualTo(spec);
    }

    @Test
    void aDefaultResponseIsTheResultIfThereIsNoOther() {
        OperationSpec spec =
                only(
                        paths(
                                """
                                {"/a": {"get": {"responses": {"default": {"description": "",
                                  "content": {"application/json": {"schema": {"type": "integer"}}}}}}}}
                                """));

        assertThat(spec.outputSchema().toJson()).isEqualTo(Json.parse("{\"type\": \"integer\"}"));
        assertThat(spec.errors()).isEmpty();
    }

    @Nested
    class AType {
        private static String response(String... types) {
            StringBuilder content = new StringBuilder();
            for (String type : types) {
                content.append(content.isEmpty() ? "" : ", ").append('"').append(type);
                content.append("\": {}");
            }
            return "{\"operationId\": \"x\", \"responses\": {\"200\": {\"description\": \"\","
                    + " \"content\": {"
                    + content
                    + "}}}}";
        }

        @ParameterizedTest
        @CsvSource({
            "get, query",
            "head, query",
            "post, mutation",
            "put, mutation",
            "patch, mutation",
            "delete, mutation",
            "options, mutation",
            "trace, mutation"
        })
        void followsFromTheMethod(String method, String type) {
            ImportedApi api = paths("{\"/a\": {\"" + method + "\": {\"operationId\": \"x\"}}}");

            assertThat(types(api)).containsExactly("x " + type);
        }

        @Test
        void isASubscriptionIfTheResponseIsAStreamOfEvents() {
            assertThat(types(paths("{\"/a\": {\"get\": " + response("text/event-stream") + "}}")))
                    .containsExactly("x subscription");
        }

        @Test
        void isBothIfTheResponseIsJsonOrEvents() {
            String both = response("application/json", "text/event-stream");

            ImportedApi api = paths("{\"/a\": {\"post\": " + both + "}}");

            assertThat(types(api)).containsExactly("x mutation", "x_stream subscription");
            assertThat(api.problems()).isEmpty();
        }

        @Test
        void leavesOtherContentBesideEventsReachable() {
            String both = response("audio/mpeg", "text/event-stream");

            assertThat(types(paths("{\"/a\": {\"post\": " + both + "}}")))
                    .containsExactly("x subscription", "x_response mutation");
        }
    }

    @Test
    void theTwinOfAnOperationAsksForItsStream() {
        try (RecordingServer server = RecordingServer.start()) {
            ObjectNode document =
                    TestApi.document(
                            "post",
                            "/p",
                            """
                            {"requestBody": {"required": true, "content": {"application/json": {"schema":
                              {"properties": {"stream": {"type": "boolean"}, "q": {}}}}}},
                             "responses": {"200": {"description": "", "content": {
                               "application/json": {}, "text/event-stream": {}}}}}
                            """);
            TestApi api = TestApi.of(server, document, it -> it);

            api.call("{\"q\": 1}");
            assertThat(server.next().text()).isEqualTo("{\"q\":1}");
            try (Subscription<JsonNode> events =
                    api.registry().subscribe("api.op_stream", Json.parse("{\"q\": 1}"))) {
                assertThat(events.next().data()).isEqualTo(Json.parse("{}"));
            }

            RecordingServer.Received stream = server.next();
            assertThat(stream.text()).isEqualTo("{\"q\":1,\"stream\":true}");
            assertThat(stream.header("accept")).isEqualTo("text/event-stream");
        }
    }

    @Nested
    class Options {
        private static final String PETS =
                """
                {"/pets": {"get": {"operationId": "list", "tags": ["read"]},
                           "post": {"operationId": "add", "tags": ["write"]}},
                 "/stores": {"get": {"operationId": "stores", "tags": ["read"], "deprecated": true}}}
                """;

        private static ImportedApi with(ImportOptions.Builder options) {
            return paths(PETS, HttpServiceOptions.builder("api").imports(options.build()).build());
        }

        @Test
        void filterByTagMethodPathAndMore() {
            ImportOptions.Builder all = ImportOptions.builder();

            assertThat(names(with(all.filter(it -> it.tags().contains("read")))))
                    .containsExactly("list", "stores");
            assertThat(names(with(all.filter(it -> it.method().equals("POST")))))
                    .containsExactly("add");
            assertThat(names(with(all.filter(it -> it.path().startsWith("/stores")))))
                    .containsExactly("stores");
            assertThat(names(with(all.filter(it -> !it.deprecated()))))
                    .containsExactly("list", "add");
            assertThat(names(with(all.filter(it -> it.type() == OperationType.MUTATION))))
                    .containsExactly("add");
        }

        @Test
        void renameAndStayUnique() {
            ImportOptions.Builder options =
                    ImportOptions.builder().rename(it -> "pet " + it.tags().getFirst());

            assertThat(names(with(options)))
                    .containsExactly("pet_read", "pet_write", "pet_read_get_stores");
        }

        @Test
        void boundTheNumberOfOperations() {
            assertThatThrownBy(() -> with(ImportOptions.builder().maxOperations(2)))
                    .isInstanceOf(DocumentException.class)
                    .hasMessageStartingWith("the document has 3 operations, more than the 2 of");
        }
    }

    @Test
    void importingNeitherInlinesNorCopiesTheDocument() {
        ObjectNode document =
                TestApi.document(
                        "get",
                        "/p",
                        """
                        {"responses": {"200": {"description": "", "content": {"application/json":
                          {"schema": {"$ref": "#/components/schemas/Node"}}}}}}
                        """);
        document.set(
                "components",
                Json.parse(
                        """
                        {"schemas": {"Node": {"properties": {
                          "left": {"$ref": "#/components/schemas/Node"},
                          "right": {"$ref": "#/components/schemas/Node"}}}}}
                        """));

        OperationSpec spec = only(OpenApi.from(document, CONFIG));

        JsonNode deep = Json.parse("{\"left\": {\"left\": {\"right\": 1}}}");
        assertThat(spec.outputSchema().accepts(Json.parse("{\"left\": {\"right\": {}}}"))).isTrue();
        assertThat(spec.outputSchema().toJson().get("$defs").propertyNames())
                .containsExactly("Node");
        assertThat(spec.outputSchema().normalize(deep)).isSameAs(deep);
    }
}
