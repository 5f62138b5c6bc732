package dev.alkdev.operations.schema;

/** How many steps one search may take. */
final class RegexBudget {
    private static final long STEPS = 20_000_000;
    private static final long STEPS_PER_CHAR = 200;

    private long left;

    RegexBudget(String text) {
        left = STEPS + STEPS_PER_CHAR * text.length();
    }

    void spend() {
        if (--left < 0) {
            throw new UndecidableException("it would take too many steps");
        }
    }
}
