package dev.alkdev.operations.hub;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Identity;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Tells whose right to be here ended with a change of tokens. Immutable. */
final class RevokedTokens implements Predicate<Caller> {
    private final Set<Identity> identities = new HashSet<>();
    private final boolean strangers;

    RevokedTokens(List<TokenConfig> before, List<TokenConfig> after) {
        before.stream()
                .filter(token -> !after.contains(token))
                .forEach(token -> identities.add(token.identity()));
        strangers = before.isEmpty() && !after.isEmpty();
    }

    boolean isNobody() {
        return identities.isEmpty() && !strangers;
    }

    @Override
    public boolean test(Caller caller) {
        return switch (caller) {
            case Caller.Authenticated(Identity identity) -> identities.contains(identity);
            case Caller.Anonymous anonymous -> strangers;
            case Caller.Trusted trusted -> false;
        };
    }
}
