package dev.alkdev.operations.protocol;

import dev.alkdev.operations.NormalizeMode;
import dev.alkdev.operations.OperationBinding;
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
 *     UNAVAILABLE}, which is retryable. Null if they stay until the import ends
 * @param origin where the operations come from, as observers of calls see it; null for "link"
 * @param normalize what is done to results; nothing unless given, since the peer has done it
 */
public record PeerImportOptions(
        Function<OperationSpec, Optional<OperationSpec>> localForm,
        @Nullable Duration timeout,
        @Nullable String owner,
        @Nullable Duration grace,
        OperationBinding.@Nullable Origin origin,
        NormalizeMode normalize) {

    public PeerImportOptions {
        if (grace != null && grace.isNegative()) {
            throw new IllegalArgumentException("grace should not be negative but is " + grace);
        }
    }

    /** Everything as it is. */
    public static PeerImportOptions none() {
        return of(Optional::of);
    }

    public static PeerImportOptions of(Function<OperationSpec, Optional<OperationSpec>> localForm) {
        return new PeerImportOptions(
                localForm, null, null, Duration.ZERO, null, NormalizeMode.NONE);
    }

    public PeerImportOptions withTimeout(@Nullable Duration timeout) {
        return new PeerImportOptions(localForm, timeout, owner, grace, origin, normalize);
    }

    public PeerImportOptions withOwner(@Nullable String owner) {
        return new PeerImportOptions(localForm, timeout, owner, grace, origin, normalize);
    }

    public PeerImportOptions withOrigin(OperationBinding.Origin origin) {
        return new PeerImportOptions(localForm, timeout, owner, grace, origin, normalize);
    }

    public PeerImportOptions withNormalize(NormalizeMode normalize) {
        return new PeerImportOptions(localForm, timeout, owner, grace, origin, normalize);
    }

    public PeerImportOptions withGrace(@Nullable Duration grace) {
        return new PeerImportOptions(localForm, timeout, owner, grace, origin, normalize);
    }
}
