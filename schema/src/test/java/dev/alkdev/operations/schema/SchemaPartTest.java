package dev.alkdev.operations.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

class SchemaPartTest {
    private static JsonNode json(String text) {
        return Json.parse(text.replace('\'', '"'));
    }

    private static final SchemaPart.Rewriting MOVED =
            new SchemaPart.Rewriting() {
                @Override
                public boolean keeps(String keyword) {
                    return !keyword.startsWith("x-");
                }

                @Override
                public String address(SchemaPart target) {
                    SchemaPart definition = target.definition();
                    return "#/new/" + definition.name() + target.fragmentFrom(definition);
                }
            };

    @Test
    void referencesAreRewrittenWhereSchemasStandAndNowhereElse() {
        SchemaPart part =
                SchemaPart.of(
                        json(
                                """
                                {'$id': 'i', '$schema': 'https://json-schema.org/draft/2020-12/schema', 'x-y': 1,
                                 'properties': {'$ref': {'$ref': '#/$defs/a'}, 'b': {'$dynamicRef': '#b'}},
                                 'items': {'$ref': '#/$defs/a/properties/x y'},
                                 'not': {'$ref': '#/nowhere'},
                                 'const': {'$ref': '#/$defs/a'},
                                 '$defs': {'a': {'properties': {'x y': {}}}, 'b': {'$anchor': 'b'}}}
                                """));

        assertThat(part.rewrite(MOVED))
                .isEqualTo(
                        json(
                                """
                                {'properties': {'$ref': {'$ref': '#/new/a'}, 'b': {'$ref': '#/new/b'}},
                                 'items': {'$ref': '#/new/a/properties/x%20y'},
                                 'not': {},
                                 'const': {'$ref': '#/$defs/a'}}
                                """));
        assertThat(part.references()).map(SchemaPart::pointer).contains("/$defs/a", "/$defs/b");
    }

    @Test
    void anIdentifierInsideMakesResources() {
        assertThat(SchemaPart.of(json("{'$id': 'a', 'items': {}}")).hasResources()).isFalse();
        assertThat(SchemaPart.of(json("{'const': {'$id': 'a'}}")).hasResources()).isFalse();
        assertThat(SchemaPart.of(json("{'items': {'$id': 'a'}}")).hasResources()).isTrue();
    }
}
