package dev.alkdev.operations.schema;

import dev.alkdev.operations.schema.pattern.Pattern262;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What one verb on one value has done so far. It counts the work, so that it ends: by the size of
 * the value, or because the thread is interrupted. It also remembers what has been found out, once
 * the same questions are asked again and again. For one thread.
 */
final class Evaluation implements Pattern262.Work {
    private static final long MIN_STEPS = 20_000_000;
    private static final long STEPS_PER_UNIT = 200;
    private static final int STEPS_BETWEEN_PAUSES = 4_096;

    /** More steps than this for each part of the value: something is judged repeatedly. */
    private static final int STEPS_OF_ONE_PASS = 16;

    private final JsonNode root;
    private long steps;
    private long pauseAt = STEPS_BETWEEN_PAUSES;
    private long suspectAt = 2L * STEPS_BETWEEN_PAUSES;
    private long limit = MIN_STEPS;
    private boolean sized;
    private @Nullable Verdicts verdicts;
    private @Nullable Map<Combination, IdentityHashMap<JsonNode, BranchChoice>> choices;
    private @Nullable DefaultFilling defaults;

    Evaluation(JsonNode root) {
        this.root = root;
    }

    /** An evaluation that is about no value in particular. */
    static Evaluation unsized() {
        return new Evaluation(MissingNode.getInstance());
    }

    void step() {
        if (++steps >= pauseAt) {
            pause();
        }
    }

    /**
     * Accounts for work.
     *
     * @throws SchemaInterruptedException if the thread is interrupted
     * @throws UndecidableException if it has become too much for a value of this size
     */
    @Override
    public void spend(long work) {
        steps += work;
        if (steps >= pauseAt) {
            pause();
        }
    }

    private void pause() {
        SchemaInterruptedException.throwIfInterrupted();
        pauseAt = steps + STEPS_BETWEEN_PAUSES;
        if (verdicts == null && steps >= suspectAt) {
            suspectAt = 2 * steps;
            if (!ValueSize.exceeds(root, steps / STEPS_OF_ONE_PASS)) {
                verdicts = new Verdicts();
            }
        }
        if (steps > limit && !sized) {
            sized = true;
            limit = MIN_STEPS + STEPS_PER_UNIT * ValueSize.of(root);
        }
        if (steps > limit) {
            throw new UndecidableException(
                    "the schema needs more than " + limit + " steps to judge this value");
        }
    }

    /** What is known about parts of the value; null as long as remembering would not pay. */
    @Nullable Verdicts verdicts() {
        return verdicts;
    }

    DefaultFilling defaults() {
        if (defaults == null) {
            defaults = new DefaultFilling();
        }
        return defaults;
    }

    BranchChoice choice(Combination combination, JsonNode value, Supplier<BranchChoice> find) {
        if (choices == null) {
            choices = new HashMap<>();
        }
        IdentityHashMap<JsonNode, BranchChoice> known =
                choices.computeIfAbsent(combination, any -> new IdentityHashMap<>());
        BranchChoice choice = known.get(value);
        if (choice == null) {
            spend(combination.branches().length);
            choice = find.get();
            known.put(value, choice);
        }
        return choice;
    }
}
