package dev.alkdev.operations.config;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * An object whose keys are the components of a record.
 *
 * @param components those of flattened records as one
 */
record RecordShape(
        Words words, RecordType type, List<RecordKey> components, @Nullable ShortShape shortForm)
        implements ConfigShape {

    /** The short form of the object: a value, and the method that makes the record of it. */
    record ShortShape(ConfigShape value, UnaryOperator<Object> factory) {
        /** Whether a text can only be meant as this. */
        boolean isLike(String text) {
            return Pattern.compile(value.rules().path("pattern").asString("")).matcher(text).find();
        }
    }

    /** Its keys, those of flattened records in their place. */
    List<RecordKey> keys() {
        List<RecordKey> all = new ArrayList<>();
        for (RecordKey key : components) {
            if (key.shape() instanceof RecordShape flat && key.isFlat()) {
                all.addAll(flat.keys());
            } else {
                all.add(key);
            }
        }
        return all;
    }

    @Override
    public @Nullable Object read(ConfigValue value) {
        return read(value, List.of());
    }

    /** Reads it where some further keys are allowed, which somebody else reads. */
    @Nullable Object read(ConfigValue value, List<String> others) {
        if (!value.isObject() && shortForm != null) {
            return readShort(value, shortForm);
        }
        if (!value.isObject() || value.node().size() < type.leastKeys()) {
            return refuse(value);
        }
        refuseUnknown(value, others);
        Optional<Map<String, Object>> values = values(value);
        return values.isEmpty() ? null : made(value, values.get());
    }

    private @Nullable Object made(ConfigValue value, Map<String, Object> values) {
        try {
            Object made = type.make(values);
            if (made instanceof Checked checked) {
                checked.check(value);
            }
            return made;
        } catch (IllegalArgumentException e) {
            if (!value.isRefused()) {
                value.refuse(String.valueOf(e.getMessage()));
            }
            return null;
        }
    }

    private @Nullable Object readShort(ConfigValue value, ShortShape form) {
        Object single = form.value().read(value);
        if (single == null) {
            return null;
        }
        Object made;
        try {
            made = form.factory().apply(single);
        } catch (IllegalArgumentException e) {
            // The shape says it as well, and repeats nothing secret.
            return refuse(value);
        }
        if (made instanceof Checked checked) {
            checked.check(value);
        }
        return made;
    }

    /** The values of the components by name; empty if a required one is missing or wrong. */
    Optional<Map<String, Object>> values(ConfigValue value) {
        Map<String, Object> values = new HashMap<>();
        boolean whole = true;
        for (RecordKey key : components) {
            Object read = key.isFlat() ? flat(key, value) : single(key, value.get(key.name()));
            // Where a value is wrong its default stands in, so that all problems are found at once.
            Object used = read == null ? key.absent().orElse(null) : read;
            if (used != null) {
                values.put(key.component(), used);
            } else {
                whole &= key.isOptional();
            }
        }
        return whole ? Optional.of(values) : Optional.empty();
    }

    private static @Nullable Object flat(RecordKey key, ConfigValue owner) {
        RecordShape shape = (RecordShape) key.shape();
        Optional<Map<String, Object>> values = shape.values(owner);
        return values.isEmpty() ? null : shape.made(owner, values.get());
    }

    private static @Nullable Object single(RecordKey key, ConfigValue value) {
        if (value.isPresent()) {
            return key.shape().read(value);
        }
        if (key.isRequired()) {
            value.refuseMissing(key.shape().words().expected());
        }
        return null;
    }

    /** Notes the keys it does not have. */
    void refuseUnknown(ConfigValue value) {
        refuseUnknown(value, List.of());
    }

    private void refuseUnknown(ConfigValue value, List<String> others) {
        List<String> known = new ArrayList<>(keys().stream().map(RecordKey::name).toList());
        known.addAll(known.indexOf("name") + 1, others);
        value.members()
                .forEach(
                        (name, member) -> {
                            if (!known.contains(name) && !isIgnored(value, name)) {
                                member.refuseKey(UnknownKey.message(name, known));
                            }
                        });
    }

    /** At the top, a place for anchors and for editors. */
    private static boolean isIgnored(ConfigValue owner, String name) {
        return owner.isRoot() && (name.equals("$schema") || name.startsWith("x-"));
    }

    /** A record without required keys, unless it refuses that. */
    @Override
    public Optional<Object> absent() {
        Map<String, Object> values = new HashMap<>();
        for (RecordKey key : components) {
            if (key.absent().isEmpty() && !key.isOptional()) {
                return Optional.empty();
            }
            key.absent().ifPresent(value -> values.put(key.component(), value));
        }
        try {
            return Optional.of(type.make(values));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    @Override
    public ObjectNode rules() {
        ObjectNode rules = objectRules();
        if (shortForm == null) {
            return rules;
        }
        ObjectNode single = shortForm.value().rules();
        String alone = single.path("type").asString();
        ObjectNode either = single.without("type");
        either.putArray("type").add(alone).add("object");
        rules.remove("type");
        return either.setAll(rules);
    }

    ObjectNode objectRules() {
        ObjectNode rules = JsonNodeFactory.instance.objectNode().put("type", "object");
        ObjectNode properties = rules.putObject("properties");
        ArrayNode required = JsonNodeFactory.instance.arrayNode();
        for (RecordKey key : keys()) {
            properties.set(key.name(), key.schema());
            if (key.isRequired()) {
                required.add(key.name());
            }
        }
        if (!required.isEmpty()) {
            rules.set("required", required);
        }
        if (type.leastKeys() > 0) {
            rules.put("minProperties", type.leastKeys());
        }
        return rules.put("additionalProperties", false);
    }
}
