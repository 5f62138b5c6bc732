package dev.alkdev.operations.openapi;

import dev.alkdev.operations.web.PercentEncoding;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.UnaryOperator;

/** Writes JSON values in the styles of OpenAPI. */
record ValueText(ValueFormat format, boolean encodes, UnaryOperator<String> encoding) {

    /** A name with its value, both encoded; null for a name alone. */
    record Pair(String name, @Nullable String value) {
        static String joined(List<Pair> pairs, String delimiter) {
            StringJoiner text = new StringJoiner(delimiter);
            pairs.forEach(it -> text.add(it.value == null ? it.name : it.name + "=" + it.value));
            return text.toString();
        }
    }

    /** For a path. */
    static ValueText inPath(ValueFormat format) {
        return new ValueText(
                format,
                true,
                format.reserved() ? PercentEncoding::reservedInPath : PercentEncoding::component);
    }

    /** For a query or a cookie. */
    static ValueText encoded(ValueFormat format) {
        if (format.style() == ParameterStyle.COOKIE) {
            return plain(format);
        }
        return new ValueText(
                format,
                true,
                format.reserved() ? PercentEncoding::reserved : PercentEncoding::component);
    }

    /** For a header, where nothing is encoded. */
    static ValueText plain(ValueFormat format) {
        return new ValueText(format, false, UnaryOperator.identity());
    }

    /** A scalar as it is, anything else as JSON. */
    static String scalar(JsonNode value) {
        if (value.isContainer()) {
            return value.toString();
        }
        if (value.isNumber() && !value.isIntegralNumber()) {
            BigDecimal number = value.decimalValue();
            return Math.abs(number.scale()) < 400 ? number.toPlainString() : number.toString();
        }
        return value.asString();
    }

    /** One value that is not spread over pairs: simple, label and matrix. */
    String single(String name, JsonNode value) {
        if (format.json()) {
            return encoding.apply(value.toString());
        }
        return switch (format.style()) {
            case LABEL -> "." + joined(value, format.explode() ? "." : ",");
            case MATRIX -> matrix(encoding.apply(name), value);
            default -> joined(value, delimiter(format.style()));
        };
    }

    private String matrix(String name, JsonNode value) {
        if (value.isContainer() && format.explode()) {
            StringBuilder text = new StringBuilder();
            if (value.isArray()) {
                value.forEach(each -> text.append(matrixPair(name, text(each))));
            } else {
                value.forEachEntry(
                        (key, each) -> text.append(matrixPair(encoding.apply(key), text(each))));
            }
            return text.toString();
        }
        return matrixPair(name, joined(value, ","));
    }

    private static String matrixPair(String name, String value) {
        return ";" + name + (value.isEmpty() ? "" : "=" + value);
    }

    private String joined(JsonNode value, String delimiter) {
        if (value.isArray()) {
            List<String> texts = new ArrayList<>(value.size());
            value.forEach(each -> texts.add(text(each)));
            return String.join(delimiter, texts);
        }
        if (value.isObject()) {
            return joinedObject(value, delimiter);
        }
        return text(value);
    }

    private String joinedObject(JsonNode value, String delimiter) {
        List<String> texts = new ArrayList<>();
        for (Map.Entry<String, JsonNode> entry : value.properties()) {
            String key = encoding.apply(entry.getKey());
            if (format.explode()) {
                texts.add(key + "=" + text(entry.getValue()));
            } else {
                texts.add(key);
                texts.add(text(entry.getValue()));
            }
        }
        return String.join(delimiter, texts);
    }

    private String delimiter(ParameterStyle style) {
        return encodes ? style.delimiter : style.plainDelimiter;
    }

    private String text(JsonNode value) {
        return text(value, 0);
    }

    /** An item, which may be an array with a format of its own. */
    private String text(JsonNode value, int level) {
        if (!value.isArray() || level >= format.inner().size()) {
            return encoding.apply(scalar(value));
        }
        List<String> texts = new ArrayList<>(value.size());
        value.forEach(each -> texts.add(text(each, level + 1)));
        return String.join(delimiter(format.inner().get(level)), texts);
    }

    /** The pairs of a query, a form or a cookie, names and values encoded. */
    List<Pair> pairs(String name, JsonNode value) {
        List<Pair> pairs = new ArrayList<>();
        String encodedName = encodedName(name);
        if (format.json()) {
            pairs.add(new Pair(encodedName, encoding.apply(value.toString())));
        } else if (!value.isContainer()) {
            pairs.add(new Pair(encodedName, text(value)));
        } else if (format.style() == ParameterStyle.DEEP_OBJECT) {
            addDeep(encodedName, value, pairs);
        } else if (format.explode() && value.isArray()) {
            value.forEach(each -> pairs.add(new Pair(encodedName, text(each))));
        } else if (format.explode()) {
            value.forEachEntry((key, each) -> addMember(encodedName(key), each, pairs));
        } else if (!value.isEmpty()) {
            pairs.add(new Pair(encodedName, joined(value, format.style().delimiter)));
        }
        return pairs;
    }

    /** A member of an exploded object; an array repeats the name of its member. */
    private void addMember(String name, JsonNode value, List<Pair> pairs) {
        if (value.isArray()) {
            value.forEach(each -> pairs.add(new Pair(name, text(each))));
        } else {
            pairs.add(new Pair(name, text(value)));
        }
    }

    private String encodedName(String name) {
        return format.style() == ParameterStyle.COOKIE ? name : PercentEncoding.component(name);
    }

    /** {@code name[key][0]}, however deep it goes. */
    private void addDeep(String name, JsonNode value, List<Pair> pairs) {
        if (value.isObject()) {
            value.forEachEntry(
                    (key, each) ->
                            addDeep(
                                    name + "%5B" + PercentEncoding.component(key) + "%5D",
                                    each,
                                    pairs));
        } else if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                addDeep(name + "%5B" + i + "%5D", value.get(i), pairs);
            }
        } else if (!value.isNull()) {
            pairs.add(new Pair(name, text(value)));
        }
    }
}
