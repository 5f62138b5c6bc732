package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JsonParser;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes the nodes of one document, in a third of the memory of others, and shares equal ones, such
 * as descriptions, of which there are many. The nodes cannot be changed; a {@code deepCopy} can.
 * For one thread.
 *
 * <p>Near the root everything is a node of its own, because there stand the operations and what has
 * a name that can be referred to.
 */
public final class CompactTree {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int SHARED_FROM = 4;

    private final Map<String, StringNode> texts = new HashMap<>();
    private final HashIndex<Shape> shapes = new HashIndex<>(0);
    private final HashIndex<Known> containers;

    /** Parts of the object or array that is being made, with room for those around it. */
    private String[] names = new String[64];

    private JsonNode[] values = new JsonNode[64];
    private int size;

    /** What objects with the same names in the same order have in common. */
    private static final class Shape extends HashIndex.Entry<Shape> {
        private final String[] names;

        private Shape(int hash, String[] names) {
            super(hash);
            this.names = names;
        }
    }

    /** An object, or an array, which has no shape. */
    private static final class Known extends HashIndex.Entry<Known> {
        private final @Nullable Shape shape;
        private final JsonNode[] values;
        private final JsonNode node;

        private Known(int hash, @Nullable Shape shape, JsonNode[] values) {
            super(hash);
            this.shape = shape;
            this.values = values;
            this.node =
                    shape == null
                            ? new ArrayNode(NODES, List.of(values))
                            : new ObjectNode(NODES, new FixedMembers(shape.names, values));
        }
    }

    /**
     * Reads one JSON value and nothing after it. The parser bounds how deep it may be nested.
     *
     * @return a missing node if there is none
     * @throws tools.jackson.core.JacksonException if the text is not JSON
     * @throws DuplicateNameException if an object has a name twice
     */
    public static JsonNode read(JsonParser parser) {
        return CompactReader.read(parser);
    }

    /**
     * Reads one JSON value in UTF-8 and nothing after it, if it is of the usual kind. Whatever is
     * wrong, deeply nested or rare is left to the other method.
     *
     * @return null if it is not read
     */
    public static @Nullable JsonNode readUsual(byte[] utf8) {
        return CompactTextReader.read(utf8, utf8.length);
    }

    /** As {@link #readUsual(byte[])}. */
    public static @Nullable JsonNode readUsual(String text) {
        return CompactTextReader.read(text);
    }

    /** The same object in less memory; neither may be changed afterwards. */
    public static ObjectNode compact(ObjectNode object) {
        return FixedMembers.compact(object);
    }

    public CompactTree() {
        this(0);
    }

    /** A tree of about as many different objects and arrays. */
    CompactTree(int expected) {
        containers = new HashIndex<>(expected);
    }

    public JsonNode text(String text) {
        return texts.computeIfAbsent(text, StringNode::valueOf);
    }

    /** How many members and items are waiting for what they are parts of. */
    public int size() {
        return size;
    }

    /** Adds a member, or an item, whose name does not matter, to what is made next. */
    public void push(String name, JsonNode value) {
        if (size == names.length) {
            names = Arrays.copyOf(names, 2 * size);
            values = Arrays.copyOf(values, 2 * size);
        }
        names[size] = name;
        values[size++] = value;
    }

    /**
     * An object of what was pushed since there was a size, which there is again afterwards.
     *
     * @param depth how far below the root it is
     * @throws DuplicateNameException if there are two members of one name
     */
    public JsonNode object(int from, int depth) {
        int named = 0;
        int all = 0;
        for (int i = from; i < size; i++) {
            named = 31 * named + names[i].hashCode();
            all = 31 * all + values[i].hashCode();
        }
        return object(from, depth, named, all);
    }

    /** As the other, with hashes of the names and of the values. */
    JsonNode object(int from, int depth, int named, int all) {
        return size - from > FixedMembers.MOST
                ? large(from)
                : container(shape(from, named), from, depth, all);
    }

    private Shape shape(int from, int hash) {
        for (Shape known = shapes.first(hash); known != null; known = known.next) {
            if (known.hash == hash
                    && Arrays.equals(known.names, 0, known.names.length, names, from, size)) {
                return known;
            }
        }
        String[] own = Arrays.copyOfRange(names, from, size);
        Set<String> distinct = new HashSet<>();
        for (String name : own) {
            if (!distinct.add(name)) {
                throw new DuplicateNameException(name);
            }
        }
        return shapes.add(new Shape(hash, own));
    }

    private ObjectNode large(int from) {
        Map<String, JsonNode> members = LinkedHashMap.newLinkedHashMap(size - from);
        for (int i = from; i < size; i++) {
            @Nullable JsonNode before = members.put(names[i], values[i]);
            if (before != null) {
                throw new DuplicateNameException(names[i]);
            }
        }
        size = from;
        return new ObjectNode(NODES, members);
    }

    /** As {@link #object}, an array. */
    public JsonNode array(int from, int depth) {
        int all = 1;
        for (int i = from; i < size; i++) {
            all = 31 * all + values[i].hashCode();
        }
        return array(from, depth, all);
    }

    /** As the other, with a hash of the items. */
    JsonNode array(int from, int depth, int all) {
        return container(null, from, depth, all);
    }

    private JsonNode container(@Nullable Shape shape, int from, int depth, int all) {
        int to = size;
        size = from;
        if (depth < SHARED_FROM) {
            return new Known(0, shape, Arrays.copyOfRange(values, from, to)).node;
        }
        int hash = shape == null ? all : 31 * all + shape.hash;
        for (Known known = containers.first(hash); known != null; known = known.next) {
            if (known.hash == hash && known.shape == shape && areSame(known.values, from, to)) {
                return known.node;
            }
        }
        return containers.add(new Known(hash, shape, Arrays.copyOfRange(values, from, to))).node;
    }

    /**
     * Whether values are the same: scalars that are equal, and lists and objects that are one node.
     * Those that are only equal may have their members in another order, which people see.
     */
    private boolean areSame(JsonNode[] known, int from, int to) {
        if (known.length != to - from) {
            return false;
        }
        for (int i = 0; i < known.length; i++) {
            JsonNode value = values[from + i];
            if (known[i] != value && (value.isContainer() || !value.equals(known[i]))) {
                return false;
            }
        }
        return true;
    }

    /** An object has a name twice. */
    public static final class DuplicateNameException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private DuplicateNameException(String name) {
            super("the name \"" + name + "\" is there twice in one object");
        }
    }
}
