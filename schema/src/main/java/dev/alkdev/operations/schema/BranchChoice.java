package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;

/**
 * Which alternatives of an {@code anyOf} or {@code oneOf} a value belongs to.
 *
 * @param fitting the best alternative, and all others that accept the value as it is
 * @param best the one that fits best, or null if there is none
 */
record BranchChoice(List<Compiled> fitting, @Nullable Compiled best) {

    /** An alternative with what speaks for it. */
    private record Candidate(Compiled branch, int score, boolean accepts) {

        /** Having more in common counts first; then that nothing needs to be changed. */
        boolean isBetterThan(@Nullable Candidate other) {
            return other == null
                    || score > other.score
                    || (score == other.score && accepts && !other.accepts);
        }
    }

    static BranchChoice of(Combination combination, JsonNode value, Scope scope) {
        return scope.evaluation().choice(combination, value, () -> find(combination, value, scope));
    }

    private static BranchChoice find(Combination combination, JsonNode value, Scope scope) {
        List<Candidate> candidates = new ArrayList<>();
        for (Compiled branch : combination.branches()) {
            int score = score(branch, value, scope);
            candidates.add(new Candidate(branch, score, branch.accepts(value, scope)));
        }
        Candidate best = null;
        for (Candidate candidate : candidates) {
            if (candidate.isBetterThan(best)
                    && (candidate.accepts || fitsNormalized(candidate.branch, value, scope))) {
                best = candidate;
            }
        }
        if (best == null) {
            best = closest(candidates);
        }
        List<Compiled> fitting = new ArrayList<>();
        for (Candidate candidate : candidates) {
            if (candidate.accepts || candidate == best) {
                fitting.add(candidate.branch);
            }
        }
        return new BranchChoice(fitting, best == null ? null : best.branch);
    }

    private static boolean fitsNormalized(Compiled branch, JsonNode value, Scope scope) {
        JsonNode normal = Normalizer.normalize(branch, value, scope);
        return normal != value && branch.accepts(normal, scope);
    }

    /** Where nothing fits, what has most in common, if there is anything. */
    private static @Nullable Candidate closest(List<Candidate> candidates) {
        Candidate closest = null;
        for (Candidate candidate : candidates) {
            if (candidate.score > 0 && candidate.isBetterThan(closest)) {
                closest = candidate;
            }
        }
        return closest;
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
