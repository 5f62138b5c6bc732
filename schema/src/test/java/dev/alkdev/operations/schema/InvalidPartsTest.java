package dev.alkdev.operations.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.net.URI;
import java.util.List;

/** Schemas with invalid parts: what is published is valid, and equal to what is checked. */
class InvalidPartsTest {
    private static final SchemaOptions TOLERANT = SchemaOptions.defaults().withTolerance();

    private static final List<JsonNode> VALUES =
            List.of(
                    Json.parse("null"),
                    Json.parse("true"),
                    Json.parse("0"),
                    Json.parse("5"),
                    Json.parse("2.5"),
                    Json.parse("\"\""),
                    Json.parse("\"abc\""),
                    Json.parse("[]"),
                    Json.parse("[1, \"x\"]"),
                    Json.parse("{}"),
                    Json.parse("{\"a\": 1}"),
                    Json.parse("{\"a\": \"x\", \"b\": 2}"));

    private static JsonNode json(String text) {
        return Json.parse(text.replace('\'', '"'));
    }

    private static Schema inDocument(String schema, Dialect dialect) {
        String document =
                "{\"s\": %s, \"t\": {\"type\": \"string\"}, \"title\": \"x\"}"
                        .formatted(json(schema));
        return SchemaDocument.of(
                        Json.parse(document),
                        URI.create("test:/api"),
                        TOLERANT.withDialect(dialect))
                .at("#/s");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type': 'string', 'pattern': '\\\\A[a-z]+\\\\Z', 'maxLength': 2}",
                "{'type': 'int', 'minimum': 3}",
                "{'type': ['string', 'string']}",
                "{'type': 'object', 'required': null, 'properties': {'a': {'type': 'string'}}}",
                "{'type': 'object', 'required': ['a', 'a', 5]}",
                "{'type': 'number', 'minimum': 2, 'exclusiveMinimum': true}",
                "{'type': 'number', 'maximum': 4, 'exclusiveMaximum': 5, 'exclusiveMinimum': true}",
                "{'type': 'number', 'exclusiveMaximum': '5', 'multipleOf': 0}",
                "{'$ref': '#/nowhere'}",
                "{'$ref': '#/title'}",
                "{'$ref': '#/t', 'nullable': true}",
                "{'$ref': 5, 'type': 'string'}",
                "{'type': 'string', 'enum': []}",
                "{'type': 'string', 'enum': null, 'nullable': 'yes'}",
                "{'type': 'object', 'properties': {'a': 'string', 'b': null, 'c': true}}",
                "{'type': 'array', 'items': 'string'}",
                "{'type': 'array', 'items': [{'type': 'string'}, {'type': 'int'}]}",
                "{'type': 'array', 'items': []}",
                "{'type': 'string', 'minLength': -1, 'maxLength': 2}",
                "{'allOf': [], 'type': 'string'}",
                "{'anyOf': null, 'oneOf': {'type': 'string'}}",
                "{'oneOf': [{'type': 'int'}, {'type': 'string'}]}",
                "{'oneOf': [{'type': 'string'}, {'oneOf': [{'pattern': '('}, {'type': 'null'}]}]}",
                "{'not': {'type': 'int'}}",
                "{'not': {'type': 'string'}, 'minLength': 'x'}",
                "{'if': {'type': 'int'}, 'then': {'type': 'string'}}",
                "{'description': null, 'title': 7, 'type': 'string', 'deprecated': 'no'}",
                "{'type': 'object', 'patternProperties': {'(': {'type': 'string'}, '^a': {'type':"
                        + " 'string'}}}",
                "{'type': 'object', 'dependentRequired': {'a': 'b', 'b': ['a', 1]}}",
                "{'additionalProperties': ['x'], 'propertyNames': 5}",
                "'string'",
                "[]",
                "null"
            })
    void areDroppedWhereverTheSchemaIsPublished(String schema) {
        check(schema, inDocument(schema, Dialect.OPENAPI_3_0), Dialect.DRAFT_2020_12);
        check(schema, inDocument(schema, Dialect.OPENAPI_3_1), Dialect.DRAFT_2020_12);
        for (Dialect dialect : List.of(Dialect.DRAFT_2020_12, Dialect.DRAFT_7)) {
            check(schema, Schema.of(json(schema), TOLERANT.withDialect(dialect)), dialect);
        }
    }

    private static void check(String schema, Schema tolerant, Dialect dialect) {
        JsonNode published = tolerant.toJson();
        Schema strict = Schema.of(published, SchemaOptions.defaults().withDialect(dialect));
        for (JsonNode value : VALUES) {
            assertThat(strict.accepts(value))
                    .as("%s as %s accepts %s", schema, published, value)
                    .isEqualTo(tolerant.accepts(value));
        }
        String metaschema = dialect == Dialect.DRAFT_7 ? "draft-07" : "draft/2020-12";
        String reference = "{'$ref': 'http%s://json-schema.org/%s/schema'}";
        String secure = dialect == Dialect.DRAFT_7 ? "" : "s";
        assertThat(Schema.of(json(reference.formatted(secure, metaschema))).errors(published))
                .as("%s", published)
                .isEmpty();
    }

    @Test
    void leaveTheRestOfTheSchemaChecked() {
        Schema schema =
                inDocument(
                        "{'type': 'object', 'required': null, 'properties': {'a': {'type':"
                                + " 'string', 'pattern': '('}}}",
                        Dialect.OPENAPI_3_1);

        assertThat(schema.accepts(json("{'a': 5}"))).isFalse();
        assertThat(schema.toJson())
                .isEqualTo(json("{'type': 'object', 'properties': {'a': {'type': 'string'}}}"));
    }

    @Test
    void areAbsentFromAValidSchemaWhichStaysTheSame() {
        JsonNode schema =
                json(
                        "{'type': 'object', 'properties': {'a': {'enum': [1]}}, 'required': ['a'],"
                                + " 'allOf': [{'not': {'type': 'string'}}]}");

        assertThat(Schema.of(schema, TOLERANT).json()).isSameAs(schema);
    }

    @Test
    void nullableBesideAReferenceIsPublishedAsItIsRead() {
        assertThat(inDocument("{'$ref': '#/t', 'nullable': true}", Dialect.OPENAPI_3_0).toJson())
                .isEqualTo(
                        json(
                                "{'anyOf': [{'type': 'null'}, {'$ref': '#/$defs/t'}],"
                                        + " '$defs': {'t': {'type': 'string'}}}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'const': 5}",
                "{'type': 'object', 'properties': {'a': {'const': 'x'}, 'const': {}}}",
                "{'if': {'type': 'object'}, 'then': {'required': ['x']}, 'else': false}",
                "{'prefixItems': [{'type': 'string'}], 'contains': {'type': 'null'},"
                        + " 'minContains': 0}",
                "{'dependentSchemas': {'a': {'required': ['x']}}}",
                "{'unevaluatedProperties': false, 'unevaluatedItems': false}",
                "{'not': {'const': 5, 'type': 'object'}}"
            })
    void keywordsThatOpenApi30DoesNotHaveAreNotPublished(String schema) {
        Schema read = inDocument(schema, Dialect.OPENAPI_3_0);
        Schema published = Schema.of(read.toJson());

        for (JsonNode value : VALUES) {
            assertThat(published.accepts(value))
                    .as("%s by %s", value, published)
                    .isEqualTo(read.accepts(value));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'not': {'properties': {'a': {'type': 'any'}}}}",
                "{'not': {'items': [{'allOf': [{'pattern': '('}]}]}}",
                "{'not': {'$ref': '#/gone'}}",
                "{'not': {'allOf': [{'$ref': '#/gone'}]}}",
                "{'if': {'properties': {'a': {'minimum': 'x'}}}, 'then': {'required': ['x']}}",
                "{'oneOf': [{'properties': {'a': {'$ref': '#/gone'}}}, {'type': 'object'}]}",
                "{'oneOf': [{'properties': {'a': {'required': 5}}}, {'type': 'object'}]}",
                "{'$schema': 'urn:unknown', 'type': 'object'}"
            })
    void invalidPartsDeepInsideNegationsRejectNothing(String schema) {
        Schema tolerant = Schema.of(json(schema), TOLERANT);
        Schema published = Schema.of(tolerant.json());

        assertThat(tolerant.accepts(Json.parse("{'a': 1}".replace('\'', '"')))).isTrue();
        for (JsonNode value : VALUES) {
            assertThat(published.accepts(value))
                    .as("%s by %s", value, published)
                    .isEqualTo(tolerant.accepts(value));
        }
    }
}
