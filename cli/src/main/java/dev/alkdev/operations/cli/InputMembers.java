package dev.alkdev.operations.cli;

import dev.alkdev.operations.cli.InputArguments.Member;
import dev.alkdev.operations.schema.SchemaView;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

import java.util.HashSet;
import java.util.Set;

/** Puts members into an input, each as the type its schema asks for. For one thread. */
final class InputMembers {
    private final SchemaView schema;
    private final ObjectNode input;
    private final Set<String> given = new HashSet<>();

    InputMembers(SchemaView schema, ObjectNode input) {
        this.schema = schema;
        this.input = input;
    }

    void add(Member member) {
        String key = member.key();
        ObjectNode object = input;
        SchemaView view = schema;
        // A property may have a dot in its own name; only what is not declared so is a path.
        while (key.indexOf('.') > 0 && !view.properties().containsKey(key)) {
            String first = key.substring(0, key.indexOf('.'));
            key = key.substring(key.indexOf('.') + 1);
            view = view.property(first);
            object = inner(object, first, member);
        }
        put(object, key, member, view.property(key));
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

    private void put(ObjectNode object, String key, Member member, SchemaView view) {
        boolean again = !given.add(member.key());
        JsonNode value =
                member.json() ? json(member) : view.fromText(member.value(), InputMembers::guess);
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

    /** Where the schema names no type, a value is whatever it is the JSON of. */
    private static JsonNode guess(String text) {
        try {
            return InputArguments.json(text);
        } catch (IllegalArgumentException e) {
            return StringNode.valueOf(text);
        }
    }
}
