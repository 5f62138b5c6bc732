package dev.alkdev.operations.schema.pattern;

/**
 * How many steps one search may take. They are work of whoever asked as well, so that many texts
 * together cannot take longer than one.
 */
final class RegexBudget {
    private static final int PORTION = 4_096;

    private static final int CHARACTERS_PER_STEP = 64;

    private final Pattern262.Work work;
    private long left;
    private int portion = PORTION;

    private RegexBudget(long steps, Pattern262.Work work) {
        this.left = steps;
        this.work = work;
    }

    /** For a search that takes some steps for each character, depending on the pattern. */
    static RegexBudget ofSweep(String text, Pattern262.Work work) {
        return new RegexBudget(20_000_000 + 32L * text.length(), work);
    }

    /** For a search that may go back, whose steps take longer. */
    static RegexBudget ofBacktracking(String text, Pattern262.Work work) {
        return new RegexBudget(5_000_000 + 8L * text.length(), work);
    }

    void spend() {
        if (--portion <= 0) {
            portion = PORTION;
            pay(PORTION);
        }
    }

    /** Spends what comparing so many characters costs. */
    void compare(int characters) {
        int steps = characters / CHARACTERS_PER_STEP;
        portion -= steps % PORTION;
        if (steps >= PORTION) {
            pay(steps - steps % PORTION);
        }
        if (portion <= 0) {
            portion += PORTION;
            pay(PORTION);
        }
    }

    private void pay(long steps) {
        left -= steps;
        // A step of a search is less work than one of an evaluation.
        work.spend(steps / 2);
        if (left < 0) {
            throw new Pattern262.GivenUpException("it would take too many steps");
        }
    }
}
