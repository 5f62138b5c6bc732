package dev.alkdev.operations.protocol;

import dev.alkdev.operations.NormalizeMode;
import dev.alkdev.operations.OperationOrigin;
import dev.alkdev.operations.OperationSpec;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * Options of an import from a peer: which operations, and under which names and scopes. Immutable;
 * threads may share it.
 *
 * @param localForm gives the spec under which an operation of the peer is registered, with another
 *     id or access for instance; empty if it is not wanted
 * @param timeout the longest time of a call; null if nothing but the caller's deadline counts
 * @param owner to whom the ids belong from now on, whether the peer is connected or not: another
 *     owner does not get them. Null for everybody who has none, who share them
 * @param grace how long operations stay while the link is down: calls of them fail with {@code
 *     UNAVAILABLE}, which is retryable
 * @param origin where the operations come from, as observers of calls see it; null for "link"
 * @param normalize what is done to results; nothing unless given, since the peer has done it
 */
public record ImportRules(
        Function<OperationSpec, Optional<OperationSpec>> localForm,
        @Nullable Duration timeout,
        @Nullable String owner,
        Duration grace,
        @Nullable OperationOrigin origin,
        NormalizeMode normalize) {

    public ImportRules {
        if (grace.isNegative()) {
            throw new IllegalArgumentException("grace should not be negative but is " + grace);
        }
    }

    /** Everything as it is. */
    public static ImportRules none() {
        return of(Optional::of);
    }

    public static ImportRules of(Function<OperationSpec, Optional<OperationSpec>> localForm) {
        return new ImportRules(localForm, null, null, Duration.ZERO, null, NormalizeMode.NONE);
    }

    public ImportRules withTimeout(@Nullable Duration timeout) {
        return new ImportRules(localForm, timeout, owner, grace, origin, normalize);
    }

    public ImportRules withOwner(@Nullable String owner) {
        return new ImportRules(localForm, timeout, owner, grace, origin, normalize);
    }

    public ImportRules withOrigin(OperationOrigin origin) {
        return new ImportRules(localForm, timeout, owner, grace, origin, normalize);
    }

    public ImportRules withNormalize(NormalizeMode normalize) {
        return new ImportRules(localForm, timeout, owner, grace, origin, normalize);
    }

    public ImportRules withGrace(Duration grace) {
        return new ImportRules(localForm, timeout, owner, grace, origin, normalize);
    }
}
