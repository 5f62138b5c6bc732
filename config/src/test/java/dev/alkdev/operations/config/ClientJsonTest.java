package dev.alkdev.operations.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class ClientJsonTest {
    @TempDir Path folder;

    private ConfigValue read(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("mcp.json"), text);
        return ClientJson.read(
                file,
                "mcp.json",
                folder,
                value -> {
                    if (value.contains("NO")) {
                        throw new IllegalArgumentException("there is no NO");
                    }
                    return value.replace("${A}", "secret");
                });
    }

    @Test
    void commentsTrailingCommasAndAByteOrderMarkAreAllowed() throws IOException {
        ConfigValue value =
                read("\uFEFF{ // one\n\"a\": [1, 2.5, true, null,], /* two */ \"b\": \"<${A}>\",}");

        assertThat(value.node())
                .isEqualTo(Json.parse("{\"a\": [1, 2.5, true, null], \"b\": \"<secret>\"}"));
    }

    @Test
    void problemsHaveTheirPlaceAndNoSecrets() throws IOException {
        ConfigValue value = read("{\n  \"a\": {\"b\": \"x${A:-y}\"},\n  \"c\": \"${NO}\"\n}");
        value.get("a").get("b").refuseAs("a number");

        assertThat(value.get("a").takeProblems())
                .extracting(ConfigProblem::toString)
                .containsExactly("mcp.json:2:14: b should be a number, but is what ${A} gives");
        assertThat(value.get("a").isRefused()).isFalse();
        assertThat(value.get("c").takeProblems())
                .extracting(ConfigProblem::toString)
                .containsExactly("mcp.json:3:8: there is no NO");
    }

    @Test
    void repeatedKeysAreAProblemOfTheirObject() throws IOException {
        ConfigValue value = read("{\"a\": {\"scopes\": [1], \"scopes\": []}, \"b\": {}}");

        assertThat(value.get("a").isRefused()).isTrue();
        assertThat(value.get("b").isRefused()).isFalse();
    }

    @Test
    void whatIsNotJsonIsRejectedAsAWhole() {
        assertThatThrownBy(() -> read("{\"a\": s3cret}"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("mcp.json:1:")
                .hasMessageNotContaining("s3cret");
        assertThatThrownBy(() -> read("{} {}")).hasMessageContaining("continues after its object");
        assertThatThrownBy(() -> read("[".repeat(100) + "]".repeat(100)))
                .hasMessageContaining("nested more than 64 levels");
        assertThatThrownBy(() -> read("\"" + "x".repeat(5_000_000) + "\""))
                .hasMessageContaining("the file is larger than");
    }
}
