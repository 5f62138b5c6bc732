package dev.alkdev.operations.cli;

import org.jspecify.annotations.Nullable;

/**
 * Which operations are listed. Everything that is given must hold.
 *
 * @param brief whether id, type and summary of each are enough
 */
record ListingFilter(
        @Nullable String text,
        @Nullable String namespace,
        @Nullable String type,
        @Nullable String tag,
        boolean brief) {

    static final ListingFilter ALL = new ListingFilter(null, null, null, null, false);
}
