package dev.alkdev.operations.http;

import static dev.alkdev.operations.http.RestServer.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;

import java.lang.reflect.Type;
import java.util.List;
import java.util.Optional;

/** Java types in the served OpenAPI document. */
@ExtendWith(LeakCheck.class)
class OpenApiTypesTest {
    enum Color {
        RED,
        GREEN
    }

    record Part(String name, Optional<Color> color) {}

    record Visit(String id, Color color, Part part, List<Part> parts) {}

    record Page<T>(List<T> items, Optional<String> next) {}

    record Tree(String name, List<Tree> children) {}

    /** Types of the same names as others. */
    static final class Other {
        record Visit(int number) {}
    }

    private OperationRegistry registry;

    @BeforeEach
    void start(OperationRegistry registry) {
        this.registry = registry;
    }

    private void register(String id, Type input, Type output) {
        registry.register(
                OperationSpec.query(id)
                        .describedAs("Of " + id)
                        .input(Schema.of(input).closed())
                        .output(Schema.of(output))
                        .build(),
                (given, context) -> null);
    }

    private JsonNode document() {
        try (RestServer server = RestServer.serving(RestGateway.over(registry))) {
            return json(server.get("/openapi.json"));
        }
    }

    private static String output(JsonNode document, String id) {
        return document.at(
                        "/paths/~1operations~1"
                                + id
                                + "/post/responses/200/content/application~1json/schema/$ref")
                .asString("");
    }

    @Test
    void areComponentsByTheirNames() throws Exception {
        register("visits.get", Part.class, Visit.class);
        register("visits.list", Visit.class, new TypeReference<List<Visit>>() {}.getType());
        register("visits.page", Color.class, new TypeReference<Page<Visit>>() {}.getType());
        register("other.get", Part.class, Visit.class);

        JsonNode document = document();

        assertThat(document.at("/components/schemas").propertyNames())
                .containsExactlyInAnyOrder(
                        "Problem",
                        "Visit",
                        "Part",
                        "Color",
                        "PageOfVisit",
                        "VisitInput",
                        "PartInput");
        assertThat(output(document, "visits.get")).isEqualTo("#/components/schemas/Visit");
        assertThat(output(document, "other.get")).isEqualTo("#/components/schemas/Visit");
        assertThat(output(document, "visits.page")).isEqualTo("#/components/schemas/PageOfVisit");
        assertThat(document.at("/components/schemas/Visit"))
                .isEqualTo(
                        Json.parse(
                                """
                                {"type": "object", "required": ["id", "color", "part", "parts"],
                                 "properties": {
                                   "id": {"type": "string"},
                                   "color": {"$ref": "#/components/schemas/Color"},
                                   "part": {"$ref": "#/components/schemas/Part"},
                                   "parts": {"type": "array",
                                     "items": {"$ref": "#/components/schemas/Part"}}}}
                                """));
        OpenApiValidator.check(document.toString());
    }

    @Test
    void ofTheSameNameAreToldApart() throws Exception {
        register("visits.get", Color.class, Visit.class);
        register("other.get", Color.class, Other.Visit.class);

        JsonNode document = document();

        assertThat(output(document, "other.get")).isEqualTo("#/components/schemas/Visit");
        assertThat(output(document, "visits.get")).isEqualTo("#/components/schemas/visits.Visit");
        OpenApiValidator.check(document.toString());
    }

    @Test
    void thatContainThemselvesAreComponents() throws Exception {
        register("trees.get", Color.class, Tree.class);

        JsonNode document = document();

        assertThat(document.at("/components/schemas").propertyNames())
                .anyMatch(name -> name.contains("Tree") || name.equals("trees.get.output"));
        OpenApiValidator.check(document.toString());
    }

    @Test
    void areNotNamedInTheSpecItself() {
        register("visits.get", Part.class, Visit.class);

        assertThat(registry.spec("visits.get").toJson().toString()).doesNotContain("x-java-type");
    }
}
