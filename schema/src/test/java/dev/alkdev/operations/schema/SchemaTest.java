package dev.alkdev.operations.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;

import java.net.URI;
import java.util.List;
import java.util.Optional;

class SchemaTest {

    @Nested
    class Errors {
        private final Schema order =
                Schema.parse(
                        """
                        {
                          "type": "object",
                          "properties": {
                            "id": {"type": "string", "pattern": "^[A-Z]-[0-9]+$"},
                            "lines": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/line"}}
                          },
                          "required": ["id", "lines"],
                          "additionalProperties": false,
                          "$defs": {
                            "line": {
                              "properties": {"amount": {"type": "integer", "minimum": 1}},
                              "required": ["amount"]
                            }
                          }
                        }
                        """);

        @Test
        void areAllThereIsToSayWithPlaceKeywordAndValue() {
            JsonNode value =
                    Json.parse(
                            "{\"id\": \"a17\", \"lines\": [{\"amount\": 0}, {}, {\"amount\": 1.5}],"
                                    + " \"ex/tra\": [1]}");
            assertThat(order.errors(value))
                    .extracting(
                            SchemaError::pointer,
                            SchemaError::keyword,
                            SchemaError::schemaPointer,
                            SchemaError::message)
                    .containsExactly(
                            row(
                                    "/id",
                                    "pattern",
                                    "/properties/id/pattern",
                                    "must match the pattern ^[A-Z]-[0-9]+$, got \"a17\""),
                            row(
                                    "/lines/0/amount",
                                    "minimum",
                                    "/$defs/line/properties/amount/minimum",
                                    "must be at least 1, got 0"),
                            row(
                                    "/lines/1",
                                    "required",
                                    "/$defs/line/required",
                                    "required property \"amount\" is missing, got {}"),
                            row(
                                    "/lines/2/amount",
                                    "type",
                                    "/$defs/line/properties/amount/type",
                                    "must be integer, got 1.5"),
                            row(
                                    "/ex~1tra",
                                    "additionalProperties",
                                    "/additionalProperties",
                                    "unknown property \"ex/tra\"; known are id, lines, got [1]"));
        }

        @Test
        void ofAlternativesNameTheClosestOne() {
            Schema shape =
                    Schema.parse(
                            """
                            {"oneOf": [
                              {"type": "string"},
                              {"properties": {"kind": {"const": "circle"}, "r": {"type": "number"}},
                               "required": ["kind", "r"]},
                              {"properties": {"kind": {"const": "square"}, "a": {"type": "number"}},
                               "required": ["kind", "a"]}
                            ]}
                            """);
            assertThat(messages(shape, "{\"kind\": \"square\", \"a\": \"2\"}"))
                    .containsExactly(
                            "(root): matches none of the 3 alternatives, got"
                                    + " {\"kind\":\"square\",\"a\":\"2\"}",
                            "/a: must be number, got \"2\"");
        }

        @Test
        void ofSeveralMatchingAlternativesSayWhich() {
            Schema one = Schema.parse("{\"oneOf\": [{\"type\": \"integer\"}, {\"minimum\": 2}]}");
            assertThat(messages(one, "5"))
                    .containsExactly(
                            "(root): must match exactly one alternative, matches [0, 1], got 5");
        }

