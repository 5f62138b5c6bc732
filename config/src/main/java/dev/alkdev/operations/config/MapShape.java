package dev.alkdev.operations.config;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An object of any keys with values of one shape.
 *
 * @param keys what its keys should be
 * @param keyPattern what they match
 */
record MapShape(Words words, Words keys, String keyPattern, ConfigShape values)
        implements ConfigShape {

    @Override
    public @Nullable Object read(ConfigValue value) {
        if (!value.isObject()) {
            return refuse(value);
        }
        Map<String, Object> read = new LinkedHashMap<>();
        Pattern allowed = Pattern.compile(keyPattern);
        value.members()
                .forEach(
                        (name, member) -> {
                            if (!allowed.matcher(name).find()) {
                                member.refuseKey(
                                        "the key '"
                                                + SafeText.shortened(name)
                                                + "' should be "
                                                + keys.expected());
                                return;
                            }
                            Object one = values.read(member);
                            if (one != null) {
                                read.put(name, one);
                            }
                        });
        return read;
    }

    @Override
    public Optional<Object> absent() {
        return Optional.of(Map.of());
    }

    @Override
    public ObjectNode rules() {
        ObjectNode rules = JsonNodeFactory.instance.objectNode().put("type", "object");
        if (!keyPattern.isEmpty()) {
            rules.putObject("propertyNames").put("title", keys.title()).put("pattern", keyPattern);
        }
        rules.set("additionalProperties", values.schema());
        return rules;
    }
}
