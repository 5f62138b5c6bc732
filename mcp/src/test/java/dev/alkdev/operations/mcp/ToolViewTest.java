package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.SchemaRewrite;
import dev.alkdev.operations.testkit.CapturedLog;
import dev.alkdev.operations.tools.ToolNames;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Operations as tools: names, order, pages, schemas. */
class ToolViewTest {
    private final OperationRegistry registry = OperationRegistry.create();
    private final AtomicLong version = new AtomicLong();

    private ToolView view(McpOptions options) {
        registry.onChange(change -> version.incrementAndGet());
        return new ToolView(registry, Place.ALL, options, version::get);
    }

    private void add(String... ids) {
        for (String id : ids) {
            registry.register(
                    OperationSpec.query(id).describedAs("Does " + id).build(),
                    (input, context) -> null);
        }
    }

    private static JsonNode page(ToolView view, @Nullable String cursor) {
        return Json.parse(view.page(Caller.trusted(), cursor, true));
    }

    private static List<String> names(ToolView view) {
        return page(view, null).get("tools").findValuesAsString("name");
    }

    @Test
    void namesFitEveryClientAndStayTheSame() {
        add("b.two", "a.one", "a.v1.items", "a." + "x".repeat(100));
        ToolView view = view(McpOptions.defaults());

        assertThat(names(view))
                .containsExactly(
                        "a_one",
                        "a_v1_items",
                        "a_" + "x".repeat(37) + "_" + tail("a." + "x".repeat(100)),
                        "b_two");
        assertThat(names(view)).allMatch(name -> name.length() <= 48);
    }

    private static String tail(String id) {
        return ToolNames.hashed("", id).substring(1);
    }

    @Test
    void ofTwoThatWouldHaveTheSameNameTheSecondGetsAHash() {
        add("a.b_c", "a_b.c");
        ToolView view = view(McpOptions.defaults());

        assertThat(names(view)).containsExactly("a_b_c", "a_b_c_" + tail("a_b.c"));
        assertThat(view.find("a_b_c").orElseThrow().spec().id()).isEqualTo("a.b_c");
    }

    @Test
    void pagesEndAndCoverEverything() {
        for (int i = 10; i < 35; i++) {
            add("op.n" + i);
        }
        ToolView view = view(McpOptions.defaults().withPageSize(10));
        List<String> all = new ArrayList<>();
        String cursor = null;
        do {
            JsonNode page = page(view, cursor);
            all.addAll(page.get("tools").findValuesAsString("name"));
            cursor = page.path("nextCursor").asString(null);
        } while (cursor != null);

        assertThat(all).hasSize(25).isSorted();
        assertThatThrownBy(() -> page(view, "!")).isInstanceOf(McpException.class);
    }

    @Test
    void aLargeListIsLoggedOnceWhoeverReadsIt() {
        for (int i = 0; i < 41; i++) {
            add("a.operation" + i);
        }
        registry.register(
                OperationSpec.query("b.secret").requires("admin").build(), (input, context) -> 1);
        ToolView view = view(McpOptions.defaults());
        try (CapturedLog log = new CapturedLog()) {
            for (int i = 0; i < 3; i++) {
                page(view, null);
                view.page(Caller.anonymous(), null, true);
            }
            assertThat(log.of("McpGateway"))
                    .singleElement()
                    .asString()
                    .startsWith("/mcp lists 42 tools in ")
                    .contains("/mcp/{namespace} or /mcp/search");
        }
    }

    @Test
    void aListOfFewLongToolsIsLogged() {
        String text = "x".repeat(65 * 1024);
        registry.register(
                OperationSpec.query("a.long").describedAs(text).build(), (input, context) -> 1);
        ToolView view = view(McpOptions.defaults());
        try (CapturedLog log = new CapturedLog()) {
            page(view, null);
            assertThat(log.of("McpGateway")).singleElement().asString().contains("1 tools in 65");
        }
    }

