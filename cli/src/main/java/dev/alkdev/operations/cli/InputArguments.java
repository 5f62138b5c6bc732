package dev.alkdev.operations.cli;

import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.JsonType;
import dev.alkdev.operations.schema.SchemaView;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The input of a call as it is written on a command line: a JSON value, then members as {@code
 * key=value} or {@code key:=json}, each of the type its schema asks for. For one input.
 */
final class InputArguments {
    private static final Pattern MEMBER =
            Pattern.compile("([\\p{L}\\p{N}_$][^\\s:={}\"]*?)(:?=)(.*)", Pattern.DOTALL);
    private static final int LARGEST = 16 * 1024 * 1024;

    private final SchemaView schema;
    private final ObjectNode input;

    /**
     * One key with its values.
     *
     * @param texts the only one is JSON if {@code json} is set
     */
    private record Member(String key, List<String> texts, boolean json) {
        void add(String text, boolean isJson) {
            if (json != isJson || (json && !texts.isEmpty())) {
                throw CommandFailure.usage(key + " is given twice");
            }
            texts.add(text);
        }
    }

    private InputArguments(SchemaView schema, ObjectNode input) {
        this.schema = schema;
        this.input = input;
    }

    /**
     * The input that the arguments after an id represent.
     *
     * @param in what {@code -} stands for
     * @param schema of the input, asked for only if there are members to be typed by it
     * @throws CommandFailure with the argument that is wrong, and why
     */
    static JsonNode read(List<String> arguments, InputStream in, Supplier<SchemaView> schema) {
        JsonNode document = null;
        Map<String, Member> members = new LinkedHashMap<>();
        for (String argument : arguments) {
            Matcher member = MEMBER.matcher(argument);
            if (member.matches()) {
                boolean json = member.group(2).equals(":=");
                members.computeIfAbsent(
                                member.group(1), key -> new Member(key, new ArrayList<>(), json))
                        .add(member.group(3), json);
            } else if (document == null && members.isEmpty()) {
                document = document(argument, in);
            } else {
                throw CommandFailure.usage(
                        "\"" + argument + "\" is not key=value; JSON must be first, and only once");
            }
        }
        JsonNode start = document == null ? JsonNodeFactory.instance.objectNode() : document;
        if (members.isEmpty()) {
            return start;
        }
        if (!start.isObject()) {
            throw CommandFailure.usage(
                    "key=value adds to an object, but the JSON is " + JsonType.of(start));
        }
        members.values().forEach(new InputArguments(schema.get(), start.asObject())::add);
        return start;
    }

    private static JsonNode document(String argument, InputStream in) {
        if (argument.equals("-") || argument.startsWith("@")) {
            return stored(argument, in);
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

    private static JsonNode stored(String argument, InputStream standard) {
        boolean isFile = argument.startsWith("@");
        String where = isFile ? argument.substring(1) : "standard input";
        try (InputStream in = isFile ? Files.newInputStream(Path.of(where)) : standard) {
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
    private static JsonNode json(String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException("empty");
        }
        return Json.parse(text);
    }

    private void add(Member member) {
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
        object.set(key, member.json() ? json(member) : view.property(key).fromText(member.texts()));
    }

    private static ObjectNode inner(ObjectNode object, String name, Member member) {
        JsonNode there = object.get(name);
        if (there == null) {
            return object.putObject(name);
        }
        if (!there.isObject()) {
            throw CommandFailure.usage(
                    member.key() + " reaches into " + name + ", which is not an object");
        }
        return there.asObject();
    }

    private static JsonNode json(Member member) {
        try {
            return json(member.texts().getFirst());
        } catch (IllegalArgumentException e) {
            throw CommandFailure.invalid(
                    member.key() + ":= needs JSON, but its value is " + e.getMessage());
        }
    }
}
