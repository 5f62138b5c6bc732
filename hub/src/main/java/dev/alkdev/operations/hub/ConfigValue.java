package dev.alkdev.operations.hub;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.MissingNode;

import java.math.BigDecimal;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One value of a config: what it is, and a way to say what is wrong with it. Whatever is absent or
 * of the wrong kind reads as nothing, since the schema reports it.
 */
record ConfigValue(JsonNode node, String pointer, ConfigFile file) {

    /** A value that stands in no file. */
    static ConfigValue of(JsonNode node) {
        Path nowhere = Path.of("");
        return new ConfigFile(new ConfigTree(node), nowhere, new Problems("default")).root();
    }

    /** An object without keys. */
    static ConfigValue empty() {
        return of(JsonNodeFactory.instance.objectNode());
    }

    ConfigValue get(String key) {
        JsonNode child = node.isObject() ? node.path(key) : MissingNode.getInstance();
        return new ConfigValue(child, Pointers.child(pointer, key), file);
    }

    boolean isPresent() {
        return !node.isMissingNode();
    }

    boolean isObject() {
        return node.isObject();
    }

    List<ConfigValue> items() {
        List<ConfigValue> items = new ArrayList<>();
        if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                items.add(new ConfigValue(node.get(i), pointer + "/" + i, file));
            }
        }
        return items;
    }

    Map<String, ConfigValue> members() {
        Map<String, ConfigValue> members = new LinkedHashMap<>();
        if (node.isObject()) {
            node.propertyNames().forEach(name -> members.put(name, get(name)));
        }
        return members;
    }

    Optional<String> text() {
        return node.isString() ? Optional.of(node.asString()) : Optional.empty();
    }

    String textOr(String otherwise) {
        return text().orElse(otherwise);
    }

    /** A path, seen from the folder of the file; null if it is none. */
    @Nullable Path path() {
        try {
            String text = textOr("");
            return text.isEmpty() ? null : file.folder().resolve(text).normalize();
        } catch (InvalidPathException e) {
            return null;
        }
    }

    boolean isExpanded() {
        return file.tree().expansions().containsKey(pointer);
    }

    static @Nullable URI url(JsonNode node) {
        try {
            return node.isString() ? new URI(node.asString()) : null;
        } catch (URISyntaxException e) {
            return null;
        }
    }

    static @Nullable Long longValue(JsonNode number) {
        BigDecimal value = number.decimalValue();
        boolean fits =
                value.stripTrailingZeros().scale() <= 0
                        && value.abs().compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0;
        return fits ? (Long) value.longValue() : null;
    }

    /** The line it stands in. */
    int line() {
        return file.tree().value(pointer).line();
    }

    /**
     * The value for a message; nothing that came from outside.
     *
     * @param secret whether it is told only of what kind it is
     */
    String shown(boolean secret) {
        String expansion = file.tree().expansions().get(pointer);
        if (expansion != null) {
            return "what " + expansion + " gives";
        }
        return switch (node.getNodeType()) {
            case NULL -> "empty";
            case ARRAY -> node.isEmpty() ? "an empty list" : "a list";
            case OBJECT ->
                    node.isEmpty()
                            ? "an empty object"
                            : "an object with " + String.join(", ", node.propertyNames());
            case STRING -> secret ? "a text of another form" : SafeText.quoted(node.asString());
            case NUMBER -> secret ? "a number" : node.asString();
            default -> secret ? "a boolean" : node.asString();
        };
    }

    /** As {@link #shown(boolean)}, of what is no secret. */
    String shown() {
        return shown(false);
    }

    /** Whether something is wrong with it, or within it. */
    boolean isRefused() {
        return file.problems().isNotedAt(pointer);
    }

    /** Says what is wrong, at the value. */
    void refuse(String message) {
        file.problems().add(file.tree().value(pointer), pointer, message);
    }

    /** Says what the value should be, and what it is. */
    void refuseAs(String expected) {
        refuseAs(expected, false);
    }

    void refuseAs(String expected, boolean secret) {
        refuse(name() + " should be " + expected + ", but is " + shown(secret));
    }

    /** Says that it is missing, at the object it should stand in. */
    void refuseMissing(String expected) {
        String owner = pointer.substring(0, pointer.lastIndexOf('/'));
        String key = Pointers.tokens(pointer).getLast();
        file.problems()
                .add(
                        file.tree().key(owner),
                        pointer,
                        "'" + key + "' is missing; it should be " + expected);
    }

    /** Says what is wrong, at the key. */
    void refuseKey(String message) {
        file.problems().add(file.tree().key(pointer), pointer, message);
    }

    /** What to call it in a message: its key, or its list with its index. */
    String name() {
        List<String> tokens = Pointers.tokens(pointer);
        if (tokens.isEmpty()) {
            return "the config";
        }
        String last = tokens.getLast();
        boolean item = file.tree().at(pointer.substring(0, pointer.lastIndexOf('/'))).isArray();
        return item ? tokens.get(tokens.size() - 2) + "[" + last + "]" : last;
    }
}
