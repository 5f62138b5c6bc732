package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.Map;

class ToolHeadersTest {
    private static JsonNode schema(String json) {
        return Json.parse(json.replace('\'', '"'));
    }

    @ParameterizedTest
    @ValueSource(strings = {"default", "const", "enum", "example", "examples"})
    void aMarkInAValueIsDataAndNoMark(String keyword) {
        JsonNode schema =
                schema(
                        "{'properties':{'a':{'type':'string','x-mcp-header':'A','"
                                + keyword
                                + "':[{'x-mcp-header':'B'}]}}}");

        assertThat(ToolHeaders.of(schema)).isEqualTo(Map.of("A", List.of("a")));
    }

    @Test
    void aMarkWhereNoArgumentIsCertainIsRefused() {
        assertThatThrownBy(() -> ToolHeaders.of(schema("{'anyOf':[{'x-mcp-header':'A'}]}")))
                .hasMessage("x-mcp-header is within anyOf, where no argument is certain");
    }
}
