package dev.alkdev.operations.code;

import dev.alkdev.operations.HttpMeta;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.SchemaView;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How the pages of an operation follow one another. Threads may share it.
 *
 * @param next where a page has the next cursor, as a JSON pointer; empty for the {@code Link}
 *     header
 * @param items where a page has its items, as a JSON pointer
 * @param schema of the parameters of the method, by which text of a link is read
 */
record Pages(String cursor, String next, String items, Supplier<Schema> schema) {
    private static final Pattern LINK = Pattern.compile("<([^>]*)>([^<]*)");
    private static final Pattern NEXT =
            Pattern.compile("(?i)(?:^|;)\\s*rel\\s*=\\s*\"?(?:[^\";,]*\\s)?next[\\s\";,]?");
    private static final Pattern NUMBER = Pattern.compile("0|[1-9][0-9]{0,17}");

    /**
     * Reads an annotation.
     *
     * @throws IllegalArgumentException if it says neither where the cursor is nor where it goes
     */
    static Pages of(Paged paged, Supplier<Schema> schema) {
        if (!paged.next().isEmpty() && paged.cursor().isEmpty()) {
            throw new IllegalArgumentException(
                    "@Paged with next needs the cursor: the member of the input that takes it");
        }
        return new Pages(paged.cursor(), pointer(paged.next()), pointer(paged.items()), schema);
    }

    private static String pointer(String path) {
        return path.isEmpty() || path.startsWith("/") ? path : "/" + path;
    }

    /** The input of the page after this one; empty after the last. */
    Optional<JsonNode> after(JsonNode input, ResponseEnvelope<JsonNode> page) {
        if (!next.isEmpty()) {
            JsonNode value = page.data().at(next);
            boolean last = value.isMissingNode() || value.isNull() || value.asString("x").isEmpty();
            return last ? Optional.empty() : Optional.of(copy(input).set(cursor, value));
        }
        String header =
                page.meta() instanceof HttpMeta http ? http.headers().value("link").orElse("") : "";
        String target = target(header);
        return target == null ? Optional.empty() : Optional.of(linked(input, target));
    }

    private static ObjectNode copy(JsonNode input) {
        ObjectNode copy = JsonNodeFactory.instance.objectNode();
        return input instanceof ObjectNode members ? copy.setAll(members) : copy;
    }

    private static @Nullable String target(String header) {
        Matcher link = LINK.matcher(header);
        while (link.find()) {
            if (NEXT.matcher(link.group(2)).find()) {
                return link.group(1);
            }
        }
        return null;
    }

    /** The input, with the query of a link. */
    private JsonNode linked(JsonNode input, String target) {
        ObjectNode next = copy(input);
        int query = target.indexOf('?');
        String given = query < 0 ? "" : target.substring(query + 1);
        int fragment = given.indexOf('#');
        for (String part : (fragment < 0 ? given : given.substring(0, fragment)).split("&", -1)) {
            int equals = part.indexOf('=');
            if (equals > 0) {
                set(next, decoded(part.substring(0, equals)), decoded(part.substring(equals + 1)));
            }
        }
        return next;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException noEscape) {
            return text;
        }
    }

    private void set(ObjectNode input, String name, String text) {
        SchemaView declared = schema.get().view().properties().get(name);
        if (declared != null) {
            // A cursor is opaque: without a type it stays the text it was.
            boolean typed = !declared.types().isEmpty();
            input.set(name, typed ? declared.fromText(List.of(text)) : input.stringNode(text));
        } else if (name.equals(cursor)) {
            // Nobody says of which type it is; a number of a page is the usual case.
            input.set(
                    name,
                    NUMBER.matcher(text).matches()
                            ? input.numberNode(Long.parseLong(text))
                            : input.stringNode(text));
        }
    }
}
