package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** What is written at once is what the tree would be. */
class HttpAnswersTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "3",
                "-1.50",
                "\"plain\"",
                "\"\"",
                "\"a \\\"quoted\\\" \\\\ / \\n \\u0000 \\u2028 é 😀 \\u007f\"",
                "{\"a \\\"quoted\\\" \\\\ / \\n \\u0000 \\u2028 é 😀 \\u007f\": [1, null, true]}",
                "[\"\\\\\\\"\", {\"b\": \"</script>\"}]"
            })
    void aResultThatIsWrittenAtOnceIsTheSame(String text) {
        JsonNode data = Json.parse(text);
        JsonNode wrapped = JsonNodeFactory.instance.objectNode().set("result", data);
        for (JsonNode structured : Arrays.asList(data, wrapped, null)) {
            for (boolean isModern : new boolean[] {true, false}) {
                for (String id : new String[] {"1", "-9007199254740993", "\"a\\\"b\""}) {
                    Answer.Typed typed = new Answer.Typed(data, structured, isModern);
                    JsonNode tree =
                            new RpcMessage.Result(Json.parse(id), ToolResults.tree(typed)).toJson();

                    byte[] bytes = HttpAnswers.result(Json.parse(id), typed);

                    assertThat(new String(bytes, StandardCharsets.UTF_8))
                            .isEqualTo(new String(HttpAnswers.bytes(tree), StandardCharsets.UTF_8));
                }
            }
        }
    }
}
