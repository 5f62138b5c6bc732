package dev.alkdev.operations.openapi;

import dev.alkdev.operations.base.Sha256;
import dev.alkdev.operations.schema.CompactTree;
import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.JsonNode;

import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/**
 * The text of a document, JSON or YAML, whichever it is: characters at hand, or bytes in the
 * encoding they declare.
 *
 * @param head the beginning, in which each ASCII character is itself
 * @param usual reads JSON of the usual kind; null if that is left to the parser
 * @param bytes the text as it is read, in UTF-8 where it is given as characters
 * @param fingerprint gives what is equal for the same text read again, and for no other
 */
record DocumentText(
        String head,
        Supplier<String> characters,
        Supplier<@Nullable JsonNode> usual,
        Supplier<JsonParser> parser,
        Supplier<byte[]> bytes,
        Supplier<String> fingerprint) {
    private static final int HEAD = 1_000;

    static DocumentText of(String text) {
        String plain = withoutMark(text);
        return new DocumentText(
                plain,
                () -> plain,
                () -> CompactTree.readUsual(plain),
                () -> Json.mapper().createParser(plain),
                () -> plain.getBytes(StandardCharsets.UTF_8),
                () -> plain);
    }

    static DocumentText of(byte[] bytes) {
        String head =
                new String(bytes, 0, Math.min(HEAD, bytes.length), StandardCharsets.ISO_8859_1);
        return new DocumentText(
                head,
                () -> withoutMark(new String(bytes, StandardCharsets.UTF_8)),
                () -> CompactTree.readUsual(bytes),
                () -> Json.mapper().createParser(bytes),
                () -> bytes,
                () -> Sha256.hex(bytes));
    }

    private static String withoutMark(String text) {
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    /** About how many bytes the tree of the document takes. */
    long weight() {
        return DocumentMemory.weight(bytes.get(), !looksLikeJson());
    }

    /**
     * The tree of the document.
     *
     * @throws DocumentException if it is neither JSON nor YAML
     */
    JsonNode parse() {
        if (!looksLikeJson()) {
            return YamlTree.parse(characters.get());
        }
        try {
            return Json.read(this::json);
        } catch (JacksonException notJson) {
            return yamlAfterAll(notJson);
        }
    }

    /** Whether a brace or bracket is the first that can be seen of it. */
    private boolean looksLikeJson() {
        int first = 0;
        while (first < head.length() && (head.charAt(first) <= ' ' || head.charAt(first) > '~')) {
            first++;
        }
        return head.startsWith("{", first) || head.startsWith("[", first);
    }

    private JsonNode json() {
        JsonNode read = usual.get();
        if (read != null) {
            return read;
        }
        try (JsonParser opened = parser.get()) {
            try {
                return CompactTree.read(opened);
            } catch (CompactTree.DuplicateNameException e) {
                var end = opened.currentLocation();
                throw new DocumentException(
                        "not JSON that can be used: "
                                + e.getMessage()
                                + ", which ends at line "
                                + end.getLineNr()
                                + ", column "
                                + end.getColumnNr(),
                        e);
            }
        }
    }

    /** A brace may also begin YAML; if it does not, the complaint about the JSON is the one. */
    private JsonNode yamlAfterAll(JacksonException notJson) {
        try {
            return YamlTree.parse(characters.get());
        } catch (DocumentException notYaml) {
            throw new DocumentException("not JSON: " + Json.reason(notJson), notJson);
        }
    }
}
