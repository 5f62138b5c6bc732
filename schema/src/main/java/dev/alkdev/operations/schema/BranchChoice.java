package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;

/**
 * Which alternatives of an {@code anyOf} or {@code oneOf} a value belongs to.
 *
 * @param known the alternatives whose properties are known: the best one, and all others that may
 *     apply as well
 * @param best the one that fits best, or null if none does: then the value stays as it is
 */
record BranchChoice(List<Compiled> known, @Nullable Compiled best) {
    private static final BranchChoice NONE = new BranchChoice(List.of(), null);

    /** An alternative with what speaks for it. */
    private record Candidate(Compiled branch, Likeness likeness, boolean accepts) {

        /** More in common is better; then that nothing needs to be changed. */
        boolean isBetterThan(@Nullable Candidate other) {
            return other == null
                    || likeness.score() > other.likeness.score()
                    || (likeness.score() == other.likeness.score() && accepts && !other.accepts);
        }

        boolean fits(JsonNode value, Scope scope) {
            return accepts || (!likeness.isContradicted() && fitsNormalized(branch, value, scope));
        }
    }

    static BranchChoice of(
            Combination combination,
            @Nullable Discriminator discriminator,
            JsonNode value,
            Scope scope) {
        return scope.evaluation()
                .choice(
                        combination,
                        value,
                        () -> {
                            Compiled named =
                                    discriminator == null
                                            ? null
                                            : named(combination, discriminator, value, scope);
                            return named == null
                                    ? find(combination, value, scope)
                                    : new BranchChoice(List.of(named), named);
                        });
    }

    /** The alternative that an object names by its discriminator, or null if it names none. */
    private static @Nullable Compiled named(
            Combination combination, Discriminator discriminator, JsonNode value, Scope scope) {
        Located named = value.isObject() ? discriminator.named(value) : null;
        if (named == null) {
            return null;
        }
        Compiled target = Reference.compiled(named);
        for (Compiled branch : combination.branches()) {
            Scope inner = branch.enter(scope);
            for (Check check : branch.shape().inPlace) {
                if (check instanceof Reference reference && reference.target(inner) == target) {
                    return branch;
                }
            }
        }
        return null;
    }

    private static BranchChoice find(Combination combination, JsonNode value, Scope scope) {
        List<Candidate> candidates = new ArrayList<>();
        for (Compiled branch : combination.branches()) {
            Likeness likeness = Likeness.of(branch, value, scope);
            candidates.add(new Candidate(branch, likeness, branch.accepts(value, scope)));
        }
        Candidate best = null;
        for (Candidate candidate : candidates) {
            if (candidate.isBetterThan(best)
                    && !losesAll(candidate, value)
                    && candidate.fits(value, scope)) {
                best = candidate;
            }
        }
        if (best == null) {
            best = marked(candidates);
        }
        return best == null ? NONE : choice(combination, candidates, best);
    }

    /** An object of which an alternative knows nothing is not one of its kind. */
    private static boolean losesAll(Candidate candidate, JsonNode value) {
        return candidate.likeness.score() == 0
                && candidate.likeness.declares()
                && !value.isEmpty()
                && value.isObject();
    }

    /** Where nothing fits, the one alternative that a constant speaks for, if there is one. */
    private static @Nullable Candidate marked(List<Candidate> candidates) {
        Candidate marked = null;
        for (Candidate candidate : candidates) {
            if (candidate.likeness.isMarked()) {
                if (marked != null) {
                    return null;
                }
                marked = candidate;
            }
        }
        return marked;
    }

    private static BranchChoice choice(
            Combination combination, List<Candidate> candidates, Candidate best) {
        boolean several = combination.mode() == Combination.Mode.ANY;
        List<Compiled> known = new ArrayList<>();
        for (Candidate candidate : candidates) {
            boolean possible = several && !candidate.likeness.isContradicted();
            if (candidate == best || candidate.accepts || possible) {
                known.add(candidate.branch);
            }
        }
        return new BranchChoice(known, best.branch);
    }

    private static boolean fitsNormalized(Compiled branch, JsonNode value, Scope scope) {
        JsonNode normal = Normalizer.normalize(branch, value, scope);
        return normal != value && branch.accepts(normal, scope);
    }
}
