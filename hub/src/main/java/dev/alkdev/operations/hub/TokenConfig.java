package dev.alkdev.operations.hub;

import dev.alkdev.operations.Identity;
import dev.alkdev.operations.base.Glob;
import dev.alkdev.operations.config.ByKind;
import dev.alkdev.operations.config.Form;
import dev.alkdev.operations.config.ShownToken;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A kind of bearer token, and the identities it authenticates. Immutable; threads may share it. */
@ByKind(value = "a kind of token", standard = HashedTokenConfig.KIND)
@Form(title = "an object with id and hash")
public interface TokenConfig {
    /** What it is called; unique in a hub. */
    String id();

    /**
     * Opens a check of tokens, which gives the owner of one; nobody if it is not one of these. The
     * time that takes should tell nothing about the right ones.
     */
    Function<ShownToken, Optional<Identity>> open();

    /** Whether it grants an identity. */
    boolean grants(Identity identity);

    /**
     * The ids of operations that may be offered over links opened with it, which nobody else may
     * offer then; empty for all that no token names.
     */
    List<Glob> offers();

    /**
     * Patterns of the operations that its owner may use, as {@link Identity#reaches} reads them;
     * null if they are not limited.
     */
    default @Nullable List<Glob> tools() {
        return null;
    }

    /** Whether a request over such a link runs as the caller that it names. */
    boolean trustIdentities();
}
