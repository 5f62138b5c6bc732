package dev.alkdev.operations.config;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.MissingNode;

import java.math.BigDecimal;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A value of a config with its location, for error messages. Whatever is absent or of the wrong
 * kind reads as nothing, since the shapes report it. For one thread.
 */
public final class ConfigValue {
    private final JsonNode node;
    private final String pointer;
    private final ConfigTree tree;

    ConfigValue(JsonNode node, String pointer, ConfigTree tree) {
        this.node = node;
        this.pointer = pointer;
        this.tree = tree;
    }

    /** A value without a file. */
    static ConfigValue of(JsonNode node) {
        ConfigTree tree = new ConfigTree(Path.of(""), new Problems("default"));
        tree.root(node);
        return tree.value();
    }

    /** An object without keys. */
    public static ConfigValue empty() {
        return of(JsonNodeFactory.instance.objectNode());
    }

    public JsonNode node() {
        return node;
    }

    /** Whether it is the config itself. */
    boolean isRoot() {
        return pointer.isEmpty();
    }

    public ConfigValue get(String key) {
        JsonNode child = node.isObject() ? node.path(key) : MissingNode.getInstance();
        return new ConfigValue(child, Pointers.child(pointer, key), tree);
    }

    public boolean isPresent() {
        return !node.isMissingNode();
    }

    public boolean isObject() {
        return node.isObject();
    }

    public List<ConfigValue> items() {
        List<ConfigValue> items = new ArrayList<>();
        if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                items.add(new ConfigValue(node.get(i), pointer + "/" + i, tree));
            }
        }
        return items;
    }

    public Map<String, ConfigValue> members() {
        Map<String, ConfigValue> members = new LinkedHashMap<>();
        if (node.isObject()) {
            node.propertyNames().forEach(name -> members.put(name, get(name)));
        }
        return members;
    }

    public Optional<String> text() {
        return node.isString() ? Optional.of(node.asString()) : Optional.empty();
    }

    public String textOr(String otherwise) {
        return text().orElse(otherwise);
    }

    /** A path, seen from the folder of the file; null if it is none. */
    public @Nullable Path path() {
        try {
            String text = textOr("");
            return text.isEmpty() ? null : tree.folder().resolve(text).normalize();
        } catch (InvalidPathException e) {
            return null;
        }
    }

    boolean isExpanded() {
        return tree.expansions().containsKey(pointer);
    }

    /**
     * The file that it names, which exists and which whoever uses it can read.
     *
     * @throws IllegalArgumentException saying what is wrong, with the path as the config has it
     */
    public Path file() {
        Path path = path();
        if (path == null) {
            throw new IllegalArgumentException(name() + " should be the path of a file");
        }
        if (!Files.exists(path)) {
            throw new IllegalArgumentException("there is no file " + shown());
        }
        if (!Files.isRegularFile(path)) {
            throw new IllegalArgumentException(
                    name() + " should be a file, but " + shown() + " is none");
        }
        if (!Files.isReadable(path)) {
            throw new IllegalArgumentException("the file " + shown() + " may not be read");
        }
        return path;
    }

    Path file(FileCheck content) {
        Path file = file();
        try {
            content.check(file);
            return file;
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(told(String.valueOf(e.getMessage())), e);
        }
    }

    /** What is wrong with a file, with its path as the config has it: it may be from outside. */
    public String told(String message) {
        return message.replace(String.valueOf(path()), shown());
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

    /** Its line in the file. */
    public int line() {
        return tree.place(pointer).line();
    }

    /**
     * The value for a message; nothing from an expansion.
     *
     * @param secret whether it is told only of what kind it is
     */
    String shown(boolean secret) {
        String expansion = tree.expansions().get(pointer);
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
    public String shown() {
        return shown(false);
    }

    /** Whether something is wrong with it, or within it. */
    public boolean isRefused() {
        return tree.problems().isNotedAt(pointer);
    }

    /** Ends here if anything in the whole config is wrong. */
    public void throwIfRefused() {
        tree.problems().throwIfAny();
    }

    /** Removes and returns the problems of this value and of the values within it. */
    public List<ConfigProblem> takeProblems() {
        return tree.problems().take(pointer);
    }

    /** Adds a remark at the key, which does not make the config invalid. */
    public void warnKey(String message) {
        tree.problems().warn(tree.keyPlace(pointer), pointer, message);
    }

    /** Returns the remarks on the whole config. */
    public List<ConfigProblem> warnings() {
        return tree.problems().warnings();
    }

    /** Returns another value for this place of the config. */
    public ConfigValue with(JsonNode other) {
        return new ConfigValue(other, pointer, tree);
    }

    /** Makes a key of this object have the place of another key, for messages. */
    public void alias(String key, String original) {
        tree.alias(Pointers.child(pointer, key), Pointers.child(pointer, original));
    }

    /** Reports a problem at the value. */
    public void refuse(String message) {
        tree.problems().add(tree.place(pointer), pointer, message);
    }

    /** Reports what the value should be, and what it is. */
    public void refuseAs(String expected) {
        refuseAs(expected, false);
    }

    void refuseAs(String expected, boolean secret) {
        refuse(name() + " should be " + expected + ", but is " + shown(secret));
    }

    /** Reports that it is missing, at the object that should have it. */
    public void refuseMissing(String expected) {
        String owner = pointer.substring(0, pointer.lastIndexOf('/'));
        String key = Pointers.tokens(pointer).getLast();
        tree.problems()
                .add(
                        tree.keyPlace(owner),
                        pointer,
                        "'" + key + "' is missing; it should be " + expected);
    }

    /** Reports a problem at the key. */
    public void refuseKey(String message) {
        tree.problems().add(tree.keyPlace(pointer), pointer, message);
    }

    /** What to call it in a message: its key, or its list with its index. */
    public String name() {
        List<String> tokens = Pointers.tokens(pointer);
        if (tokens.isEmpty()) {
            return "the config";
        }
        String last = tokens.getLast();
        boolean item = tree.at(pointer.substring(0, pointer.lastIndexOf('/'))).isArray();
        return item ? tokens.get(tokens.size() - 2) + "[" + last + "]" : last;
    }
}
