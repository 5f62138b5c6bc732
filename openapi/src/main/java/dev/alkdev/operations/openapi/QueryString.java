package dev.alkdev.operations.openapi;

import dev.alkdev.operations.web.PercentEncoding;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;

/** Writes a value that is the whole query of a URL ({@code in: querystring} of OpenAPI 3.2). */
final class QueryString {
    private QueryString() {}

    /**
     * The parts of the query, encoded: a form pair by pair, anything else as one name without a
     * value.
     */
    static void pairs(Content content, JsonNode value, BiConsumer<String, @Nullable String> pairs) {
        byte[] bytes = BodyWriter.of(content).write(value).bytes();
        String text = new String(bytes, StandardCharsets.UTF_8);
        if (BodyKind.of(content) != BodyKind.FORM) {
            pairs.accept(PercentEncoding.component(text), null);
            return;
        }
        for (String pair : text.split("&", -1)) {
            int end = pair.indexOf('=');
            if (end >= 0) {
                pairs.accept(pair.substring(0, end), pair.substring(end + 1));
            }
        }
    }
}
