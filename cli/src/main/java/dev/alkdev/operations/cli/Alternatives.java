package dev.alkdev.operations.cli;

import dev.alkdev.operations.schema.SchemaView;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The alternatives of an object that has a choice, distinguished by the property that is a constant
 * in each of them, if there is one. Immutable; threads may share it.
 *
 * @param branches empty if there is no choice
 */
record Alternatives(SchemaView object, List<SchemaView> branches, Optional<String> discriminator) {
    static Alternatives of(SchemaView object) {
        List<SchemaView> branches = object.branches();
        return new Alternatives(object, branches, discriminator(branches));
    }

    private static Optional<String> discriminator(List<SchemaView> branches) {
        if (branches.isEmpty()) {
            return Optional.empty();
        }
        return branches.getFirst().properties().keySet().stream()
                .filter(name -> branches.stream().allMatch(each -> isFixed(each, name)))
                .findFirst();
    }

    private static boolean isFixed(SchemaView branch, String name) {
        return branch.property(name).enumValues().size() == 1;
    }

    /** Whether the property is required wherever it is declared. */
    boolean isRequired(String name) {
        if (object.required().contains(name)) {
            return true;
        }
        List<SchemaView> having = branchesWith(name);
        return !having.isEmpty()
                && having.stream().allMatch(each -> each.required().contains(name));
    }

    /** In which alternatives there is such a property; empty if in all of them. */
    String having(String name) {
        List<SchemaView> having = branchesWith(name);
        if (having.isEmpty() || having.size() == branches.size()) {
            return "";
        }
        List<String> names = new ArrayList<>();
        for (SchemaView branch : having) {
            names.add(
                    discriminator
                            .map(fixed -> branch.property(fixed).enumValues().getFirst())
                            .map(JsonNode::toString)
                            .orElseGet(() -> Integer.toString(branches.indexOf(branch) + 1)));
        }
        return "for "
                + discriminator.orElse(names.size() == 1 ? "alternative" : "alternatives")
                + " "
                + String.join(", ", names);
    }

    private List<SchemaView> branchesWith(String name) {
        return branches.stream().filter(each -> each.properties().containsKey(name)).toList();
    }
}
