package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.openapi.DocumentProblem.Kind;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.CapturedLog;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.node.ObjectNode;

import java.net.URI;

class UnusableSchemaTest {
    private static final String PARAMETERS = "/paths/~1p/get/parameters";

    private final RecordingServer server = RecordingServer.start();

    @AfterEach
    void stop() {
        server.close();
    }

    private TestApi get(String... schemas) {
        StringBuilder parameters = new StringBuilder();
        for (int i = 0; i < schemas.length; i++) {
            parameters
                    .append(i == 0 ? "" : ", ")
                    .append("{\"name\": \"p%d\", \"in\": \"query\", \"schema\": ".formatted(i))
                    .append(schemas[i])
                    .append("}");
        }
        return TestApi.of(server, "get", "/p", "{\"parameters\": [" + parameters + "]}");
    }

    @Test
    void ofATypeThatDoesNotExistIsAProblemOfTheImportAndAcceptsAnything() {
        TestApi api = get("{\"type\": \"pet\"}", "{\"type\": \"integer\"}");

        assertThat(api.imported().problems())
                .containsExactly(
                        new DocumentProblem(
                                Kind.UNUSABLE_SCHEMA,
                                PARAMETERS + "/0/schema/type",
                                "there is no type \"pet\"; any value is accepted"));
        assertThat(api.inputSchema().at("/properties/p0")).isEqualTo(Json.parse("{}"));
        api.call("{\"p0\": \"x\", \"p1\": 2}");
        assertThat(server.next().query()).isEqualTo("p0=x&p1=2");
        assertThatThrownBy(() -> api.call("{\"p1\": \"x\"}")).hasMessageContaining("/p1");
    }

    @Test
    void behindAReferenceIsFoundToo() {
        ObjectNode document =
                TestApi.document(
                        "get",
                        "/p",
                        """
                        {"parameters": [{"name": "p", "in": "query",
                          "schema": {"$ref": "#/components/schemas/Pet"}}]}
                        """);
        document.set("components", Json.parse("{\"schemas\": {\"Pet\": {\"type\": \"pet\"}}}"));

        TestApi api = TestApi.of(server, document, config -> config);

        assertThat(api.imported().problems())
                .extracting(DocumentProblem::pointer)
                .containsExactly("/components/schemas/Pet/type");
        api.call("{\"p\": 1}");
    }

    @Test
    void inSomeOtherWayDoesNotMakeCallsFail() {
        TestApi api =
                get(
                        "{\"minLength\": -1}",
                        "{\"type\": \"array\", \"items\": {\"pattern\": \"(\"}}",
                        "{\"properties\": {\"a\": {\"$ref\": \"#/nowhere\"}}}",
                        "{\"type\": \"integer\"}");

        api.call("{\"p0\": \"\", \"p1\": [\"x\"], \"p3\": 1}");

        assertThat(server.next().query()).isEqualTo("p0=&p1=x&p3=1");
        assertThatThrownBy(() -> api.call("{\"p1\": \"no array\"}")).hasMessageContaining("/p1");
        assertThatThrownBy(() -> api.call("{\"p3\": \"x\"}")).hasMessageContaining("/p3");
    }

    @Test
    void inABodyOrAResultLeavesTheRestOfItChecked() {
        TestApi api =
                TestApi.of(
                        server,
                        "post",
                        "/p",
                        """
                        {"requestBody": {"required": true, "content": {"application/json": {"schema":
                           {"type": "object", "properties": {
                             "a": {"maximum": "much"}, "b": {"type": "integer"}}}}}},
                         "responses": {"200": {"description": "", "content": {"application/json":
                           {"schema": {"type": "object", "properties": {"c": {"enum": 1}}}}}}}}
                        """);
        server.on("/p", 200, "application/json", "{\"c\": 3}");

        assertThat(api.call("{\"a\": 1, \"b\": 2}").data()).isEqualTo(Json.parse("{\"c\": 3}"));
        assertThat(server.next().text()).isEqualTo("{\"a\":1,\"b\":2}");
        assertThatThrownBy(() -> api.call("{\"b\": \"x\"}")).hasMessageContaining("/b");
    }

    @Test
    void isLoggedWithItsOperationAndPlaceWhenAValueMeetsIt() {
        try (CapturedLog log = new CapturedLog()) {
            get("{\"items\": {\"minLength\": -1}}").call("{\"p0\": [\"x\"]}");

            assertThat(log.of("SchemaRepair"))
                    .containsExactly(
                            "Ignored an invalid part of a schema in the input of api.op; fix it at"
                                    + " /properties/p0/items/minLength: the value is not valid for"
                                    + " \"minLength\", got -1");
        }
    }

    @Test
    void isLoggedWithItsDocumentButNotWithTheCredentialsInItsUrl() {
        ObjectNode document =
                TestApi.document(
                        "get",
                        "/p",
                        """
                        {"parameters": [{"name": "p0", "in": "query",
                           "schema": {"items": {"minLength": -1}}}]}
                        """);
        server.on("/api.json", 200, "application/json", document.toString());
        HttpServiceOptions config = HttpServiceOptions.builder("api").baseUrl(server.url()).build();
        URI url = URI.create(server.url() + "/api.json?key=5ecret");
        try (CapturedLog log = new CapturedLog()) {
            OperationRegistry registry = OperationRegistry.create();
            OpenApi.fromUrl(url, config).registerIn(registry);
            registry.execute("api.op", Json.parse("{\"p0\": [\"x\"]}"));

            assertThat(log.of("SchemaRepair"))
                    .singleElement()
                    .asString()
                    .startsWith(
                            "Ignored an invalid part of a schema in the input of api.op ("
                                    + server.url()
                                    + "/api.json); fix it at ");
        }
    }

    @Test
    void isReportedOnceByAnInspectionWhereverItIs() {
        ObjectNode document =
                TestApi.document(
                        "get",
                        "/p",
                        """
                        {"parameters": [
                          {"name": "a", "in": "query", "schema": {"type": "pet"}},
                          {"name": "b", "in": "query", "schema": {"items": {"minLength": -1}}}]}
                        """);

        assertThat(OpenApi.inspect(DocumentSource.text(document.toString())).problems())
                .extracting(it -> it.kind() + " " + it.pointer())
                .containsExactly(
                        "UNUSABLE_SCHEMA " + PARAMETERS + "/0/schema/type",
                        "UNUSABLE_SCHEMA " + PARAMETERS + "/1/schema/items/minLength");
    }
}
