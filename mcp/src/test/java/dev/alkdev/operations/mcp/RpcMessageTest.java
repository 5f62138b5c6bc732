package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.json.JsonMapper;

class RpcMessageTest {
    private static final JsonMapper JSON = JsonMapper.shared();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":1}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":\"1\",\"params\":{\"a\":[]}}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}",
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":-32601,\"message\":\"no\"}}",
                "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":1,\"message\":\"no\",\"data\":[1]}}"
            })
    void writesWhatItRead(String text) {
        assertThat(RpcMessage.of(JSON.readTree(text)).toJson()).isEqualTo(JSON.readTree(text));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "[] | a message is an object",
                "{\"method\":\"ping\"} | 'jsonrpc' must be \"2.0\"",
                "{\"jsonrpc\":\"2.0\",\"method\":1} | 'method' must be a string",
                "{\"jsonrpc\":\"2.0\",\"method\":\"a\",\"params\":[]} | 'params' must be an object",
                "{\"jsonrpc\":\"2.0\",\"method\":\"a\",\"id\":1.5} | 'id' must be a string or a",
                "{\"jsonrpc\":\"2.0\",\"id\":1} | a message has a 'method', or an 'id'"
            })
    void saysWhatIsWrong(String text, String reason) {
        assertThatThrownBy(() -> RpcMessage.of(JSON.readTree(text)))
                .isInstanceOf(McpException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void failureIsTheExceptionOfItsError() {
        McpException error = new McpException(McpErrorCode.INVALID_PARAMS, "no such tool");
        assertThat(RpcMessage.Failure.of(null, error).toException())
                .hasMessage("no such tool")
                .extracting(McpException::code)
                .isEqualTo(McpErrorCode.INVALID_PARAMS);
    }
}
