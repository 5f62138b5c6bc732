package dev.alkdev.operations.cli;

import dev.alkdev.operations.cli.InputArguments.Member;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

import java.util.HashSet;
import java.util.Set;

/** Puts members into an input, each as the type its schema asks for. For one thread. */
final class InputMembers {
    private final SchemaView view;
    private final ObjectNode input;
    private final Set<String> given = new HashSet<>();

    InputMembers(SchemaView view, ObjectNode input) {
        this.view = view;
        this.input = input;
    }

    void add(Member member) {
        String key = member.key();
        ObjectNode object = input;
        JsonNode schema = view.root();
        // A property may have a dot in its own name; only what is not declared so is a path.
        while (key.indexOf('.') > 0 && !view.properties(schema).containsKey(key)) {
            String first = key.substring(0, key.indexOf('.'));
            key = key.substring(key.indexOf('.') + 1);
            schema = view.property(schema, first);
            object = inner(object, first, member);
        }
        put(object, key, member, view.property(schema, key));
    }

    private static ObjectNode inner(ObjectNode object, String name, Member member) {
        JsonNode there = object.get(name);
        if (there == null) {
            return object.putObject(name);
        }
        if (!there.isObject()) {
            throw CommandFailure.usage(
                    member.key() + " reaches into " + name + ", which is no object");
        }
        return there.asObject();
    }

    private void put(ObjectNode object, String key, Member member, JsonNode schema) {
        boolean again = !given.add(member.key());
        JsonNode value = member.json() ? json(member) : typed(schema, member.value());
        if (!again) {
            object.set(key, value);
            return;
        }
        if (object.get(key) instanceof ArrayNode array && value instanceof ArrayNode more) {
            array.addAll(more);
            return;
        }
        throw CommandFailure.usage(member.key() + " is given twice");
    }

    private static JsonNode json(Member member) {
        try {
            return InputArguments.json(member.value());
        } catch (IllegalArgumentException e) {
            throw CommandFailure.invalid(
                    member.key() + ":= needs JSON, but its value is " + e.getMessage());
        }
    }

    /** What cannot be read as the type stays text: whoever checks the input says it best. */
    private JsonNode typed(JsonNode schema, String text) {
        Set<String> types = view.types(schema);
        if (types.contains("string")) {
            return StringNode.valueOf(text);
        }
        if (types.contains("array") && !text.startsWith("[")) {
            ArrayNode array = JsonNodeFactory.instance.arrayNode();
            return array.add(typed(view.items(schema), text));
        }
        JsonNode value = guess(text);
        String type = SchemaView.typeOf(value);
        boolean fits =
                types.isEmpty()
                        || types.contains(type)
                        || (type.equals("integer") && types.contains("number"));
        return fits ? value : StringNode.valueOf(text);
    }

    private static JsonNode guess(String text) {
        try {
            return InputArguments.json(text);
        } catch (IllegalArgumentException e) {
            return StringNode.valueOf(text);
        }
    }
}
