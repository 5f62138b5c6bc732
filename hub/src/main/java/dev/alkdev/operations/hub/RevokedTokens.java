package dev.alkdev.operations.hub;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Identity;

import java.util.List;
import java.util.function.Predicate;

/** Tells whose right to be here ended with a change of tokens. Immutable. */
final class RevokedTokens implements Predicate<Caller> {
    private final List<TokenConfig> revoked;
    private final boolean strangers;

    RevokedTokens(List<TokenConfig> before, List<TokenConfig> after) {
        revoked = before.stream().filter(token -> !after.contains(token)).toList();
        strangers = before.isEmpty() && !after.isEmpty();
    }

    boolean isNobody() {
        return revoked.isEmpty() && !strangers;
    }

    @Override
    public boolean test(Caller caller) {
        return switch (caller) {
            case Caller.Authenticated(Identity identity) ->
                    revoked.stream().anyMatch(token -> token.grants(identity));
            case Caller.Anonymous anonymous -> strangers;
            case Caller.Trusted trusted -> false;
        };
    }
}
