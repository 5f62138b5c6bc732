package dev.alkdev.operations.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.node.StringNode;

import java.nio.charset.StandardCharsets;

class PrintableTest {
    @ParameterizedTest
    @ValueSource(strings = {"a\udc00b", "\ud83d", "\ud83d\ude00", "\u202e", "ü\u0000", "plain"})
    void jsonKeepsItsTextThroughUtf8(String text) {
        String printed = Printable.json(StringNode.valueOf(text).toString());
        byte[] utf8 = printed.getBytes(StandardCharsets.UTF_8);

        assertThat(Json.parse(utf8).asString()).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\ud83d\ude00", "ü", "日本"})
    void otherCharactersAreNotEscaped(String text) {
        assertThat(Printable.json(text)).isEqualTo(text);
    }
}
