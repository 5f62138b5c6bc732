package dev.alkdev.operations.openapi;

import dev.alkdev.operations.schema.CompactTree;
import dev.alkdev.operations.schema.Json;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.JsonNode;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/**
 * The text of a document, JSON or YAML, whichever it is: characters at hand, or bytes in the
 * encoding they say themselves.
 *
 * @param head the beginning, in which each ASCII character is itself
 * @param utf8 gives what most documents are read from; if it is none, the parser reads them
 * @param fingerprint gives what is equal for the same text read again, and for no other
 */
record DocumentText(
        String head,
        Supplier<String> characters,
        Supplier<ByteBuffer> utf8,
        Supplier<JsonParser> parser,
        Supplier<String> fingerprint) {
    private static final int HEAD = 1_000;
    private static final int PIECE = 4_096;

    static DocumentText of(String text) {
        String plain = withoutMark(text);
        return new DocumentText(
                plain,
                () -> plain,
                () -> utf8(plain),
                () -> Json.mapper().createParser(plain),
                () -> plain);
    }

    static DocumentText of(byte[] bytes) {
        String head =
                new String(bytes, 0, Math.min(HEAD, bytes.length), StandardCharsets.ISO_8859_1);
        return new DocumentText(
                head,
                () -> withoutMark(new String(bytes, StandardCharsets.UTF_8)),
                () -> ByteBuffer.wrap(bytes),
                () -> Json.mapper().createParser(bytes),
                () -> ContentHash.of(bytes));
    }

    /**
     * A text in UTF-8, encoded a piece at a time: only pieces that are not ASCII take long. Nothing
     * if it has half a character.
     */
    private static ByteBuffer utf8(String text) {
        CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();
        CharBuffer piece = CharBuffer.allocate(PIECE);
        ByteBuffer utf8 = ByteBuffer.allocate(text.length() + PIECE);
        int from = 0;
        do {
            int to = Math.min(text.length(), from + piece.remaining());
            text.getChars(from, to, piece.array(), piece.position());
            piece.position(piece.position() + to - from).flip();
            CoderResult result = encoder.encode(piece, utf8, to == text.length());
            if (result.isError()) {
                return ByteBuffer.allocate(0);
            }
            if (result.isOverflow()) {
                utf8 = ByteBuffer.allocate(2 * utf8.capacity()).put(utf8.flip());
            }
            piece.compact();
            from = to;
        } while (from < text.length() || piece.position() > 0);
        return utf8.flip();
    }

    private static String withoutMark(String text) {
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
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
        JsonNode usual = CompactTree.readUsual(utf8.get());
        if (usual != null) {
            return usual;
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
