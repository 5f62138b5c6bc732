package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class McpServerEntryTest {
    private static McpServerEntry of(String json) {
        return McpServerEntry.of(Json.parse(json.replace('\'', '"')));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "httpUrl, url",
                "serverUrl, url",
                "disabledTools, excludeTools",
                "enabledTools, includeTools",
                "allowedTools, includeTools",
                "tools, includeTools",
                "environment, env"
            })
    void clientsHaveOtherNamesForAKey(String theirs, String ours) {
        McpServerEntry entry = of("{'%s': 'x'}".formatted(theirs));

        assertThat(entry.server()).isEqualTo(Json.parse("{\"%s\": \"x\"}".formatted(ours)));
        assertThat(entry.originals()).containsEntry(ours, theirs);
    }

    @Test
    void theTransportIsThatOfTheType() {
        assertThat(of("{'url': 'x', 'type': 'sse'}").server().get("transport").asString())
                .isEqualTo("sse");
        assertThat(of("{'url': 'x', 'type': 'streamableHttp'}").server().get("transport"))
                .isEqualTo(Json.parse("\"http\""));
        assertThat(of("{'command': 'x', 'type': 'stdio'}").server().has("transport")).isFalse();
        assertThat(of("{'command': 'x', 'transport': 'stdio'}").server().has("transport"))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'command': 'x', 'type': 'http'}",
                "{'url': 'x', 'type': 'stdio'}",
                "{'url': 'x', 'type': 'ws'}",
                "{'url': 'x', 'type': 'sse', 'transport': 'http'}",
                "{'url': 'x', 'httpUrl': 'y'}",
                "{'includeTools': [], 'enabledTools': []}",
                "{'command': 'x', 'disabled': 'true'}",
                "{'command': 'x', 'enabled': 0}",
                "'x'"
            })
    void contradictionsAreRejected(String json) {
        assertThatThrownBy(() -> of(json)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({"60, 60s", "3600, 3600s", "3601, 3601ms", "60000, 60000ms"})
    void numbersAreSecondsOrMilliseconds(String number, String timeout) {
        assertThat(of("{'timeout': %s}".formatted(number)).server().get("timeout").asString())
                .isEqualTo(timeout);
    }

    @Test
    void numbersAreTextInArgumentsAndVariables() {
        assertThat(of("{'args': ['-p', 80, true], 'env': {'N': 3, 'no': null}}").server())
                .isEqualTo(
                        Json.parse(
                                "{\"args\": [\"-p\", \"80\", \"true\"], \"env\": {\"N\": \"3\"}}"));
    }

    @Test
    void unknownKeysStayAndIgnoredOnesAreNamed() {
        McpServerEntry entry =
                of("{'alwaysAllow': ['x'], 'trust': true, 'scopes': ['a'], 'odd': 1}");

        assertThat(entry.server().propertyNames()).containsExactly("scopes", "odd");
        assertThat(entry.ignored()).containsExactly("alwaysAllow", "trust");
        assertThat(of("{'disabled': true}").disabled()).isTrue();
        assertThat(of("{'enabled': false}").disabled()).isTrue();
        assertThat(of("{'enabled': true, 'disabled': false}").disabled()).isFalse();
    }
}
