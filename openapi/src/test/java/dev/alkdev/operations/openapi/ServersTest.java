package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.openapi.DocumentProblem.Kind;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.node.ObjectNode;

class ServersTest {
    private static ImportedApi api(String servers) {
        ObjectNode document = TestApi.document("get", "/p", "{}");
        document.set("servers", Json.parse(servers));
        return OpenApi.from(document, HttpServiceOptions.of("api"));
    }

    @Test
    void theFirstThatCanBeUsedCounts() {
        try (RecordingServer server = RecordingServer.start()) {
            ImportedApi api =
                    api(
                            """
                            [{"url": "ws://127.0.0.1:1"}, {"url": "/relative"}, {"url": "%s/v1/"}]
                            """
                                    .formatted(server.url()));

            assertThat(api.problems()).isEmpty();
            OperationRegistry registry = OperationRegistry.create();
            api.registerIn(registry);
            registry.execute("api.op", Json.parse("{}"));
            assertThat(server.next().target()).isEqualTo("/v1/p");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/v1             | there is no server URL",
                "ws://h          | a base URL begins with http or https, not as ws://h",
                "http://my_host  | the base URL http://my_host has no valid host name: letters,"
                        + " digits, \"-\" and \".\" are allowed",
                "http://h/x?a=1  | a base URL has no query, fragment or user information:"
                        + " http://h:80/x",
                "http://h/x#a    | a base URL has no query, fragment or user information:"
                        + " http://h:80/x",
                "{x}             | \"{x}\" is not a URL"
            })
    void oneThatCannotBeUsedIsAProblemThatSaysWhy(String url, String reason) {
        assertThat(api("[{\"url\": \"" + url + "\"}]").problems())
                .containsExactly(
                        new DocumentProblem(
                                Kind.NO_SERVER, "/servers", reason + "; configure a base URL"));
    }

    @ParameterizedTest
    @CsvSource({"http://h/x?a=1", "http://h/x#a", "http://my_host", "ftp://h", "h"})
    void aBaseUrlThatPathsCannotBeAppendedToIsRefused(String url) {
        assertThatThrownBy(() -> HttpServiceOptions.builder("api").baseUrl(url))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("base URL");
    }
}
