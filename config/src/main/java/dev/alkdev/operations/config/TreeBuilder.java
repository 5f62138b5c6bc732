package dev.alkdev.operations.config;

import dev.alkdev.operations.base.BoundedFile;

import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Makes a tree of YAML nodes, whose merge keys the library has resolved. For one use. */
final class TreeBuilder {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int DEEPEST = 64;

    /** In characters; a node with its place takes up to ten bytes for each. */
    private static final int LARGEST = BoundedFile.share(32, 16 << 20);

    private static final int NODE_SIZE = 64;
    private static final Set<String> BOOLEANS = Set.of("true", "false");
    private static final Set<Tag> COLLECTIONS = Set.of(Tag.MAP, Tag.SEQ);

    private final Expansion expansion;
    private final Problems problems;
    private final ConfigTree tree;
    private int size;

    TreeBuilder(Expansion expansion, ConfigTree tree) {
        this.expansion = expansion;
        this.tree = tree;
        this.problems = tree.problems();
    }

    void build(Node node) {
        tree.root(value(node, "", 0));
    }

    private JsonNode value(Node node, String pointer, int depth) {
        Place place = place(node);
        tree.putValue(pointer, place);
        if (depth > DEEPEST) {
            return refuse(place, "the config is nested more than " + DEEPEST + " levels deep");
        }
        grow(NODE_SIZE + pointer.length(), place);
        return switch (node) {
            case MappingNode mapping -> object(mapping, pointer, depth);
            case SequenceNode sequence -> array(sequence, pointer, depth);
            case ScalarNode scalar -> scalar(scalar, pointer);
            default -> refuse(place, "this is not a value");
        };
    }

    /** Ends at once when aliases make much out of little; all other problems are collected. */
    private void grow(int by, Place place) {
        size += by;
        if (size > LARGEST) {
            problems.add(place, "", "the config is too large after expanding its YAML aliases");
            problems.throwIfAny();
        }
    }

    private JsonNode object(MappingNode mapping, String pointer, int depth) {
        checkTag(mapping, pointer);
        ObjectNode object = NODES.objectNode();
        Map<String, Place> first = new HashMap<>();
        for (NodeTuple entry : mapping.getValue()) {
            Place place = place(entry.getKeyNode());
            if (!(entry.getKeyNode() instanceof ScalarNode key)) {
                problems.add(place, pointer, "a key is a text, not a list or an object");
                continue;
            }
            String name = key.getValue();
            String child = Pointers.child(pointer, name);
            Place earlier = first.putIfAbsent(name, place);
            if (earlier != null) {
                problems.add(
                        place,
                        child,
                        "duplicate key '" + name + "', first in line " + earlier.line());
                continue;
            }
            tree.putKey(child, place);
            object.set(name, value(entry.getValueNode(), child, depth + 1));
        }
        return object;
    }

    private JsonNode array(SequenceNode sequence, String pointer, int depth) {
        checkTag(sequence, pointer);
        ArrayNode array = NODES.arrayNode();
        List<Node> items = sequence.getValue();
        for (int i = 0; i < items.size(); i++) {
            array.add(value(items.get(i), pointer + "/" + i, depth + 1));
        }
        return array;
    }

    private void checkTag(Node node, String pointer) {
        if (!COLLECTIONS.contains(node.getTag())) {
            unknownTag(node, pointer);
        }
    }

    private void unknownTag(Node node, String pointer) {
        String tag = SafeText.quoted(node.getTag().getValue());
        problems.add(place(node), pointer, "the YAML tag " + tag + " means nothing here");
    }

    private JsonNode scalar(ScalarNode scalar, String pointer) {
        String text = scalar.getValue();
        Tag tag = scalar.getTag();
        // The library tags a text that is nothing but an expansion in a way of its own.
        if (tag.equals(Tag.STR) || tag.equals(Tag.ENV_TAG)) {
            return text(scalar, pointer);
        }
        if (tag.equals(Tag.NULL)) {
            return NODES.nullNode();
        }
        if (tag.equals(Tag.BOOL) && BOOLEANS.contains(text.toLowerCase(Locale.ROOT))) {
            return NODES.booleanNode(Boolean.parseBoolean(text));
        }
        if (tag.equals(Tag.INT) || tag.equals(Tag.FLOAT)) {
            return tag.equals(Tag.INT) ? PlainScalar.integer(text) : PlainScalar.decimal(text);
        }
        unknownTag(scalar, pointer);
        return NODES.nullNode();
    }

    private JsonNode text(ScalarNode scalar, String pointer) {
        Expansion.Result result = expansion.expand(scalar.getValue());
        if (result.isExpanded()) {
            grow(result.text().length(), place(scalar));
            tree.putExpansion(pointer, String.join("", result.written()));
        }
        if (!result.problems().isEmpty()) {
            problems.add(place(scalar), pointer, String.join("; ", result.problems()));
        }
        return NODES.stringNode(result.text());
    }

    private JsonNode refuse(Place place, String message) {
        problems.add(place, "", message);
        return NODES.nullNode();
    }

    private static Place place(Node node) {
        return node.getStartMark()
                .map(Mark.class::cast)
                .map(mark -> new Place(mark.getLine() + 1, mark.getColumn() + 1))
                .orElse(Place.START);
    }
}
