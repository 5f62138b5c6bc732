package dev.alkdev.operations.cli;

import org.jspecify.annotations.Nullable;

/**
 * Which operations are listed. Everything that is given must hold.
 *
 * @param descriptions whether their descriptions are wanted beside the summaries
 */
record ListingFilter(
        @Nullable String text,
        @Nullable String namespace,
        @Nullable String type,
        @Nullable String tag,
        boolean descriptions) {

    static final ListingFilter ALL = new ListingFilter(null, null, null, null, true);

    static ListingFilter mentioning(String text) {
        return new ListingFilter(text, null, null, null, true);
    }
}
