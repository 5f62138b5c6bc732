package dev.alkdev.operations.hub;

import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.base.Glob;
import dev.alkdev.operations.config.ByKind;
import dev.alkdev.operations.config.Form;
import dev.alkdev.operations.config.Kind;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Config of a source of operations, which it opens. Two that are equal bring the same, so that a
 * reload may leave the source alone. Immutable; threads may share it.
 */
@ByKind("a kind of source")
@Form(title = "an object with name and type")
public interface SourceConfig {

    /** What the source is called; unique in a hub. */
    String name();

    /** What all kinds of sources have in common. */
    SourceRulesConfig rules();

    /** Makes the source, which is started later; most by {@link HubParts#source}. */
    HubSource open(HubParts parts);

    /** What the config calls this kind of source, such as openapi. */
    default String kind() {
        return getClass().getAnnotation(Kind.class).value();
    }

    /** Whether its operations are {@linkplain OperationBinding#computing computing}. */
    default boolean compute() {
        return false;
    }

    /** The files that are read once, when the source is made: it is made anew if one changes. */
    default List<Path> files() {
        return List.of();
    }

    /** The address of the source, for people: without secrets; null if it has none. */
    default @Nullable String address() {
        return null;
    }

    /** The name of an operation at its MCP server; null if it is not a tool. */
    default @Nullable String toolOf(OperationSpec operation) {
        return null;
    }

    /** The patterns of tools that have rules of their own. */
    default Set<Glob> toolPatterns() {
        return Set.of();
    }

    /** How often the source is asked to {@linkplain OperationSource#refresh() refresh}. */
    default @Nullable Duration reload() {
        return null;
    }

    /** Whether its state or its operations may change without a refresh. */
    default boolean changesByItself() {
        return true;
    }

    /**
     * Whether its operations have namespaces of their own, which stay unless the config gives one.
     * Several such sources may share a namespace.
     */
    default boolean keepsNamespaces() {
        return false;
    }

    /** Whether it must not run beside the one whose place it takes, which is closed before. */
    default boolean isExclusive() {
        return false;
    }

    /**
     * Whether its operations have a method and a path that filters may ask for. Then it leaves out
     * and renames what it brings by itself.
     */
    default boolean filtersRequests() {
        return false;
    }

    /**
     * The first part of the operations' ids: as given, else the name. {@link
     * SourceRulesConfig#namespace()} tells whether it was given.
     */
    default String namespace() {
        String given = rules().namespace();
        return given == null ? name() : given;
    }

    /**
     * Whether it brings the same operations for the same callers, so that another source with this
     * config may serve until one with that config can.
     */
    default boolean hasSameAccess(SourceConfig other) {
        return kind().equals(other.kind())
                && namespace().equals(other.namespace())
                && rules().filters().equals(other.rules().filters())
                && rules().renames().equals(other.rules().renames())
                && rules().scopes().equals(other.rules().scopes());
    }
}