    @Test
    void outputSchemasThatAreTooLongAreLeftOutAndCountedInTheLog() {
        Schema longOne =
                Schema.of(
                        JsonNodeFactory.instance
                                .objectNode()
                                .put("type", "object")
                                .put("description", "x".repeat(9 * 1024)));
        registry.register(
                OperationSpec.query("a.long").output(longOne).build(), (input, context) -> 1);
        registry.register(
                OperationSpec.query("a.short")
                        .output(Schema.parse("{\"type\": \"object\"}"))
                        .build(),
                (input, context) -> 1);
        ToolView view = view(McpOptions.defaults());
        try (CapturedLog log = new CapturedLog()) {
            JsonNode tools = page(view, null).get("tools");
            page(view, null);

            assertThat(tools.get(0).has("outputSchema")).isFalse();
            assertThat(tools.get(1).has("outputSchema")).isTrue();
            assertThat(log.of("McpGateway"))
                    .singleElement()
                    .asString()
                    .startsWith("/mcp lists 1 of 2 tools without their output schema");
        }
    }

    @Test
    void callersOfTheSameRightsShareAList() {
        add("a.one");
        registry.register(
                OperationSpec.query("a.secret").describedAs("Secret").requires("s").build(),
                (input, context) -> null);
        ToolView view = view(McpOptions.defaults());

        ToolListing ann = view.listing(Caller.of(Identity.of("ann", "s")));
        assertThat(view.listing(Caller.of(Identity.of("bob", "s")))).isSameAs(ann);
        ToolListing none = view.listing(Caller.anonymous());
        assertThat(none.isSame(ann)).isFalse();
        registry.remove("a.secret");
        assertThat(view.listing(Caller.anonymous()).isSame(none)).isTrue();
    }

    @Test
    void anInputThatIsNoObjectIsOneArgument() {
        registry.register(
                OperationSpec.query("a.list")
                        .describedAs("Lists")
                        .input(
                                Schema.parse(
                                        """
                                        {"type": "array", "items": {"$ref": "#/$defs/id"},
                                         "$defs": {"id": {"type": "integer"}}}
                                        """))
                        .build(),
                (input, context) -> null);
        Tool tool = view(McpOptions.defaults()).find("a_list").orElseThrow();

        JsonNode schema = Json.parse(tool.json(true)).get("inputSchema");
        assertThat(schema.at("/properties/input/items/$ref").asString())
                .isEqualTo("#/properties/input/$defs/id");
        assertThat(Schema.of(schema).accepts(Json.parse("{\"input\": [1]}"))).isTrue();
        assertThat(Schema.of(schema).accepts(Json.parse("{\"input\": [\"x\"]}"))).isFalse();
        assertThat(tool.form().input(Json.parse("{\"input\": [1]}")).toString()).isEqualTo("[1]");
    }

    @Test
    void draft07IsTranslatedIfWanted() {
        JsonNode old =
                Json.parse(
                        """
                        {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object",
                         "properties": {"definitions": {"$ref": "#/definitions/t"},
                                        "pair": {"items": [{"type": "string"}],
                                                 "additionalItems": false}},
                         "dependencies": {"a": ["b"]},
                         "definitions": {"t": {"type": "string", "default": {"items": []}}}}
                        """);
        JsonNode translated = SchemaRewrite.translated(old);

        assertThat(translated.toString())
                .isEqualTo(
                        "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\","
                                + "\"type\":\"object\",\"properties\":{\"definitions\":"
                                + "{\"$ref\":\"#/$defs/t\"},\"pair\":{\"prefixItems\":"
                                + "[{\"type\":\"string\"}],\"items\":false}},"
                                + "\"dependentRequired\":{\"a\":[\"b\"]},\"$defs\":{\"t\":"
                                + "{\"type\":\"string\",\"default\":{\"items\":[]}}}}");
        JsonNode newer = Json.parse("{\"type\": \"object\", \"definitions\": {}}");
        assertThat(SchemaRewrite.translated(newer)).isSameAs(newer);
    }
}
