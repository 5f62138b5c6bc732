package dev.alkdev.operations.openapi;

import dev.alkdev.operations.openapi.ValueText.Pair;
import dev.alkdev.operations.web.MediaType;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Writes {@code application/x-www-form-urlencoded}. */
final class FormBody implements BodyWriter {
    private static final ValueFormat DEFAULT = ValueFormat.of(ParameterStyle.FORM, true);
    private static final ValueFormat JSON =
            new ValueFormat(ParameterStyle.FORM, false, false, true);

    private final String contentType;
    private final Map<String, ValueFormat> formats = new HashMap<>();

    FormBody(Content content) {
        contentType = content.type().text();
        content.encoding().forEachMember(this::add);
    }

    /** Adds how a property is written, unless its encoding leaves that to the kind of value. */
    private void add(String name, Place encoding) {
        boolean styled = encoding.text("style") != null;
        if (encoding.has(CollectionFormat.KEYWORD)) {
            formats.put(name, CollectionFormat.of(encoding));
        } else if (!styled && MediaType.parse(encoding.text("contentType", "")).isJson()) {
            formats.put(name, JSON);
        } else if (styled || encoding.has("explode") || encoding.has("allowReserved")) {
            formats.put(name, ValueFormat.of(encoding, ParameterLocation.QUERY));
        }
    }

    @Override
    public Written write(JsonNode body) {
        if (body.isString()) {
            return new Written(contentType, BodyWriter.utf8(body.asString()));
        }
        if (!body.isObject()) {
            throw InvalidInput.at(InputShape.BODY, "a form is given as an object or as text");
        }
        List<Pair> form = new ArrayList<>();
        body.forEachEntry(
                (name, value) -> {
                    if (!value.isNull()) {
                        ValueFormat format = formats.getOrDefault(name, usual(value));
                        form.addAll(ValueText.encoded(format).pairs(name, value));
                    }
                });
        return new Written(contentType, BodyWriter.utf8(Pair.joined(form, "&")));
    }

    /** An object without an encoding of its own is JSON: spread out, it would lose its name. */
    private static ValueFormat usual(JsonNode value) {
        return value.isObject() ? JSON : DEFAULT;
    }
}
