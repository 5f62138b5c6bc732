package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.node.ObjectNode;

/** Arrays of Swagger 2.0 in every place where they may be. */
class CollectionFormatTest {
    private final RecordingServer server = RecordingServer.start();

    @AfterEach
    void stop() {
        server.close();
    }

    private RecordingServer.Received sent(
            String path, String parameters, String consumes, String input) {
        ObjectNode document =
                Json.parse(
                                """
                                {"swagger": "2.0", "info": {"title": "t", "version": "1"},
                                 "paths": {"%s": {"post": {"operationId": "op",
                                   "consumes": ["%s"], "parameters": [%s],
                                   "responses": {"200": {"description": ""}}}}}}
                                """
                                        .formatted(path, consumes, parameters))
                        .asObject();
        TestApi.of(server, document, config -> config).call(input);
        return server.next();
    }

    private static String array(String place, String format) {
        return """
        {"name": "v", "in": "%s", "required": true, "type": "array",
         "collectionFormat": "%s", "items": {"type": "string"}}
        """
                .formatted(place, format);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "csv v=a,b%20c a,b%20c v=a,b%20c",
                "ssv v=a%20b%20c a%20b%20c v=a%20b%20c",
                "tsv v=a%09b%20c a%09b%20c v=a%09b%20c",
                "pipes v=a%7Cb%20c a%7Cb%20c v=a%7Cb%20c",
                "multi v=a&v=b%20c a,b%20c v=a&v=b%20c"
            })
    void isWrittenInQueriesPathsAndForms(String format, String query, String path, String form) {
        String input = "{\"v\": [\"a\", \"b c\"]}";
        String type = "application/x-www-form-urlencoded";

        assertThat(sent("/p", array("query", format), type, input).query()).isEqualTo(query);
        assertThat(sent("/p/{v}", array("path", format), type, input).path())
                .isEqualTo("/p/" + path);
        assertThat(sent("/p", array("formData", format), type, input).text()).isEqualTo(form);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {"csv;a,b", "ssv;a b", "pipes;a|b"})
    void isWrittenPlainInHeadersAndParts(String format, String expected) {
        String input = "{\"v\": [\"a\", \"b\"]}";

        assertThat(sent("/p", array("header", format), "application/json", input).header("v"))
                .isEqualTo(expected);
        assertThat(sent("/p", array("formData", format), "multipart/form-data", input).text())
                .containsOnlyOnce("name=\"v\"")
                .contains("\r\n\r\n" + expected + "\r\n");
    }

    @Test
    void ofSeveralValuesIsSeveralParts() {
        String text =
                sent(
                                "/p",
                                array("formData", "multi"),
                                "multipart/form-data",
                                "{\"v\": [\"a\", \"b\"]}")
                        .text();

        assertThat(text.split("name=\"v\"", -1)).hasSize(3);
    }

    @ParameterizedTest
    @CsvSource({"csv, '1,2,3'", "pipes, '1%7C2,3'", "ssv, '1%202,3'"})
    void appliesToArraysInsideArrays(String format, String expected) {
        String parameter =
                """
                {"name": "v", "in": "query", "type": "array", "items": {"type": "array",
                 "collectionFormat": "%s", "items": {"type": "integer"}}}
                """
                        .formatted(format);

        assertThat(sent("/p", parameter, "application/json", "{\"v\": [[1, 2], [3]]}").query())
                .isEqualTo("v=" + expected);
    }
}
