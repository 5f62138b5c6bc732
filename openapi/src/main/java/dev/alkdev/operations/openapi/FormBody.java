package dev.alkdev.operations.openapi;

import tools.jackson.databind.JsonNode;

import java.util.HashMap;
import java.util.Map;

/** Writes {@code application/x-www-form-urlencoded}. */
final class FormBody implements BodyWriter {
    private static final ValueFormat DEFAULT = ValueFormat.of(ParameterStyle.FORM);

    private final String contentType;
    private final Map<String, ValueFormat> formats = new HashMap<>();

    FormBody(Content content) {
        contentType = content.type().text();
        content.encoding().forEachMember((name, place) -> formats.put(name, format(place)));
    }

    private static ValueFormat format(Place encoding) {
        String name = encoding.text("style");
        String type = encoding.text("contentType");
        if (name == null && type != null && MediaType.parse(type).isJson()) {
            return ValueFormat.json(ParameterLocation.QUERY);
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
        StringBuilder form = new StringBuilder();
        body.forEachEntry(
                (name, value) -> {
                    if (!value.isNull()) {
                        ValueText.encoded(formats.getOrDefault(name, DEFAULT))
                                .pairs(name, value, (key, text) -> append(form, key, text));
                    }
                });
        return new Written(contentType, BodyWriter.utf8(form.toString()));
    }

    private static void append(StringBuilder form, String key, String text) {
        if (!form.isEmpty()) {
            form.append('&');
        }
        form.append(key).append('=').append(text);
    }
}
