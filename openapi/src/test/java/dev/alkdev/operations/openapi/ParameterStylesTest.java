package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.openapi.RecordingServer.Received;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParameterStylesTest {
    private final RecordingServer server = RecordingServer.start();

    @AfterEach
    void stop() {
        server.close();
    }

    private Received send(String path, String parameter, String input) {
        TestApi.of(server, "get", path, "{\"parameters\": [" + parameter + "]}").call(input);
        return server.next();
    }

    private static String parameter(String in, String rest) {
        return "{\"name\": \"v\", \"in\": \"" + in + "\", \"required\": true" + rest + "}";
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "simple; false; \"blue\"; /p/blue",
                "simple; false; [3,4,5]; /p/3,4,5",
                "simple; true; [3,4,5]; /p/3,4,5",
                "simple; false; {\"R\":1,\"G\":2}; /p/R,1,G,2",
                "simple; true; {\"R\":1,\"G\":2}; /p/R=1,G=2",
                "label; false; \"blue\"; /p/.blue",
                "label; false; [3,4,5]; /p/.3,4,5",
                "label; true; [3,4,5]; /p/.3.4.5",
                "label; false; {\"R\":1,\"G\":2}; /p/.R,1,G,2",
                "label; true; {\"R\":1,\"G\":2}; /p/.R=1.G=2"
            })
    void aPathParameterHasItsStyle(String style, boolean explode, String value, String expected) {
        String rest = ", \"style\": \"" + style + "\", \"explode\": " + explode;

        Received request = send("/p/{v}", parameter("path", rest), "{\"v\": " + value + "}");

        assertThat(request.path()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            value = {
                "false! \"blue\"! /p/;v=blue",
                "false! \"\"! /p/;v",
                "false! [3,4,5]! /p/;v=3,4,5",
                "true! [3,4,5]! /p/;v=3;v=4;v=5",
                "false! {\"R\":1,\"G\":2}! /p/;v=R,1,G,2",
                "true! {\"R\":1,\"G\":2}! /p/;R=1;G=2"
            })
    void aMatrixParameterHasItsStyle(boolean explode, String value, String expected) {
        String rest = ", \"style\": \"matrix\", \"explode\": " + explode;

        Received request = send("/p/{v}", parameter("path", rest), "{\"v\": " + value + "}");

        assertThat(request.path()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "form; true; \"blue\"; v=blue",
                "form; true; \"\"; v=",
                "form; true; 1.50; v=1.50",
                "form; true; false; v=false",
                "form; true; [3,4,5]; v=3&v=4&v=5",
                "form; false; [3,4,5]; v=3,4,5",
                "form; false; [\"a,b\",\"c\"]; v=a%2Cb,c",
                "form; true; {\"R\":1,\"G\":2}; R=1&G=2",
                "form; false; {\"R\":1,\"G\":2}; v=R,1,G,2",
                "form; true; []; ''",
                "spaceDelimited; false; [3,4]; v=3%204",
                "pipeDelimited; false; [3,4]; v=3%7C4",
                "pipeDelimited; true; [3,4]; v=3&v=4",
                "deepObject; true; {\"R\":1,\"G\":{\"x\":[7,8]}};"
                        + " v%5BR%5D=1&v%5BG%5D%5Bx%5D%5B0%5D=7&v%5BG%5D%5Bx%5D%5B1%5D=8",
                "deepObject; true; 5; v=5"
            })
    void aQueryParameterHasItsStyle(String style, boolean explode, String value, String expected) {
        String rest = ", \"style\": \"" + style + "\", \"explode\": " + explode;

        Received request = send("/p", parameter("query", rest), "{\"v\": " + value + "}");

        assertThat(request.query()).isEqualTo(expected);
    }

    @Test
    void queryValuesAreEncodedUnlessReservedCharactersAreAllowed() {
        String input = "{\"v\": \"a/b?c=d&e#f g+h%20é\"}";

        assertThat(send("/p", parameter("query", ""), input).query())
                .isEqualTo("v=a%2Fb%3Fc%3Dd%26e%23f%20g%2Bh%2520%C3%A9");
        assertThat(send("/p", parameter("query", ", \"allowReserved\": true"), input).query())
                .isEqualTo("v=a/b?c=d%26e%23f%20g%2Bh%20%C3%A9");
    }

    @Test
    void aParameterWithJsonContentIsWrittenAsJson() {
        String content =
                ", \"content\": {\"application/json\": {\"schema\": {\"type\": \"object\"}}}";

        Received request = send("/p", parameter("query", content), "{\"v\": {\"a\": [1]}}");

        assertThat(request.query()).isEqualTo("v=%7B%22a%22%3A%5B1%5D%7D");
    }

    @Test
    void headersAndCookiesCarryTheirValues() {
        assertThat(send("/p", parameter("header", ""), "{\"v\": [1, \"a b\"]}").header("v"))
                .isEqualTo("1,a b");
        assertThat(send("/p", parameter("cookie", ""), "{\"v\": \"a;b\"}").header("cookie"))
                .isEqualTo("v=a%3Bb");
    }

    @Test
    void aHeaderCannotBeSplit() {
        assertThatThrownBy(() -> send("/p", parameter("header", ""), "{\"v\": \"a\\r\\nx: y\"}"))
                .isInstanceOf(CallException.class)
                .hasMessage(
                        "/v: has characters that no header can carry; printable ASCII is allowed");
        assertThat(server.waiting()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "\"../x\"; /p/..%2Fx/end",
                "\"a/b?c#d\"; /p/a%2Fb%3Fc%23d/end",
                "\"%2e%2e\"; /p/%252e%252e/end",
                "\"ü\"; /p/%C3%BC/end"
            })
    void aPathParameterCannotLeaveItsSegment(String value, String expected) {
        Received request = send("/p/{v}/end", parameter("path", ""), "{\"v\": " + value + "}");

        assertThat(request.target()).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", ".", ""})
    void aPathSegmentThatWouldChangeThePathIsRefused(String value) {
        assertThatThrownBy(
                        () -> send("/p/{v}", parameter("path", ""), "{\"v\": \"" + value + "\"}"))
                .isInstanceOfSatisfying(
                        CallException.class,
                        e -> {
                            assertThat(e.code()).isEqualTo(ErrorCode.VALIDATION_ERROR);
                            assertThat(e.details().orElseThrow().at("/errors/0/pointer").asString())
                                    .isEqualTo("/v");
                        });
    }

    @Test
    void theQueryOfAPathIsKept() {
        Received request = send("/p?beta=true", parameter("query", ""), "{\"v\": 1}");

        assertThat(request.target()).isEqualTo("/p?beta=true&v=1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "csv; v=1,2",
                "ssv; v=1%202",
                "tsv; v=1%092",
                "pipes; v=1%7C2",
                "multi; v=1&v=2"
            })
    void swaggerParametersHaveTheirCollectionFormat(String format, String expected) {
        String document =
                """
                {"swagger": "2.0", "info": {"title": "T", "version": "1"}, "paths": {"/p": {"get": {
                  "operationId": "op", "responses": {}, "parameters": [{"name": "v", "in": "query",
                  "type": "array", "items": {"type": "integer"}, "collectionFormat": "%s"}]}}}}
                """
                        .formatted(format);
        HttpServiceOptions config = HttpServiceOptions.builder("api").baseUrl(server.url()).build();
        ImportedApi api = OpenApi.from(document, config);
        OperationRegistry registry = OperationRegistry.create();
        api.registerIn(registry);

        registry.execute("api.op", Json.parse("{\"v\": [1, 2]}"));

        assertThat(server.next().query()).isEqualTo(expected);
    }
}
