package dev.alkdev.operations.hub;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Something that brings operations into a hub. Two that are equal bring the same, so that a reload
 * may leave the source alone. Immutable; threads may share it.
 */
public sealed interface SourceConfig
        permits OpenApiSourceConfig, PeerSourceConfig, ProviderSourceConfig {

    /** What the source is called; unique in a hub. */
    String name();

    /** What all kinds of sources have in common. */
    SourceRules rules();

    /** What the config calls this kind of source: openapi, peer or provider. */
    String kind();

    /**
     * The first part of the operations' ids: as given, else the name. {@link
     * SourceRules#namespace()} tells whether it was given, which makes a difference for peers.
     */
    default String namespace() {
        String given = rules().namespace();
        return given == null ? name() : given;
    }

    /**
     * Whether it brings the same operations for the same callers, so that another source with this
     * config may serve until one with that config can.
     */
    default boolean opensSameDoors(SourceConfig other) {
        return kind().equals(other.kind())
                && namespace().equals(other.namespace())
                && filters().equals(other.filters())
                && renames().equals(other.renames())
                && scopes().equals(other.scopes());
    }

    /** Which operations are brought in. */
    default FilterConfig filters() {
        return rules().filters();
    }

    /** New names of operations, by the names they would have. */
    default Map<String, String> renames() {
        return rules().renames();
    }

    /** What a caller needs for every operation, besides what it asks for itself. */
    default List<String> scopes() {
        return rules().scopes();
    }

    /** The longest time of a call; null if nothing but the hub's limits counts. */
    default @Nullable Duration timeout() {
        return rules().timeout();
    }

    /** How many calls run at once; null for any number. */
    default @Nullable Integer concurrency() {
        return rules().concurrency();
    }
}
