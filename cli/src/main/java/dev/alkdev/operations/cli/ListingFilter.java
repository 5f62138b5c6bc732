package dev.alkdev.operations.cli;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * Which operations are listed. Everything that is given must hold.
 *
 * @param brief whether id, type and summary of each are enough
 */
record ListingFilter(
        @Nullable String namespace, @Nullable String type, @Nullable String tag, boolean brief) {
    private static final String PAGE = "1000";
    private static final String LARGEST_PAGE = "10000";

    static final ListingFilter ALL = new ListingFilter(null, null, null, false);

    /**
     * The parameters of one page of a listing.
     *
     * @param cursor where the page begins; empty for the first
     */
    String query(String cursor) {
        List<String> parameters = new ArrayList<>();
        add(parameters, "limit", brief ? LARGEST_PAGE : PAGE);
        add(parameters, "brief", brief ? "true" : null);
        add(parameters, "namespace", namespace);
        add(parameters, "type", type);
        add(parameters, "tag", tag);
        add(parameters, "cursor", cursor);
        return HubAddress.query(parameters);
    }

    private static void add(List<String> parameters, String name, @Nullable String value) {
        if (value != null && !value.isEmpty()) {
            parameters.add(name);
            parameters.add(value);
        }
    }
}
