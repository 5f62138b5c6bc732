package dev.alkdev.operations.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.SchemaDocument;
import dev.alkdev.operations.schema.SchemaOptions;
import dev.alkdev.operations.schema.SchemaView;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueryInputTest {
    private static final String SCHEMA =
            """
            {"type": "object",
             "properties": {
               "i": {"type": "integer"},
               "n": {"type": ["number", "null"]},
               "b": {"type": "boolean"},
               "s": {"type": "string"},
               "any": {},
               "either": {"anyOf": [{"type": "integer"}, {"type": "string"}]},
               "level": {"enum": [1, 2]},
               "ref": {"$ref": "#/$defs/count"},
               "all": {"allOf": [{"description": "x"}, {"$ref": "#/$defs/count"}]},
               "list": {"type": "array", "items": {"type": "integer"}},
               "texts": {"type": "array", "items": {"type": "string"}},
               "object": {"type": "object"},
               "objects": {"type": "array", "items": {"type": "object"}},
               "loop": {"$ref": "#/properties/loop"},
               "far": {"$ref": "https://elsewhere.example/x"}},
             "additionalProperties": {"type": "boolean"},
             "$defs": {"count": {"type": "integer"}}}
            """;

    /** As part of a document, where a reference may lead nowhere. */
    private static SchemaView document(String schema) {
        return SchemaDocument.of(Json.parse(schema), SchemaOptions.defaults())
                .compose(Json.parse("{\"$ref\": \"#\"}"))
                .view();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "i=42 | {\"i\": 42}",
                "i=-1 | {\"i\": -1}",
                "i=x | {\"i\": \"x\"}",
                "i=007 | {\"i\": \"007\"}",
                "n=1.5e3 | {\"n\": 1.5e3}",
                "n=null | {\"n\": null}",
                "b=true | {\"b\": true}",
                "b=yes | {\"b\": \"yes\"}",
                "s=42 | {\"s\": \"42\"}",
                "s= | {\"s\": \"\"}",
                "s | {\"s\": \"\"}",
                "s=a+b%20%C3%A4 | {\"s\": \"a b ä\"}",
                "any=1 | {\"any\": 1}",
                "either=1 | {\"either\": \"1\"}",
                "level=2 | {\"level\": 2}",
                "ref=3 | {\"ref\": 3}",
                "all=3 | {\"all\": 3}",
                "list=1 | {\"list\": [1]}",
                "list=1&list=2 | {\"list\": [1, 2]}",
                "texts=1&texts=b | {\"texts\": [\"1\", \"b\"]}",
                "s=a&s=b | {\"s\": [\"a\", \"b\"]}",
                "object=%7B%22a%22%3A1%7D | {\"object\": {\"a\": 1}}",
                "object=%7Ba | {\"object\": \"{a\"}",
                "objects=%7B%7D&objects=%7B%7D | {\"objects\": [{}, {}]}",
                "loop=1 | {\"loop\": 1}",
                "far=1 | {\"far\": 1}",
                "other=true | {\"other\": true}",
                "i=1&b=false | {\"i\": 1, \"b\": false}"
            })
    void textBecomesWhatTheSchemaAsksFor(String query, String input) {
        SchemaView schema = document(SCHEMA);
        assertThat(QueryInput.read(schema, QueryText.parse(query))).isEqualTo(Json.parse(input));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'allOf': [{'properties': {'x': {'type': 'integer'}}}]} | 7",
                "{'$ref': '#/$defs/o', '$defs': {'o': {'properties': {'x': {'type': 'integer'}}}}}"
                        + " | 7",
                "{'oneOf': [{'properties': {'y': {}}}, {'properties': {'x': {'type': 'number'}}}]}"
                        + " | 7",
                "{'anyOf': [{'properties': {'x': {'type': 'integer'}}}, {'properties': {'x':"
                        + " {'type': 'null'}}}]} | 7",
                "{'anyOf': [{'properties': {'x': {'type': 'integer'}}}, {'properties': {'x':"
                        + " {'type': 'string'}}}]} | '7'",
                "{'allOf': [{'properties': {'x': {'description': 'count'}}}, {'properties': {'x':"
                        + " {'type': 'integer'}}}]} | 7",
                "{'allOf': [{'$ref': '#'}, {'properties': {'x': {'type': 'integer'}}}]} | 7",
                "{'allOf': [{'additionalProperties': {'type': 'integer'}}]} | 7"
            })
    void propertiesAreFoundWhereverReferencesAndCombinationsPutThem(String schema, String value) {
        SchemaView view = document(schema.replace('\'', '"'));

        assertThat(QueryInput.read(view, QueryText.parse("x=7")).get("x"))
                .isEqualTo(Json.parse(value.replace('\'', '"')));
    }
}
