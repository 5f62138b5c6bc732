package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

/**
 * How far a call is.
 *
 * @param amount what is done, in units of the operation's choice; it should grow
 * @param total what there is to do in the same units, if that is known
 * @param message for people, if there is one
 */
public record Progress(double amount, @Nullable Double total, @Nullable String message) {
    public Progress {
        if (!Double.isFinite(amount) || (total != null && !Double.isFinite(total))) {
            throw new IllegalArgumentException(
                    "progress should be finite but is " + amount + " of " + total);
        }
    }
}
