package dev.alkdev.operations.cli;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The alternatives of an object that has a choice, told apart by the property that is a constant in
 * each of them, if there is one. Immutable; threads may share it.
 *
 * @param branches empty if there is no choice
 */
record Alternatives(
        SchemaView view, JsonNode object, List<JsonNode> branches, Optional<String> discriminator) {
    static Alternatives of(SchemaView view, JsonNode object) {
        List<JsonNode> branches = view.alternatives(object);
        return new Alternatives(view, object, branches, discriminator(view, branches));
    }

    private static Optional<String> discriminator(SchemaView view, List<JsonNode> branches) {
        if (branches.isEmpty()) {
            return Optional.empty();
        }
        return view.properties(branches.getFirst()).keySet().stream()
                .filter(name -> branches.stream().allMatch(each -> isFixed(view, each, name)))
                .findFirst();
    }

    private static boolean isFixed(SchemaView view, JsonNode branch, String name) {
        return view.values(view.property(branch, name)).size() == 1;
    }

    /** Whether the property is required wherever it is declared. */
    boolean isRequired(String name) {
        if (view.isRequired(object, name)) {
            return true;
        }
        List<JsonNode> having = branchesWith(name);
        return !having.isEmpty() && having.stream().allMatch(each -> view.isRequired(each, name));
    }

    /** In which alternatives there is such a property; empty if in all of them. */
    String having(String name) {
        List<JsonNode> having = branchesWith(name);
        if (having.isEmpty() || having.size() == branches.size()) {
            return "";
        }
        List<String> names = new ArrayList<>();
        for (JsonNode branch : having) {
            names.add(
                    discriminator
                            .map(fixed -> view.values(view.property(branch, fixed)).getFirst())
                            .map(JsonNode::toString)
                            .orElseGet(() -> Integer.toString(branches.indexOf(branch) + 1)));
        }
        return "for "
                + discriminator.orElse(names.size() == 1 ? "alternative" : "alternatives")
                + " "
                + String.join(", ", names);
    }

    private List<JsonNode> branchesWith(String name) {
        return branches.stream().filter(each -> view.properties(each).containsKey(name)).toList();
    }
}
