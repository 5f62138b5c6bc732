package dev.alkdev.operations.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.OperationQuery;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.openapi.DocumentSource;
import dev.alkdev.operations.openapi.HttpServiceOptions;
import dev.alkdev.operations.openapi.OpenApiSource;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** Registries that import each other's served OpenAPI documents in a ring. */
class OpenApiRingTest {
    private static final int ROUNDS = 4;

    private final List<Node> nodes = new ArrayList<>();

    /** A registry with a gateway and sources. */
    private static final class Node {
        private final OperationRegistry registry = OperationRegistry.create();
        private final RestServer server = RestServer.serving(RestGateway.over(registry));
        private final List<OpenApiSource> sources = new ArrayList<>();

        private Node(String name) {
            registry.register(
                    OperationSpec.query(name + ".own").describedAs("Of " + name).build(),
                    (input, context) -> name);
        }

        private void imports(String namespace, Node other) {
            OpenApiSource source =
                    OpenApiSource.of(
                            DocumentSource.url(other.server.uri("/openapi.json")),
                            HttpServiceOptions.of(namespace));
            source.start(registry);
            sources.add(source);
        }

        private List<String> ids() {
            return registry.list(OperationQuery.all().withLimit(10_000)).operations().stream()
                    .map(OperationSpec::id)
                    .toList();
        }
    }

    @AfterEach
    void stop() {
        nodes.forEach(node -> node.sources.forEach(OpenApiSource::close));
        nodes.forEach(node -> node.server.close());
    }

    private Node node(String name) {
        Node node = new Node(name);
        nodes.add(node);
        return node;
    }

    private void reloadAll() {
        for (int round = 0; round < ROUNDS; round++) {
            nodes.forEach(node -> node.sources.forEach(OpenApiSource::refresh));
        }
    }

    @Test
    void aNodeDoesNotImportItself() {
        Node a = node("a");
        a.imports("self", a);
        reloadAll();

        assertThat(a.ids()).containsExactly("a.own");
        assertThat(a.sources.getFirst().status().lastError()).isNull();
    }

    @Test
    void twoNodesImportEachOtherOnce() {
        Node a = node("a");
        Node b = node("b");
        a.imports("fromB", b);
        b.imports("fromA", a);
        reloadAll();

        assertThat(a.ids()).containsExactly("a.own", "fromB.b.own");
        assertThat(b.ids()).containsExactly("b.own", "fromA.a.own");
        assertThat(a.registry.execute("fromB.b.own", Json.parse("{\"body\": {}}")).data())
                .isEqualTo(Json.parse("\"b\""));
    }

    @Test
    void aRingOfThreeEnds() {
        Node a = node("a");
        Node b = node("b");
        Node c = node("c");
        a.imports("fromC", c);
        b.imports("fromA", a);
        c.imports("fromB", b);
        reloadAll();

        assertThat(a.ids()).containsExactly("a.own", "fromC.c.own", "fromC.fromB.b.own");
        assertThat(b.ids()).containsExactly("b.own", "fromA.a.own", "fromA.fromC.c.own");
        assertThat(c.ids()).containsExactly("c.own", "fromB.b.own", "fromB.fromA.a.own");
    }

    @Test
    void twoWaysToTheSameOperationAreBothImported() {
        Node a = node("a");
        Node b = node("b");
        Node c = node("c");
        b.imports("fromA", a);
        c.imports("fromA", a);
        c.imports("fromB", b);
        reloadAll();

        assertThat(c.ids())
                .containsExactly("c.own", "fromA.a.own", "fromB.b.own", "fromB.fromA.a.own");
    }
}
