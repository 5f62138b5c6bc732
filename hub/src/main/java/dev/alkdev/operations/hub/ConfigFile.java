package dev.alkdev.operations.hub;

import dev.alkdev.operations.schema.SchemaError;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;

/** A config that was read but not checked yet. For one thread. */
record ConfigFile(ConfigTree tree, Path folder, Problems problems) {

    ConfigValue root() {
        return new ConfigValue(tree.root(), "", this);
    }

    ConfigValue at(String pointer) {
        return new ConfigValue(tree.at(pointer), pointer, this);
    }

    HubSchema.About about(String pointer) {
        return HubSchema.instance().about(tree.root(), pointer);
    }

    /** A value for a message; nothing that is secret, or may be. */
    String shown(ConfigValue value) {
        String expansion = tree.expansions().get(value.pointer());
        if (expansion != null) {
            return "what " + expansion + " gives";
        }
        JsonNode node = value.node();
        return switch (node.getNodeType()) {
            case NULL -> "empty";
            case ARRAY -> node.isEmpty() ? "an empty list" : "a list";
            case OBJECT ->
                    node.isEmpty()
                            ? "an empty object"
                            : "an object with " + String.join(", ", node.propertyNames());
            default -> about(value.pointer()).isSecret() ? kind(node) : scalar(node);
        };
    }

    private static String kind(JsonNode node) {
        if (node.isString()) {
            return "a text of another form";
        }
        return node.isNumber() ? "a number" : "a boolean";
    }

    private static String scalar(JsonNode node) {
        return node.isString() ? SafeText.quoted(node.asString()) : node.asString();
    }

    /**
     * Turns what came out of expansions into numbers and booleans where the schema asks for them:
     * an expansion itself gives nothing but text.
     */
    void convertExpansions() {
        if (tree.expansions().isEmpty()) {
            return;
        }
        for (SchemaError error : HubSchema.instance().errors(tree.root())) {
            String pointer = error.pointer();
            boolean expanded = tree.expansions().containsKey(pointer) && !pointer.isEmpty();
            if (expanded && error.value().isString()) {
                tree.replace(pointer, PlainScalar.of(error.value().asString()));
            }
        }
    }
}
