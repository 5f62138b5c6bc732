package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;

import java.util.Map;

/** A value as it appears in a message: short, on one line, whatever its size or depth. */
final class ValueText {
    private static final int MAX_LENGTH = 80;
    private static final int MAX_DEPTH = 8;

    private final StringBuilder text = new StringBuilder();

    private ValueText() {}

    static String of(JsonNode value) {
        ValueText writer = new ValueText();
        writer.write(value, 0);
        if (!writer.isFull()) {
            return writer.text.toString();
        }
        boolean splitsPair = Character.isHighSurrogate(writer.text.charAt(MAX_LENGTH - 1));
        return writer.text.substring(0, splitsPair ? MAX_LENGTH - 1 : MAX_LENGTH) + "…";
    }

    private boolean isFull() {
        return text.length() > MAX_LENGTH;
    }

    private void write(JsonNode value, int depth) {
        if (isFull()) {
            return;
        }
        switch (value.getNodeType()) {
            case OBJECT -> writeObject(value, depth);
            case ARRAY -> writeArray(value, depth);
            case STRING, BINARY -> writeString(value.asString());
            case NUMBER -> writeNumber(value);
            case NULL -> text.append("null");
            default -> text.append(value.asString());
        }
    }

    private void writeNumber(JsonNode number) {
        text.append(number.isBigDecimal() ? number.decimalValue().toString() : number.asString());
    }

    private void writeString(String string) {
        text.append('"');
        for (int i = 0; i < string.length() && !isFull(); i++) {
            char c = string.charAt(i);
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else if (Character.isISOControl(c)) {
                text.append(String.format("\\u%04x", (int) c));
            } else {
                text.append(c);
            }
        }
        text.append('"');
    }

    private void writeObject(JsonNode object, int depth) {
        if (depth == MAX_DEPTH) {
            text.append("{…}");
            return;
        }
        text.append('{');
        String separator = "";
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            text.append(separator);
            writeString(member.getKey());
            text.append(':');
            write(member.getValue(), depth + 1);
            separator = ",";
            if (isFull()) {
                return;
            }
        }
        text.append('}');
    }

    private void writeArray(JsonNode array, int depth) {
        if (depth == MAX_DEPTH) {
            text.append("[…]");
            return;
        }
        text.append('[');
        for (int i = 0; i < array.size() && !isFull(); i++) {
            text.append(i == 0 ? "" : ",");
            write(array.get(i), depth + 1);
        }
        text.append(']');
    }
}
