package dev.alkdev.operations.openapi;

import dev.alkdev.operations.web.MediaType;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.HashMap;
import java.util.Map;

/** Writes {@code application/x-www-form-urlencoded}. */
final class FormBody implements BodyWriter {
    private static final ValueFormat DEFAULT = ValueFormat.of(ParameterStyle.FORM);
    private static final ValueFormat JSON = ValueFormat.json(ParameterLocation.QUERY);

    private final String contentType;
    private final Map<String, ValueFormat> formats = new HashMap<>();

    FormBody(Content content) {
        contentType = content.type().text();
        content.encoding().forEachMember((name, place) -> add(name, format(place)));
    }

    private void add(String name, @Nullable ValueFormat format) {
        if (format != null) {
            formats.put(name, format);
        }
    }

    /** How a property is written; null where its encoding leaves that to the kind of value. */
    private static @Nullable ValueFormat format(Place encoding) {
        String name = encoding.text("style");
        String type = encoding.text("contentType");
        if (name == null && type != null && MediaType.parse(type).isJson()) {
            return JSON;
        }
        if (name == null && !encoding.has("explode") && !encoding.has("allowReserved")) {
            return null;
        }
        ParameterStyle style =
                name == null ? null : ParameterStyle.find(name, ParameterLocation.QUERY);
        ParameterStyle used = style == null ? ParameterStyle.FORM : style;
        boolean explode =
                encoding.has("explode") ? encoding.flag("explode") : used == ParameterStyle.FORM;
        return new ValueFormat(used, explode, encoding.flag("allowReserved"), false);
    }

    @Override
    public Written write(JsonNode body) {
        if (body.isString()) {
            return new Written(contentType, BodyWriter.utf8(body.asString()));
        }
        if (!body.isObject()) {
            throw InvalidInput.at(InputShape.BODY, "a form is given as an object or as text");
        }
        StringBuilder form = new StringBuilder();
        body.forEachEntry(
                (name, value) -> {
                    if (!value.isNull()) {
                        ValueText.encoded(formats.getOrDefault(name, usual(value)))
                                .pairs(name, value, (key, text) -> append(form, key, text));
                    }
                });
        return new Written(contentType, BodyWriter.utf8(form.toString()));
    }

    /** An object without an encoding of its own is JSON: spread out, it would lose its name. */
    private static ValueFormat usual(JsonNode value) {
        return value.isObject() ? JSON : DEFAULT;
    }

    private static void append(StringBuilder form, String key, String text) {
        if (!form.isEmpty()) {
            form.append('&');
        }
        form.append(key).append('=').append(text);
    }
}
