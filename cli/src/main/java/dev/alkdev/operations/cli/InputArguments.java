package dev.alkdev.operations.cli;

import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.JsonType;
import dev.alkdev.operations.schema.SchemaView;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The input of a call as it is written on a command line: a JSON value, then members as {@code
 * key=value} or {@code key:=json}. Immutable; threads may share it.
 */
final class InputArguments {
    private static final Pattern MEMBER =
            Pattern.compile("([A-Za-z_$][^\\s:={}\"]*?)(:?=)(.*)", Pattern.DOTALL);
    private static final int LARGEST = 16 * 1024 * 1024;

    private final @Nullable JsonNode document;
    private final List<Member> members;

    /**
     * One {@code key=value}.
     *
     * @param json whether the value is JSON already
     */
    record Member(String key, String value, boolean json) {}

    private InputArguments(@Nullable JsonNode document, List<Member> members) {
        this.document = document;
        this.members = List.copyOf(members);
    }

    /**
     * Reads the arguments after an id.
     *
     * @param in what {@code -} stands for
     * @throws CommandFailure with the argument that is wrong, and why
     */
    static InputArguments parse(List<String> arguments, InputStream in) {
        JsonNode document = null;
        List<Member> members = new ArrayList<>();
        for (String argument : arguments) {
            Matcher member = MEMBER.matcher(argument);
            if (member.matches()) {
                boolean json = member.group(2).equals(":=");
                members.add(new Member(member.group(1), member.group(3), json));
            } else if (document == null && members.isEmpty()) {
                document = document(argument, in);
            } else {
                throw CommandFailure.usage(
                        "\"" + argument + "\" is not key=value; JSON must be first, and only once");
            }
        }
        return new InputArguments(document, members);
    }

    private static JsonNode document(String argument, InputStream in) {
        if (argument.equals("-")) {
            return read("standard input", () -> in);
        }
        if (argument.startsWith("@")) {
            String file = argument.substring(1);
            return read(file, () -> Files.newInputStream(Path.of(file)));
        }
        try {
            return json(argument);
        } catch (IllegalArgumentException e) {
            boolean meant = argument.startsWith("{") || argument.startsWith("[");
            throw meant
                    ? CommandFailure.invalid("the input is " + e.getMessage())
                    : CommandFailure.usage(
                            "\"" + argument + "\" is neither JSON nor key=value",
                            "Write an input as '{\"key\": 1}', as key=1, as @file or as -");
        }
    }

    private interface Opening {
        InputStream open() throws IOException;
    }

    private static JsonNode read(String where, Opening opening) {
        try (InputStream in = opening.open()) {
            byte[] bytes = in.readNBytes(LARGEST + 1);
            if (bytes.length > LARGEST) {
                throw CommandFailure.invalid(where + " has more than " + LARGEST + " bytes");
            }
            return json(new String(bytes, StandardCharsets.UTF_8));
        } catch (NoSuchFileException e) {
            throw CommandFailure.noFile("there is no file " + where);
        } catch (IOException e) {
            throw CommandFailure.noFile("cannot read " + where + ": " + e.getMessage());
        } catch (IllegalArgumentException e) {
            throw CommandFailure.invalid(where + " is " + e.getMessage());
        }
    }

    /**
     * Reads JSON; nothing at all is none.
     *
     * @throws IllegalArgumentException saying what the text is instead
     */
    static JsonNode json(String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException("empty");
        }
        return Json.parse(text);
    }

    /**
     * The input they stand for.
     *
     * @param schema of the input, asked for only if there are members to be typed by it
     */
    JsonNode input(Supplier<SchemaView> schema) {
        if (members.isEmpty()) {
            return document == null ? Json.mapper().createObjectNode() : document;
        }
        if (document != null && !document.isObject()) {
            throw CommandFailure.usage(
                    "key=value adds to an object, but the JSON is " + JsonType.of(document));
        }
        ObjectNode input = Json.mapper().createObjectNode();
        if (document != null) {
            input.setAll(document.asObject());
        }
        Typed typed = new Typed(schema.get(), input);
        members.forEach(typed::add);
        return input;
    }

    private static JsonNode json(Member member) {
        try {
            return json(member.value());
        } catch (IllegalArgumentException e) {
            throw CommandFailure.invalid(
                    member.key() + ":= needs JSON, but its value is " + e.getMessage());
        }
    }

    /** Where the schema names no type, a value is whatever it is the JSON of. */
    private static JsonNode guess(String text) {
        try {
            return json(text);
        } catch (IllegalArgumentException e) {
            return StringNode.valueOf(text);
        }
    }

    /** Puts members into an input, each as the type its schema asks for. For one thread. */
    private static final class Typed {
        private final SchemaView schema;
        private final ObjectNode input;
        private final Set<String> given = new HashSet<>();

        Typed(SchemaView schema, ObjectNode input) {
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
                    member.json()
                            ? json(member)
                            : view.fromText(member.value(), InputArguments::guess);
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
    }
}
