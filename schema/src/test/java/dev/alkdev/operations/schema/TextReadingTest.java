package dev.alkdev.operations.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;

import java.util.List;

class TextReadingTest {
    private static JsonNode json(String text) {
        return Json.parse(text.replace('\'', '"'));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'type': 'integer'}                       | 7          | 7",
                "{'type': 'integer'}                       | 7.0        | 7.0",
                "{'type': 'integer'}                       | 7.5        | '7.5'",
                "{'type': 'integer'}                       | 007        | '007'",
                "{'type': 'integer'}                       | 1e99999    | '1e99999'",
                "{'type': ['integer', 'null']}             | null       | null",
                "{'type': ['string', 'null']}              | null       | 'null'",
                "{'type': 'boolean'}                       | yes        | 'yes'",
                "{'type': ['integer', 'string']}           | 7          | '7'",
                "{'enum': ['auto', 1]}                     | 1          | 1",
                "{'enum': ['1', 1]}                        | 1          | '1'",
                "{}                                        | 7          | 7",
                "{}                                        | 007        | '007'",
                "{}                                        | true       | true",
                "{}                                        | {'a':1}    | {'a':1}",
                "{}                                        | [1]        | [1]",
                "{'not': {'type': 'string'}}               | 7          | 7",
                "{'type': 'object'}                        | {'a':1}    | {'a':1}",
                "{'type': 'object'}                        | {a         | '{a'",
                "{'items': {'type': 'integer'}}            | 7          | [7]",
                "{'items': {'type': 'integer'}}            | [7,8]      | [7,8]",
                "{'items': {'type': 'string'}}             | ['a','b']  | ['a','b']",
                "{'items': {'type': 'string'}}             | [7]        | ['[7]']",
                "{'items': {'items': {'type': 'integer'}}} | [7,8]      | [[7,8]]",
                "{'items': {'items': {'type': 'integer'}}} | [[7],[8]]  | [[7],[8]]",
                "{'items': {}}                             | 7          | [7]",
                "{'items': {'$ref': '#'}}                  | 7          | ['7']",
                "{'items': {'items': {'$ref': '#'}}}       | [[]]       | [[]]",
                "{'anyOf': [{'type': 'integer'}, {'enum': ['all']}]} | 7   | 7",
                "{'anyOf': [{'type': 'integer'}, {'enum': ['all']}]} | all | 'all'",
                "{'anyOf': [{'type': 'integer'}, {'enum': ['7']}]}   | 7   | '7'",
                "{'anyOf': [{'enum': ['a']}, {'type': 'null'}]}      | null | null"
            })
    void aTextIsWhatTheTypesAskFor(String schema, String text, String value) {
        JsonNode read = Schema.of(json(schema)).view().fromText(List.of(text.replace('\'', '"')));

        assertThat(read).isEqualTo(json(value));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'items': {'type': 'integer'}}            | 7 [8,9]    | [7,8,9]",
                "{'type': ['string', 'array']}             | 7 8        | [7,8]",
                "{'type': 'string'}                        | 7 b        | [7,'b']",
                "{}                                        | 7 a        | [7,'a']"
            })
    void severalTextsAreAList(String schema, String texts, String value) {
        JsonNode read = Schema.of(json(schema)).view().fromText(List.of(texts.split(" ", -1)));

        assertThat(read).isEqualTo(json(value));
    }
}
