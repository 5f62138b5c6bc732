package dev.alkdev.operations.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.SchemaView;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class InputArgumentsTest {
    private static final SchemaView SCHEMA =
            Schema.parse(
                            """
                            {"type": "object",
                             "properties": {
                               "text": {"type": "string"},
                               "count": {"type": "integer"},
                               "price": {"type": ["number", "null"]},
                               "flag": {"$ref": "#/$defs/flag"},
                               "tags": {"type": "array", "items": {"type": "string"}},
                               "sizes": {"type": "array", "items": {"type": "integer"}},
                               "level": {"enum": [1, 2]},
                               "either": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
                               "inner": {"allOf": [{"$ref": "#/$defs/inner"}]},
                               "dotted.name": {"type": "integer"},
                               "map": {"type": "object", "additionalProperties": {"type": "integer"}}
                             },
                             "$defs": {
                               "flag": {"type": "boolean"},
                               "inner": {"type": "object", "properties": {"n": {"type": "integer"}}}
                             }}
                            """)
                    .view();

    private static JsonNode input(String... arguments) {
        InputStream nothing = InputStream.nullInputStream();
        return InputArguments.read(List.of(arguments), nothing, () -> SCHEMA);
    }

    private static CommandFailure failure(String... arguments) {
        return catchThrowableOfType(CommandFailure.class, () -> input(arguments));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "text=5             | {'text': '5'}",
                "text=              | {'text': ''}",
                "text=a=b           | {'text': 'a=b'}",
                "count=5            | {'count': 5}",
                "count=five         | {'count': 'five'}",
                "count=5.5          | {'count': '5.5'}",
                "price=5            | {'price': 5}",
                "price=5.50         | {'price': 5.50}",
                "price=null         | {'price': null}",
                "flag=true          | {'flag': true}",
                "flag=yes           | {'flag': 'yes'}",
                "tags=a             | {'tags': ['a']}",
                "tags=[\"a\",\"b\"] | {'tags': ['a', 'b']}",
                "sizes=1            | {'sizes': [1]}",
                "level=2            | {'level': 2}",
                "either=5           | {'either': '5'}",
                "either:=5          | {'either': 5}",
                "text:=null         | {'text': null}",
                "inner.n=1          | {'inner': {'n': 1}}",
                "dotted.name=1      | {'dotted.name': 1}",
                "map.a=1            | {'map': {'a': 1}}",
                "map.a.b=1          | {'map': {'a': {'b': 1}}}",
                "unknown=1          | {'unknown': 1}",
                "unknown=           | {'unknown': ''}",
                "count=             | {'count': ''}",
                "unknown=word       | {'unknown': 'word'}",
                "unknown.deep=true  | {'unknown': {'deep': true}}"
            })
    void aMemberIsTypedByItsSchema(String argument, String expected) {
        assertThat(input(argument)).isEqualTo(Json.parse(expected.replace('\'', '"')));
    }

    @Test
    void nothingIsAnEmptyObject() {
        assertThat(input()).isEqualTo(Json.parse("{}"));
    }

    @Test
    void anArrayIsFilledByRepeating() {
        assertThat(input("tags=a", "sizes=1", "tags=b"))
                .isEqualTo(Json.parse("{\"tags\": [\"a\", \"b\"], \"sizes\": [1]}"));
    }

    @Test
    void membersCountBeforeTheJsonTheyAddTo() {
        assertThat(input("{\"text\": \"a\", \"count\": 1}", "count=2"))
                .isEqualTo(Json.parse("{\"text\": \"a\", \"count\": 2}"));
    }

    @Test
    void anyJsonCanBeAnInput() {
        assertThat(input("[1, 2]")).isEqualTo(Json.parse("[1, 2]"));
        assertThat(input("\"text\"")).isEqualTo(Json.parse("\"text\""));
        assertThat(input("null")).isEqualTo(Json.parse("null"));
    }

    @Test
    void whatIsNeitherJsonNorAMemberIsWrongUsage() {
        CommandFailure failure = failure("milk");

        assertThat(failure.exitCode).isEqualTo(ExitCode.USAGE);
        assertThat(failure).hasMessage("\"milk\" is neither JSON nor key=value");
    }

    @Test
    void brokenJsonIsInvalidAndSaysWhere() {
        CommandFailure failure = failure("{\"a\": }");

        assertThat(failure.exitCode).isEqualTo(ExitCode.INVALID);
        assertThat(failure.getMessage())
                .startsWith("the input is not JSON: ")
                .contains("line 1, column");
    }

    @Test
    void brokenJsonOfAMemberNamesTheMember() {
        CommandFailure failure = failure("count:=five");

        assertThat(failure.exitCode).isEqualTo(ExitCode.INVALID);
        assertThat(failure.getMessage())
                .startsWith("count:= needs JSON, but its value is not JSON: ");
    }

    @Test
    void nothingIsNoJson(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("empty.json"), " \n");

        assertThat(failure("count:=")).hasMessage("count:= needs JSON, but its value is empty");
        assertThat(failure("-")).hasMessage("standard input is empty");
        assertThat(failure("@" + file)).hasMessage(file + " is empty");
        assertThat(failure("")).hasMessage("\"\" is neither JSON nor key=value");
        assertThat(failure("-").exitCode).isEqualTo(ExitCode.INVALID);
    }

    @Test
    void aMissingFileIsNotFound() {
        CommandFailure failure = failure("@missing.json");

        assertThat(failure.exitCode).isEqualTo(ExitCode.NOT_FOUND);
        assertThat(failure).hasMessage("there is no file missing.json");
    }

    @Test
    void aJsonMemberTwiceIsWrongUsage() {
        assertThatThrownBy(() -> input("text:=1", "text:=2")).hasMessage("text is given twice");
        assertThatThrownBy(() -> input("tags:=[]", "tags=b")).hasMessage("tags is given twice");
    }

    @Test
    void aSecondJsonIsWrongUsage() {
        assertThatThrownBy(() -> input("{}", "{}"))
                .hasMessage("\"{}\" is not key=value; JSON must be first, and only once");
    }

    @Test
    void membersCannotAddToAnArray() {
        assertThatThrownBy(() -> input("[]", "text=a"))
                .hasMessage("key=value adds to an object, but the JSON is array");
    }

    @Test
    void aPathDoesNotLeadThroughText() {
        assertThatThrownBy(() -> input("text=a", "text.b=c"))
                .hasMessage("text.b reaches into text, which is not an object");
    }
}