        @ParameterizedTest
        @CsvSource(
                quoteCharacter = '`',
                delimiter = '|',
                value = {
                    "{'type': ['string', 'null']} | 5 | must be null or string, got 5",
                    "{'type': 'number'} | 'x' | must be number, got 'x'",
                    "{'enum': ['a', 1, null]} | 'b' | must be one of 'a', 1, null, got 'b'",
                    "{'const': {'a': 1}} | {} | must be {'a':1}, got {}",
                    "{'maxLength': 2} | 'abc' | must have at most 2 characters, has 3, got 'abc'",
                    "{'minLength': 2} | '😀' | must have at least 2 characters, has 1, got '😀'",
                    "{'exclusiveMaximum': 3} | 3 | must be less than 3, got 3",
                    "{'multipleOf': 0.1} | 0.25 | must be a multiple of 0.1, got 0.25",
                    "{'minProperties': 1} | {} | must have at least 1 property, has 0, got {}",
                    "{'maxItems': 1} | [1,2] | must have at most 1 item, has 2, got [1,2]",
                    "{'minProperties': 2} | {} | must have at least 2 properties, has 0, got {}",
                    "{'uniqueItems': true} | [1,2,1.0] |"
                            + " items must be unique, item 2 repeats an earlier one, got [1,2,1.0]",
                    "{'contains': {'type': 'null'}} | [1] |"
                            + " must contain at least 1 matching item, has 0, got [1]",
                    "{'not': {'type': 'null'}} | null | matches what is not allowed, got null",
                    "{'propertyNames': {'maxLength': 1}} | {'ab': 1} | property name 'ab' is not"
                            + " allowed: must have at most 1 character, has 2, got 'ab'",
                    "{'dependentRequired': {'a': ['b']}} | {'a': 1} |"
                            + " property 'a' requires b, which is missing, got {'a':1}",
                    "{'unevaluatedProperties': false} | {'a': 1} | unknown property, got 1",
                    "false | 1 | nothing is allowed here, got 1"
                })
        void sayWhatWouldBeRight(String schema, String value, String message) {
            assertThat(Schema.parse(quoted(schema)).errors(Json.parse(quoted(value))))
                    .singleElement()
                    .extracting(SchemaError::message)
                    .isEqualTo(quoted(message));
        }

        @Test
        void shortenALargeValue() {
            String large = "[" + "\"0123456789\",".repeat(50) + "1]";
            assertThat(Schema.parse("{\"type\": \"string\"}").errors(Json.parse(large)))
                    .singleElement()
                    .extracting(SchemaError::message)
                    .asString()
                    .endsWith("…")
                    .hasSizeLessThan(130);
        }

        private static Tuple row(Object... cells) {
            return Tuple.tuple(cells);
        }

        private static List<String> messages(Schema schema, String value) {
            return schema.errors(Json.parse(value)).stream().map(SchemaError::toString).toList();
        }
    }

    @Test
    void noMoreErrorsAreGivenThanWereAskedFor() {
        Schema strings = Schema.parse("{\"items\": {\"type\": \"string\"}}");
        JsonNode numbers = Json.parse("[1, 2, 3, 4]");
        assertThat(strings.errors(numbers, 2))
                .extracting(SchemaError::pointer)
                .containsExactly("/0", "/1");
        assertThat(strings.errors(numbers)).hasSize(4);
        Schema either =
                Schema.parse(
                        "{\"anyOf\": [{\"items\": {\"type\": \"string\"}}, {\"maxItems\": 1}]}");
        assertThat(either.errors(numbers, 1)).hasSize(1);
    }

    @Test
    void whatNeighboursEvaluateDoesNotCountInsideASchema() {
        Schema schema =
                Schema.parse(
                        """
                        {"properties": {"a": true}, "unevaluatedProperties": true,
                         "dependentSchemas": {"a": {"unevaluatedProperties": false}}}
                        """);
        assertThat(schema.accepts(Json.parse("{\"a\": 1}"))).isFalse();
        assertThat(schema.errors(Json.parse("{\"a\": 1}"))).hasSize(1);
        assertThat(schema.accepts(Json.parse("{\"b\": 1}"))).isTrue();
    }

    @Nested
    class AMalformedSchema {

