package dev.alkdev.operations.hub;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
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

    List<String> texts() {
        return items().stream().flatMap(item -> item.text().stream()).toList();
    }

    Optional<Integer> number() {
        return node.isNumber() ? Optional.of(node.decimalValue().intValue()) : Optional.empty();
    }

    int numberOr(int otherwise) {
        return number().orElse(otherwise);
    }

    boolean flag() {
        return node.isBoolean() && node.booleanValue();
    }

    Optional<Duration> duration() {
        return node.isNumber()
                ? DurationText.ofSeconds(node.decimalValue())
                : text().flatMap(DurationText::parse);
    }

    /** In bytes. */
    Optional<Long> size() {
        return node.isNumber()
                ? Optional.of(node.decimalValue().longValue())
                : text().flatMap(SizeText::parse);
    }

    /** A path, seen from the folder of the file. */
    Optional<Path> path() {
        try {
            return text().map(text -> file.folder().resolve(text).normalize());
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    Optional<URI> url() {
        try {
            return node.isString() ? Optional.of(new URI(node.asString())) : Optional.empty();
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    /** The value for a message; nothing that is secret. */
    String shown() {
        return file.shown(this);
    }

    /** Says what is wrong, at the value. */
    void refuse(String message) {
        file.problems().add(file.tree().value(pointer), pointer, message);
    }

    /** Says what the value should be, and what it is. */
    void refuseAs(String expected) {
        refuse(name() + " should be " + expected + ", but is " + shown());
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
