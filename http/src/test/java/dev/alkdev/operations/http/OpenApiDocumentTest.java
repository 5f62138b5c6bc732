package dev.alkdev.operations.http;

import static dev.alkdev.operations.http.RestServer.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.NodePath;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.openapi.DocumentSource;
import dev.alkdev.operations.openapi.HttpServiceOptions;
import dev.alkdev.operations.openapi.ImportedApi;
import dev.alkdev.operations.openapi.OpenApi;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.testkit.LeakCheck;
import dev.alkdev.operations.web.Challenge;
import dev.alkdev.operations.web.HttpSender;

import jakarta.servlet.http.HttpServletRequest;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

@ExtendWith(LeakCheck.class)
class OpenApiDocumentTest {
    private static final Caller EVERYTHING =
            Caller.of(Identity.of("ann", "shop:write", "a", "tasks:secret"));

    @BeforeAll
    static void startWhatTheProcessShares() {
        assertThat(HttpSender.shared()).isNotNull();
    }

    private static RestServer serving(OperationRegistry registry, Caller caller) {
        return RestServer.serving(
                RestGateway.over(registry).authenticator(request -> caller).info("Shop", "2.1"));
    }

    private static JsonNode document(OperationRegistry registry, Caller caller) {
        try (RestServer server = serving(registry, caller)) {
            return json(server.get("/openapi.json"));
        }
    }

    @Test
    void itHasAPathForEachOperationTheCallerMayUse(OperationRegistry registry) {
        Tasks.in(registry);
        JsonNode document = document(registry, Caller.anonymous());
        List<String> paths = List.copyOf(document.get("paths").propertyNames());
        assertThat(paths)
                .contains("/operations/tasks.add", "/operations/tasks.count")
                .doesNotContain("/operations/tasks.secret");
        assertThat(document.get("openapi").asString()).isEqualTo("3.1.0");
        assertThat(document.get("info"))
                .isEqualTo(Json.parse("{\"title\": \"Shop\", \"version\": \"2.1\"}"));
        assertThat(document.get("servers")).isEqualTo(Json.parse("[{\"url\": \"/\"}]"));
        assertThat(document(registry, EVERYTHING).get("paths").has("/operations/tasks.secret"))
                .isTrue();
    }