        @ParameterizedTest
        @CsvSource(
                quoteCharacter = '`',
                delimiter = '|',
                value = {
                    "5 | (root): a schema must be an object or true or false, got 5",
                    "{'properties': {'a': 5}} |"
                            + " /properties/a: a schema must be an object or true or false, got 5",
                    "{'type': 'strin'} | /type: 'type' must be one of null, boolean, integer,"
                            + " number, string, array, object, got 'strin'",
                    "{'items': {'minimum': '1'}} |"
                            + " /items/minimum: 'minimum' must be a number, got '1'",
                    "{'minLength': -1} | /minLength: 'minLength' must be a non-negative integer,"
                            + " got -1",
                    "{'required': 'a'} | /required: 'required' must be an array, got 'a'",
                    "{'required': [1]} | /required: 'required' must hold strings only, got [1]",
                    "{'properties': []} | /properties: 'properties' must be an object, got []",
                    "{'anyOf': []} | /anyOf: 'anyOf' must hold at least one schema, got []",
                    "{'multipleOf': 0} | /multipleOf: 'multipleOf' must be greater than 0, got 0",
                    "{'uniqueItems': 1} | /uniqueItems: 'uniqueItems' must be true or false, got 1",
                    "{'$ref': '#/$defs/x'} | /$ref: refers to #/$defs/x, which is not there",
                    "{'items': {'$ref': '#/$defs/a'}, '$defs': {'a': {'$ref': '#nowhere'}}} |"
                            + " /$defs/a/$ref: refers to #nowhere, which is not there",
                    "{'$ref': 'http://example.org/x.json'} |"
                            + " /$ref: refers to http://example.org/x.json, which is not there",
                    "{'$schema': 'http://example.org/mine'} | /$schema: unknown dialect"
                            + " http://example.org/mine; 2020-12, 2019-09 and draft-07 are known"
                })
        void isRefusedWithItsPlaceAndWhatWouldBeRight(String schema, String message) {
            assertThatExceptionOfType(SchemaException.class)
                    .isThrownBy(() -> Schema.parse(quoted(schema)))
                    .withMessage(quoted(message));
        }

        @Test
        void thatIsNotJsonIsRefusedWithLineAndColumn() {
            assertThatExceptionOfType(IllegalArgumentException.class)
                    .isThrownBy(() -> Schema.parse("{\n  \"type\": }"))
                    .withMessageEndingWith("at line 2, column 11");
        }
    }

    @Nested
    class Dialects {

        @Test
        void areToldBySchemaAndDefaultToTheNewest() {
            String tuple = "\"items\": [{\"type\": \"string\"}]";
            Schema seven =
                    Schema.parse(
                            "{\"$schema\": \"http://json-schema.org/draft-07/schema#\","
                                    + tuple
                                    + "}");
            assertThat(seven.accepts(Json.parse("[1]"))).isFalse();
            assertThatExceptionOfType(SchemaException.class)
                    .isThrownBy(() -> Schema.parse("{" + tuple + "}"));
        }

        @Test
        void ofOpenApiKnowNullableAndExclusiveFlags() {
            Schema schema =
                    Schema.of(
                            Json.parse(
                                    "{\"type\": \"integer\", \"nullable\": true,"
                                            + " \"minimum\": 1, \"exclusiveMinimum\": true}"),
                            SchemaOptions.defaults().withDialect(Dialect.OPENAPI_3_0));
            assertThat(schema.accepts(Json.parse("null"))).isTrue();
            assertThat(schema.accepts(Json.parse("2"))).isTrue();
            assertThat(schema.accepts(Json.parse("1"))).isFalse();
        }

        @Test
        void ofDraftFourReadTheExclusiveFlag() {
            Schema schema =
                    Schema.parse(
                            "{\"$schema\": \"http://json-schema.org/draft-04/schema#\","
                                    + " \"maximum\": 3, \"exclusiveMaximum\": true}");
            assertThat(schema.accepts(Json.parse("3"))).isFalse();
        }
    }

    @Test
    void formatOnlyDescribesUnlessItIsAskedToAssert() {
        JsonNode json = Json.parse("{\"format\": \"date\"}");
        JsonNode value = Json.parse("\"tomorrow\"");
        assertThat(Schema.of(json).accepts(value)).isTrue();
        Schema asserting = Schema.of(json, SchemaOptions.defaults().withFormatAssertion());
        assertThat(asserting.errors(value))
                .singleElement()
                .extracting(SchemaError::message)
                .isEqualTo("must be a date, got \"tomorrow\"");
    }

