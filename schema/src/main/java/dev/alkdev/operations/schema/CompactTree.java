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
    private final Map<List<String>, Shape> shapes = new HashMap<>();
    private final Map<Values, ArrayNode> arrays = new HashMap<>();

    /** Parts of the object or array that is being made, with room for those around it. */
    private String[] names = new String[64];

    private JsonNode[] values = new JsonNode[64];
    private int size;

    /** What objects with the same names in the same order have in common. */
    @SuppressWarnings("ArrayRecordComponent") // Nobody compares shapes.
    private record Shape(String[] names, Map<Values, ObjectNode> known) {}

    /**
     * The same values: scalars that are equal, and lists and objects that are one node. Those that
     * are only equal may have their members in another order, which people see.
     */
    private static final class Values {
        private final JsonNode[] values;

        private Values(JsonNode[] values) {
            this.values = values;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            if (!(other instanceof Values same) || same.values.length != values.length) {
                return false;
            }
            for (int i = 0; i < values.length; i++) {
                boolean equal =
                        values[i] == same.values[i]
                                || (!values[i].isContainer() && values[i].equals(same.values[i]));
                if (!equal) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(values);
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

    /** The same object in less memory; neither may be changed afterwards. */
    public static ObjectNode compact(ObjectNode object) {
        return FixedMembers.compact(object);
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
        String[] own = Arrays.copyOfRange(names, from, size);
        JsonNode[] members = Arrays.copyOfRange(values, from, size);
        size = from;
        if (own.length > FixedMembers.MOST) {
            return large(own, members);
        }
        Shape shape = shapes.computeIfAbsent(Arrays.asList(own), CompactTree::shape);
        return depth < SHARED_FROM
                ? object(shape, members)
                : shape.known.computeIfAbsent(new Values(members), it -> object(shape, members));
    }

    private static ObjectNode object(Shape shape, JsonNode[] values) {
        return new ObjectNode(NODES, new FixedMembers(shape.names, values));
    }

    private static Shape shape(List<String> names) {
        if (new HashSet<>(names).size() != names.size()) {
            throw new DuplicateNameException(duplicate(names));
        }
        return new Shape(names.toArray(String[]::new), new HashMap<>());
    }

    private static String duplicate(List<String> names) {
        return names.stream()
                .filter(name -> names.indexOf(name) != names.lastIndexOf(name))
                .findFirst()
                .orElseThrow();
    }

    private static ObjectNode large(String[] names, JsonNode[] values) {
        Map<String, JsonNode> members = LinkedHashMap.newLinkedHashMap(names.length);
        for (int i = 0; i < names.length; i++) {
            @Nullable JsonNode before = members.put(names[i], values[i]);
            if (before != null) {
                throw new DuplicateNameException(names[i]);
            }
        }
        return new ObjectNode(NODES, members);
    }

    /** As {@link #object}, an array. */
    public JsonNode array(int from, int depth) {
        JsonNode[] items = Arrays.copyOfRange(values, from, size);
        size = from;
        return depth < SHARED_FROM
                ? new ArrayNode(NODES, List.of(items))
                : arrays.computeIfAbsent(
                        new Values(items), it -> new ArrayNode(NODES, List.of(items)));
    }

    /** An object has a name twice. */
    public static final class DuplicateNameException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private DuplicateNameException(String name) {
            super("the name \"" + name + "\" is there twice in one object");
        }
    }
}
