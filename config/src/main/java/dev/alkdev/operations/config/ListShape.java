package dev.alkdev.operations.config;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A list of values of one shape.
 *
 * @param unique whether its items must differ
 * @param filled whether it needs one
 * @param single whether a single item may stand without its list
 */
record ListShape(Words words, ConfigShape items, boolean unique, boolean filled, boolean single)
        implements ConfigShape {

    @Override
    public @Nullable Object read(ConfigValue value) {
        if (single && !value.node().isArray()) {
            Object item = items.read(value);
            return item == null ? null : List.of(item);
        }
        if (!value.node().isArray()) {
            return refuse(value);
        }
        if (filled && value.items().isEmpty()) {
            value.refuse(value.name() + " should have at least one item");
            return null;
        }
        List<Object> read = new ArrayList<>();
        // Compared as read: 1 and 1.0 are one number, "1s" and "1000ms" are one duration.
        Set<Object> seen = new HashSet<>();
        for (ConfigValue item : value.items()) {
            Object one = items.read(item);
            if (one == null) {
                continue;
            }
            if (unique && !seen.add(one)) {
                item.refuse(value.name() + " has " + item.shown(words.secret()) + " twice");
                continue;
            }
            read.add(one);
        }
        return read;
    }

    @Override
    public Optional<Object> absent() {
        return Optional.of(List.of());
    }

    @Override
    public ObjectNode rules() {
        ObjectNode rules = JsonNodeFactory.instance.objectNode();
        if (single) {
            rules.setAll(items.rules());
            String one = rules.path("type").asString("object");
            rules.putArray("type").add(one).add("array");
        } else {
            rules.put("type", "array");
        }
        rules.set("items", items.schema());
        if (filled) {
            rules.put("minItems", 1);
        }
        if (unique) {
            rules.put("uniqueItems", true);
        }
        return rules;
    }
}
