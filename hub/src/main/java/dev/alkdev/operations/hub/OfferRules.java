package dev.alkdev.operations.hub;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.base.Glob;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Who may offer which operations over a link that they opened.
 *
 * @param ownNamespace whether a namespace is that of a source of the hub. Nobody else may offer
 *     operations in it, since the source may be slower than a link
 * @param tokens those that are accepted now
 */
record OfferRules(Predicate<String> ownNamespace, Supplier<List<TokenConfig>> tokens) {

    /**
     * Checks that somebody may offer an operation.
     *
     * @throws IllegalArgumentException saying why not
     */
    void check(OperationSpec offered, Caller caller) {
        if (ownNamespace.test(offered.namespace())) {
            throw new IllegalArgumentException("its namespace is that of a source of this hub");
        }
        if (!(caller instanceof Caller.Authenticated(Identity identity))) {
            return;
        }
        List<Glob> granted = granted(identity);
        if (granted.stream().anyMatch(glob -> glob.matches(offered.id()))) {
            return;
        }
        if (!granted.isEmpty()) {
            throw new IllegalArgumentException(
                    "the token of "
                            + identity.id()
                            + " may offer only "
                            + granted.stream()
                                    .map(Glob::pattern)
                                    .collect(Collectors.joining(", ")));
        }
        if (isGranted(offered.id())) {
            throw new IllegalArgumentException("it belongs to tokens that name it in their offers");
        }
    }

    /**
     * Whose an offered id becomes: of the first who offers it, unless a token names it. Null for
     * those who share.
     */
    @Nullable String owner(Caller caller) {
        return caller instanceof Caller.Authenticated(Identity identity)
                        && granted(identity).isEmpty()
                ? identity.id()
                : null;
    }

    private List<Glob> granted(Identity identity) {
        return tokens.get().stream()
                .filter(token -> token.id().equals(identity.id()))
                .flatMap(token -> token.offers().stream())
                .toList();
    }

    private boolean isGranted(String id) {
        return tokens.get().stream()
                .flatMap(token -> token.offers().stream())
                .anyMatch(glob -> glob.matches(id));
    }
}
