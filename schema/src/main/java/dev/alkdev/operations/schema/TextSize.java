package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;

import java.util.Map;

/** Estimates how long JSON is as text, and stops as soon as it is longer than needed. */
final class TextSize {
    private static final int SCALAR = 6;

    private final long most;
    private long size;

    private TextSize(long most) {
        this.most = most;
    }

    /**
     * The size.
     *
     * @param most it is not looked at further than this
     */
    static long of(JsonNode json, int most) {
        TextSize size = new TextSize(most);
        size.add(json);
        return size.size;
    }

    private void add(JsonNode json) {
        if (json.isString()) {
            size += json.asString().length() + 2L;
        } else if (json.isContainer()) {
            size += 2;
            members(json);
        } else {
            size += SCALAR;
        }
    }

    private void members(JsonNode json) {
        if (json.isArray()) {
            for (int i = 0; i < json.size() && size <= most; i++) {
                size++;
                add(json.get(i));
            }
            return;
        }
        for (Map.Entry<String, JsonNode> member : json.properties()) {
            if (size > most) {
                return;
            }
            size += member.getKey().length() + 4L;
            add(member.getValue());
        }
    }
}
