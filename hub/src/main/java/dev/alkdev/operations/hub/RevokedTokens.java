package dev.alkdev.operations.hub;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Identity;

import java.util.List;
import java.util.function.Predicate;

/** Matches callers whose token was removed by a change of the config. Immutable. */
final class RevokedTokens implements Predicate<Caller> {
    private final List<TokenConfig> revoked;
    private final List<TokenConfig> kept;
    private final boolean issuers;
    private final boolean strangers;

    RevokedTokens(HubConfig before, HubConfig after) {
        kept = after.tokens();
        revoked = before.tokens().stream().filter(token -> !kept.contains(token)).toList();
        issuers =
                !AcceptedTokens.issuers(after).containsAll(AcceptedTokens.issuers(before))
                        || !after.auth().oidc().containsAll(before.auth().oidc());
        strangers = !before.isAuthenticated() && after.isAuthenticated();
    }

    boolean isNobody() {
        return revoked.isEmpty() && !issuers && !strangers;
    }

    @Override
    public boolean test(Caller caller) {
        return switch (caller) {
            case Caller.Authenticated(Identity identity) ->
                    // With other rules for issuers, of callers that no token of the config names
                    // nobody knows whether they would still be let in; they may sign in again.
                    revoked.stream().anyMatch(token -> token.grants(identity))
                            || (issuers && kept.stream().noneMatch(it -> it.grants(identity)));
            case Caller.Anonymous anonymous -> strangers;
            case Caller.Trusted trusted -> false;
        };
    }
}
