package dev.alkdev.operations.config;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * A config as JSON with the place of each key and value in the file, and which values are from an
 * expansion. For one thread.
 */
final class ConfigTree {
    private final Path folder;
    private final Problems problems;
    private final Map<String, Place> values = new HashMap<>();
    private final Map<String, Place> keys = new HashMap<>();
    private final Map<String, String> expansions = new HashMap<>();
    private JsonNode root = JsonNodeFactory.instance.objectNode();

    /**
     * An empty object.
     *
     * @param folder what relative paths are seen from
     */
    ConfigTree(Path folder, Problems problems) {
        this.folder = folder;
        this.problems = problems;
    }

    Path folder() {
        return folder;
    }

    Problems problems() {
        return problems;
    }

    void root(JsonNode root) {
        this.root = root;
    }

    /** The whole of it. */
    ConfigValue value() {
        return new ConfigValue(root, "", this);
    }

    void putValue(String pointer, Place place) {
        values.put(pointer, place);
    }

    void putKey(String pointer, Place place) {
        keys.put(pointer, place);
    }

    /** Gives a value the place of another one. */
    void alias(String pointer, String original) {
        keys.put(pointer, keyPlace(original));
        values.put(pointer, place(original));
        String expansion = expansions.get(original);
        if (expansion != null) {
            expansions.put(pointer, expansion);
        }
    }

    /** Notes that a value is from expansions, such as {@code ${PORT}}. */
    void putExpansion(String pointer, String written) {
        expansions.put(pointer, written);
    }

    /** The values that are from expansions, with these. */
    Map<String, String> expansions() {
        return expansions;
    }

    /** Where a value begins. */
    Place place(String pointer) {
        return values.getOrDefault(pointer, Place.START);
    }

    /** The place of the key of a value; of the value if it has none. */
    Place keyPlace(String pointer) {
        Place key = keys.get(pointer);
        return key == null ? place(pointer) : key;
    }

    JsonNode at(String pointer) {
        return root.at(pointer);
    }
}
