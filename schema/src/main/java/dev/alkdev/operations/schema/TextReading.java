package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.StringNode;

import java.util.List;
import java.util.regex.Pattern;

/** Reads text as the value a schema asks for. */
final class TextReading {
    private static final Pattern NUMBER =
            Pattern.compile("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d{1,4})?");

    /** Lists within lists, of which a text may be the only item: more have no end. */
    private static final int MOST_LISTS = 100;

    private TextReading() {}

    /** Several texts: the items of a list, some of which may be JSON lists of items. */
    static JsonNode read(SchemaView view, List<String> texts) {
        if (texts.size() == 1) {
            return read(view, texts.getFirst());
        }
        boolean list = isList(view.mask());
        ArrayNode array = JsonNodeFactory.instance.arrayNode(texts.size());
        for (String text : texts) {
            if (list) {
                array.addAll(list(view, text).values());
            } else {
                array.add(read(view.item(array.size()), text));
            }
        }
        return array;
    }

    private static JsonNode read(SchemaView view, String text) {
        int types = view.mask();
        if (types != JsonType.ANY && JsonType.STRING.isIn(types)) {
            return string(view, types, text);
        }
        if (isList(types)) {
            return list(view, text);
        }
        JsonNode value = plain(text);
        return value != null && JsonType.allows(types, value) ? value : StringNode.valueOf(text);
    }

    private static boolean isList(int types) {
        return types != JsonType.ANY && JsonType.ARRAY.isIn(types) && !JsonType.STRING.isIn(types);
    }

    /** Text, unless the texts are listed and it is none of them but what another type asks for. */
    private static JsonNode string(SchemaView view, int types, String text) {
        JsonNode string = StringNode.valueOf(text);
        JsonNode value = types == JsonType.STRING.bit ? null : plain(text);
        if (value == null || !JsonType.allows(types, value)) {
            return string;
        }
        List<JsonNode> texts = ViewedValues.of(view, JsonType.STRING);
        return texts == null || ViewedValues.isIn(texts, string) ? string : value;
    }

    private static ArrayNode list(SchemaView view, String text) {
        if (text.startsWith("[") && parsed(text) instanceof ArrayNode array && fits(view, array)) {
            return array;
        }
        ArrayNode single = JsonNodeFactory.instance.arrayNode(1);
        return single.add(isEndless(view) ? StringNode.valueOf(text) : read(view.item(0), text));
    }

    /** Whether its items are lists of lists without end, so that no text is an item. */
    private static boolean isEndless(SchemaView view) {
        SchemaView here = view;
        for (int lists = 0; lists < MOST_LISTS; lists++) {
            if (!isList(here.mask())) {
                return false;
            }
            here = here.item(0);
        }
        return true;
    }

    /** Whether these can be the items, and the text is not one item that is itself a list. */
    private static boolean fits(SchemaView view, ArrayNode items) {
        for (int i = 0; i < items.size(); i++) {
            if (!JsonType.allows(view.item(i).mask(), items.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** A number, a boolean, null, an object or an array; null if it is none. */
    private static @Nullable JsonNode plain(String text) {
        if (text.equals("true") || text.equals("false")) {
            return BooleanNode.valueOf(text.equals("true"));
        }
        if (text.equals("null")) {
            return NullNode.getInstance();
        }
        boolean json =
                text.startsWith("{") || text.startsWith("[") || NUMBER.matcher(text).matches();
        return json ? parsed(text) : null;
    }

    private static @Nullable JsonNode parsed(String text) {
        try {
            return Json.parse(text);
        } catch (IllegalArgumentException notJson) {
            return null;
        }
    }
}
