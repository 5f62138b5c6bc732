package dev.alkdev.operations.openapi;

import tools.jackson.databind.JsonNode;

import java.nio.charset.StandardCharsets;

/** Writes a value that is the whole query of a URL ({@code in: querystring} of OpenAPI 3.2). */
final class QueryString {
    private QueryString() {}

    /** The query, encoded: a form as its pairs, anything else as one text. */
    static String text(Content content, JsonNode value) {
        byte[] bytes = BodyWriter.of(content).write(value).bytes();
        String text = new String(bytes, StandardCharsets.UTF_8);
        return BodyKind.of(content) == BodyKind.FORM ? text : PercentEncoding.component(text);
    }
}
