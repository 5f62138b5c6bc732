package dev.alkdev.operations.code;

import java.util.HashSet;
import java.util.Set;

/**
 * Compares types that may lead back to themselves: two that are being compared are taken to be
 * alike until something else shows. For one comparison.
 */
final class Likenesses {
    private final Set<Pair> assumed = new HashSet<>();

    /** Types are equal to themselves only. */
    private record Pair(MadeType one, MadeType other) {}

    boolean isLike(MadeType one, MadeType other) {
        MadeType first = one.settled();
        MadeType second = other.settled();
        return first == second
                || !assumed.add(new Pair(first, second))
                || (first.getClass() == second.getClass()
                        && first.wanted().equals(second.wanted())
                        && first.isLike(second, this));
    }
}
