package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * A place in a schema document, kept as a chain so that pointers are only written when asked for.
 */
record Location(@Nullable Location parent, String token) {

    /** The root of a document; {@code prefix} distinguishes other documents from the one parsed. */
    static Location root(String prefix) {
        return new Location(null, prefix);
    }

    Location child(String token) {
        return new Location(this, token);
    }

    Location child(int index) {
        return new Location(this, Integer.toString(index));
    }

    String pointer() {
        StringBuilder pointer = new StringBuilder();
        write(pointer);
        return pointer.toString();
    }

    /** All tokens from the root down, the first one being its prefix. */
    List<String> tokens() {
        Deque<String> tokens = new ArrayDeque<>();
        for (Location here = this; here != null; here = here.parent) {
            tokens.addFirst(here.token);
        }
        return List.copyOf(tokens);
    }

    private void write(StringBuilder pointer) {
        if (parent == null) {
            pointer.append(token);
            return;
        }
        parent.write(pointer);
        pointer.append('/').append(escape(token));
    }

    static String escape(String token) {
        return token.indexOf('~') < 0 && token.indexOf('/') < 0
                ? token
                : token.replace("~", "~0").replace("/", "~1");
    }

    static String unescape(String token) {
        return token.replace("~1", "/").replace("~0", "~");
    }

    /**
     * The tokens of a pointer in the fragment of a reference, which leads nowhere if its escapes
     * are malformed; none of the whole document.
     */
    static List<String> tokens(String fragment) {
        try {
            return fragment.isEmpty()
                    ? List.of()
                    : Arrays.stream(decoded(fragment).substring(1).split("/", -1))
                            .map(Location::unescape)
                            .toList();
        } catch (IllegalArgumentException malformed) {
            return List.of(fragment);
        }
    }

    /**
     * A fragment without its percent escapes.
     *
     * @throws IllegalArgumentException if one is malformed
     */
    static String decoded(String fragment) {
        return fragment.indexOf('%') < 0
                ? fragment
                : URLDecoder.decode(fragment.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    /** A token as it is written in the fragment of a reference. */
    static String encode(String token) {
        return URLEncoder.encode(escape(token), StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("%24", "$")
                .replace("%7E", "~");
    }

    /** What a token of a pointer leads to; missing if there is nothing. */
    static JsonNode child(JsonNode node, String token) {
        if (!node.isArray()) {
            return node.path(token);
        }
        return node.path(token.matches("0|[1-9][0-9]{0,8}") ? Integer.parseInt(token) : -1);
    }
}
