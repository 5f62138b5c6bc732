package dev.alkdev.operations.protocol;

import dev.alkdev.operations.OperationSpec;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * What becomes of a peer's operations when they are imported. Immutable; threads may share it.
 *
 * @param localForm gives the spec under which an operation of the peer is registered, with another
 *     id or access for instance; empty if it is not wanted
 * @param timeout the longest time of a call; null if nothing but the caller's deadline counts
 */
public record ImportRules(
        Function<OperationSpec, Optional<OperationSpec>> localForm, @Nullable Duration timeout) {

    /** Everything as it is. */
    public static ImportRules none() {
        return new ImportRules(Optional::of, null);
    }

    public static ImportRules of(Function<OperationSpec, Optional<OperationSpec>> localForm) {
        return new ImportRules(localForm, null);
    }

    public ImportRules withTimeout(@Nullable Duration timeout) {
        return new ImportRules(localForm, timeout);
    }
}