    @Test
    void otherDocumentsComeFromTheResolverOnly() {
        JsonNode other = Json.parse("{\"$defs\": {\"n\": {\"type\": \"integer\"}}}");
        SchemaOptions options =
                SchemaOptions.defaults()
                        .withResolver(
                                uri ->
                                        uri.equals(URI.create("http://example.org/other.json"))
                                                ? Optional.of(other)
                                                : Optional.empty());
        Schema schema =
                Schema.of(
                        Json.parse("{\"$ref\": \"http://example.org/other.json#/$defs/n\"}"),
                        options);
        assertThat(schema.errors(Json.parse("\"x\"")))
                .singleElement()
                .extracting(SchemaError::schemaPointer)
                .isEqualTo("http://example.org/other.json#/$defs/n/type");
    }

    @Test
    void theUnknownSchemaSaysNothing() {
        assertThat(Schema.unknown().isUnknown()).isTrue();
        assertThat(Schema.parse("{\"description\": \"anything\"}").isUnknown()).isTrue();
        assertThat(Schema.parse("true").isUnknown()).isTrue();
        assertThat(Schema.parse("{\"type\": \"string\"}").isUnknown()).isFalse();
        assertThat(Schema.parse("false").isUnknown()).isFalse();
        assertThat(Schema.unknown().accepts(Json.parse("[null]"))).isTrue();
    }

    @Test
    void whatWasParsedIsGivenBack() {
        JsonNode json = Json.parse("{\"type\": \"string\", \"x-mine\": [1]}");
        assertThat(Schema.of(json).toJson()).isEqualTo(json);
    }

    @Test
    void aDocumentGivesOutItsSchemasWithoutLookingAtTheOthers() {
        JsonNode document =
                Json.parse(
                        """
                        {"openapi": "3.1.0", "components": {"schemas": {
                          "Pet": {"type": "object", "properties": {"owner": {"$ref": "#/components/schemas/Owner"}}},
                          "Owner": {"type": "string"},
                          "Broken": {"type": 5},
                          "Late": {"properties": {"b": {"$ref": "#/components/schemas/Broken"}}}
                        }}}
                        """);
        SchemaDocument schemas = SchemaDocument.of(document, SchemaOptions.defaults());
        Schema pet = schemas.at("#/components/schemas/Pet");
        assertThat(pet.accepts(Json.parse("{\"owner\": \"Ann\"}"))).isTrue();
        assertThat(pet.accepts(Json.parse("{\"owner\": 5}"))).isFalse();

        Schema late = schemas.at("#/components/schemas/Late");
        assertThat(late.accepts(Json.parse("{}"))).isTrue();
        assertThat(late.errors(Json.parse("{\"b\": 1}")))
                .singleElement()
                .extracting(SchemaError::message)
                .asString()
                .startsWith("the schema is broken at /components/schemas/Broken/type: ");
        assertThatExceptionOfType(SchemaException.class)
                .isThrownBy(() -> schemas.at("#/components/schemas/Cat"))
                .withMessage("(root): refers to #/components/schemas/Cat, which is not there");
    }

    private static String quoted(String text) {
        return text.replace('\'', '"');
    }

    @Test
    void aClosedSchemaLeavesThePartsOfOneObjectOpen() {
        Schema closed =
                Schema.of(
                                Json.parse(
                                        """
                                        {"allOf": [{"properties": {"a": {"type": "integer"}}},
                                                   {"properties": {"b": {}}}]}
                                        """))
                        .closed();

        assertThat(closed.accepts(Json.parse("{\"a\": 1, \"b\": 2}"))).isTrue();
        assertThat(closed.accepts(Json.parse("{\"a\": \"x\"}"))).isFalse();
    }
}