    @Test
    void aQueryWithNeededFlatInputCanBeCalledBothWays(OperationRegistry registry) {
        Tasks.in(registry);
        JsonNode path = document(registry, EVERYTHING).get("paths").get("/operations/tasks.add");
        assertThat(path.get("post").get("operationId").asString()).isEqualTo("tasks.add");
        assertThat(path.get("post").get("requestBody"))
                .isEqualTo(
                        Json.parse(
                                """
                                {"required": true, "content": {"application/json": {"schema":
                                  {"type": "object", "additionalProperties": false, "required": ["a", "b"],
                                   "properties": {"a": {"type": "integer"}, "b": {"type": "number"}}}}}}
                                """));
        assertThat(path.get("get"))
                .isEqualTo(
                        Json.parse(
                                """
                                {"operationId": "tasks.add:get", "summary": "Add",
                                 "description": "Adds two numbers", "tags": ["tasks"],
                                 "x-operation-tags": ["math"], "x-operation-type": "query",
                                 "x-operations-via": ["%s"], "security": [{}, {"bearer": []}],
                                 "parameters": [
                                   {"name": "a", "in": "query", "required": true, "schema": {"type": "integer"}},
                                   {"name": "b", "in": "query", "required": true, "schema": {"type": "number"}}],
                                 "responses": {
                                   "200": {"description": "The result",
                                           "content": {"application/json": {"schema": {"type": "number"}}}},
                                   "default": {"$ref": "#/components/responses/Problem"}}}
                                """
                                        .formatted(NodePath.idOf(registry))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'required': ['a'], 'properties': {'a': {'type': 'integer'}}}",
                "{'allOf': [{'required': ['a']}], 'properties': {'a': {'type': 'integer'}}}",
                "{'anyOf': [{'required': ['a', 'b']}, {'required': ['a', 'c']}],"
                        + " 'properties': {'a': {'type': 'integer'}}}"
            })
    void aParameterIsRequiredWhereverTheSchemaRequiresIt(String schema) {
        OperationRegistry registry = OperationRegistry.create();
        JsonNode input = Json.parse(schema.replace('\'', '"'));
        registry.register(
                OperationSpec.query("q.one").describedAs("One").input(Schema.of(input)).build(),
                (given, context) -> given);

        assertThat(document(registry, EVERYTHING).at("/paths/~1operations~1q.one/get/parameters"))
                .isEqualTo(
                        Json.parse(
                                """
                                [{"name": "a", "in": "query", "required": true,
                                  "schema": {"type": "integer"}}]
                                """));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type': ['object', 'null']}",
                "{'type': 'object', 'properties': {}}",
                "{'type': 'object', 'properties': {'a': {'anyOf': [{'type': 'null'},"
                        + " {'$ref': '#/$defs/E'}]}}, '$defs': {'E': {'enum': ['x', 'y']}}}",
                "{'type': 'object', 'properties': {'a': {'type': ['array', 'null'],"
                        + " 'items': {'type': 'integer'}}}}"
            })
    void aQueryOfOptionalScalarsCanBeCalledBothWays(String schema) {
        OperationRegistry registry = OperationRegistry.create();
        JsonNode input = Json.parse(schema.replace('\'', '"'));
        registry.register(
                OperationSpec.query("q.one").describedAs("One").input(Schema.of(input)).build(),
                (given, context) -> given);

        JsonNode parameters =
                document(registry, EVERYTHING).at("/paths/~1operations~1q.one/get/parameters");
        assertThat(parameters.isArray()).isTrue();
        assertThat(parameters).hasSameSizeAs(input.path("properties"));
    }

    @Test
    void tagsAndTheSecuritySchemeAreThoseOfTheGateway(OperationRegistry registry) {
        Tasks.in(registry);
        OpenApiSample.in(registry);
        RequestAuthenticator basic =
                new RequestAuthenticator() {
                    @Override
                    public Caller authenticate(HttpServletRequest request) {
                        return EVERYTHING;
                    }

                    @Override
                    public Challenge challenge(HttpServletRequest request) {
                        return Challenge.of("Basic");
                    }
                };
        try (RestServer server =
                RestServer.serving(RestGateway.over(registry).authenticator(basic))) {
            JsonNode document = json(server.get("/openapi.json"));
            assertThat(document.at("/components/securitySchemes"))
                    .isEqualTo(
                            Json.parse("{\"basic\": {\"type\": \"http\", \"scheme\": \"basic\"}}"));
            assertThat(document.at("/paths/~1operations~1tasks.secret/post/security"))
                    .isEqualTo(Json.parse("[{\"basic\": [\"tasks:secret\"]}]"));
            assertThat(document.path("tags"))
                    .contains(
                            Json.parse("{\"name\": \"tasks\"}"), Json.parse("{\"name\": \"shop\"}"))
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void errorsAndSecurityAreDeclared(OperationRegistry registry) {
        OpenApiSample.in(registry);
        JsonNode post = document(registry, EVERYTHING).at("/paths/~1operations~1shop.cancel/post");
        assertThat(post.get("deprecated").asBoolean()).isTrue();
        assertThat(post.get("security"))
                .isEqualTo(
                        Json.parse(
                                "[{\"bearer\": [\"shop:write\", \"a\"]}, {\"bearer\":"
                                        + " [\"shop:write\", \"b\"]}]"));
        assertThat(post.get("responses").propertyNames())
                .containsExactly("200", "409", "422", "default");
        JsonNode conflict = post.at("/responses/409");
        assertThat(conflict.get("description").asString())
                .isEqualTo("SHIPPED: Too late\n\nLOCKED: In work");
        assertThat(conflict.at("/content/application~1problem+json/schema/anyOf/0"))
                .isEqualTo(
                        Json.parse(
                                """
                                {"allOf": [{"$ref": "#/components/schemas/Problem"},
                                           {"type": "object", "required": ["code"],
                                            "properties": {"code": {"const": "SHIPPED"}, "details": {}}}]}
                                """));
    }

    @Test
    void aSubscriptionAnswersInEvents(OperationRegistry registry) {
        Tasks.in(registry);
        JsonNode path = document(registry, EVERYTHING).get("paths").get("/operations/tasks.count");
        for (String method : List.of("get", "post")) {
            assertThat(path.get(method).at("/responses/200/content"))
                    .isEqualTo(
                            Json.parse(
                                    """
                                    {"text/event-stream": {
                                      "schema": {"type": "integer"},
                                      "x-operation-events": {
                                        "item": {"type": "integer"},
                                        "item-error": {},
                                        "error": {"$ref": "#/components/schemas/Problem"},
                                        "complete": {"type": "object"}}}}
                                    """));
        }
    }

    @Test
    void definitionsAreSharedWhereTheyAreTheSame(OperationRegistry registry) {
        OpenApiSample.in(registry);
        JsonNode schemas = document(registry, EVERYTHING).at("/components/schemas");
        assertThat(schemas.propertyNames())
                .contains("Address", "refs.Item", "refs.Item_2")
                .doesNotContain("other.Address");
        assertThat(schemas.get("refs.Item")).isEqualTo(Json.parse("{\"type\": \"string\"}"));
        assertThat(schemas.get("refs.Item_2")).isEqualTo(Json.parse("{\"type\": \"integer\"}"));
    }

    @Test
    void aDocumentOfAllKindsIsValid(OperationRegistry registry) throws Exception {
        Tasks.in(registry);
        OpenApiSample.in(registry);
        // The validator takes properties of this name for references.
        registry.remove("shape.values");
        OpenApiValidator.check(document(registry, EVERYTHING).toString());
    }

    @Test
    void importedAgainItHasTheSameSchemas(OperationRegistry registry) {
        Tasks.in(registry);
        OpenApiSample.in(registry);
        assertSameAfterImport(registry, document(registry, EVERYTHING));
    }

    @Test
    void whatIsImportedAgainCanBeCalled(OperationRegistry registry) {
        Tasks.in(registry);
        try (RestServer server = serving(registry, EVERYTHING)) {
            OperationRegistry again = OperationRegistry.create();
            OpenApi.from(
                            DocumentSource.url(server.uri("/openapi.json")),
                            HttpServiceOptions.builder("hub")
                                    .sender(HttpSender.of(server.client()))
                                    .build())
                    .registerIn(again);
            JsonNode input = Json.parse("{\"a\": 1, \"b\": 2}");
            assertThat(again.execute("hub.tasks.add", input).data()).isEqualTo(Json.parse("3"));
            assertThat(again.find("hub.tasks.add_get")).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "petstore-expanded-30.yaml",
                "swagger-petstore.yaml",
                "slack-web-20.json",
                "spotify-30.yaml",
                "openai-31.yaml",
                "tictactoe-31.yaml",
                "uspto-30.json"
            })
    void theOperationsOfOtherDocumentsSurvive(String name, LeakCheck leaks) throws Exception {
        Path vectors = Path.of(System.getProperty("vectors", "../../shared/vectors"), "openapi");
        Path file = vectors.resolve(name);
        assumeTrue(Files.exists(file), () -> "skipped: no vectors at " + file);
        OperationRegistry registry = leaks.watch(OperationRegistry.create());
        OpenApi.fromFile(
                        file, HttpServiceOptions.builder("api").baseUrl("http://localhost").build())
                .registerIn(registry);
        JsonNode document = document(registry, EVERYTHING);
        OpenApiValidator.check(document.toString());
        int count = assertSameAfterImport(registry, document);
        System.out.println("openapi out and in again, " + name + ": " + count + "/" + count);
    }

    /** Compares what each operation takes and gives, and counts the operations. */
    private static int assertSameAfterImport(OperationRegistry registry, JsonNode document) {
        ImportedApi api =
                OpenApi.from(
                        Json.parse(document.toString()),
                        HttpServiceOptions.builder("hub").baseUrl("http://localhost").build());
        assertThat(api.problems()).isEmpty();
        List<String> seen = new ArrayList<>();
        for (OperationBinding binding : api.operations()) {
            OperationSpec imported = binding.spec();
            OperationSpec original = registry.find(imported.name()).orElse(null);
            if (original != null) {
                assertSame(original, imported);
                seen.add(original.id());
            }
        }
        assertThat(seen).doesNotHaveDuplicates().hasSize(document.get("paths").size());
        return seen.size();
    }

    /** Types of Java are inline before, and definitions after. */
    private static void assertSame(String what, JsonNode original, JsonNode imported) {
        if (!CanonicalSchema.of(imported).equals(CanonicalSchema.of(original))) {
            assertThat(CanonicalSchema.unrolled(imported))
                    .as(what)
                    .isEqualTo(CanonicalSchema.unrolled(original));
        }
    }

    private static void assertSame(OperationSpec original, OperationSpec imported) {
        assertThat(imported.type()).as("type of " + original.id()).isEqualTo(original.type());
        assertSame(
                "output of " + original.id(),
                original.outputSchema().toJson(),
                imported.outputSchema().toJson());
        JsonNode input = original.inputSchema().toJson();
        JsonNode taken = imported.inputSchema().toJson();
        boolean wrapped =
                taken.at("/properties/body").isObject()
                        && input.at("/properties/body").isMissingNode();
        JsonNode before = wrapped ? CanonicalSchema.of(input) : CanonicalSchema.ofInput(input);
        JsonNode after =
                wrapped ? CanonicalSchema.ofMember("body", taken) : CanonicalSchema.ofInput(taken);
        String member = wrapped ? "/properties/body" : "/properties";
        if (!after.equals(before)) {
            assertThat(CanonicalSchema.unrolled(taken).at(member))
                    .as("input of " + original.id())
                    .isEqualTo(CanonicalSchema.unrolled(input).at(wrapped ? "" : member));
        }
    }
}
