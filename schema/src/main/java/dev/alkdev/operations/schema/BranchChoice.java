package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;

/**
 * Which alternatives of an {@code anyOf} or {@code oneOf} a value belongs to.
 *
 * @param fitting the alternatives that accept the value; if none does, the one it comes closest to
 * @param best the one of them that fits best, or null if there is none
 */
record BranchChoice(List<Compiled> fitting, @Nullable Compiled best) {

    static BranchChoice of(Combination combination, JsonNode value, Scope scope) {
        List<Compiled> accepting = new ArrayList<>();
        for (Compiled branch : combination.branches()) {
            if (branch.accepts(value, scope)) {
                accepting.add(branch);
            }
        }
        if (!accepting.isEmpty()) {
            return new BranchChoice(accepting, best(accepting, value, scope, -1));
        }
        for (Compiled branch : combination.branches()) {
            if (branch.accepts(Normalizer.normalize(branch, value, scope), scope)) {
                return new BranchChoice(List.of(branch), branch);
            }
        }
        Compiled closest = best(List.of(combination.branches()), value, scope, 0);
        return new BranchChoice(closest == null ? List.of() : List.of(closest), closest);
    }

    private static @Nullable Compiled best(
            List<Compiled> branches, JsonNode value, Scope scope, int threshold) {
        Compiled best = null;
        int highest = threshold;
        for (Compiled branch : branches) {
            int score = branches.size() == 1 ? Integer.MAX_VALUE : score(branch, value, scope);
            if (score > highest) {
                highest = score;
                best = branch;
            }
        }
        return best;
    }

    /** How well an object fits: a matching constant tells most, then fitting, then present. */
    private static int score(Compiled schema, JsonNode value, Scope scope) {
        if (!value.isObject()) {
            return 0;
        }
        Shape shape = schema.shape();
        Scope inner = schema.parts().enter(scope);
        int score = shape.object == null ? 0 : score(shape.object, value, inner);
        for (Check check : shape.inPlace) {
            if (check instanceof Reference reference) {
                score += score(reference.target(inner), value, reference.enter(inner));
            } else if (check instanceof Combination all && all.mode() == Combination.Mode.ALL) {
                for (Compiled branch : all.branches()) {
                    score += score(branch, value, inner);
                }
            }
        }
        return score;
    }

    private static int score(ObjectCheck check, JsonNode value, Scope scope) {
        int score = 0;
        for (ObjectCheck.Property property : check.properties()) {
            JsonNode child = value.get(property.name());
            Compiled schema = property.schema();
            if (child != null && schema != null) {
                score += 1;
                score += schema.accepts(child, scope) ? 10 : 0;
                score += isConstant(schema, child) ? 100 : 0;
            }
        }
        return score;
    }

    private static boolean isConstant(Compiled schema, JsonNode child) {
        Enumeration allowed = schema.shape().enumeration;
        return allowed != null && allowed.values().size() == 1 && allowed.holds(child);
    }
}
