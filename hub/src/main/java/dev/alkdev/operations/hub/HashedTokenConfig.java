package dev.alkdev.operations.hub;

import dev.alkdev.operations.Identity;
import dev.alkdev.operations.base.Glob;
import dev.alkdev.operations.config.Checked;
import dev.alkdev.operations.config.ConfigValue;
import dev.alkdev.operations.config.Form;
import dev.alkdev.operations.config.Key;
import dev.alkdev.operations.config.Kind;
import dev.alkdev.operations.config.ShownToken;
import dev.alkdev.operations.config.Text;
import dev.alkdev.operations.config.TokenHash;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** One token, known by its hash. Immutable; threads may share it. */
@Kind(value = HashedTokenConfig.KIND, text = "one token, by its SHA-256")
@Form(title = "an object with id and hash")
public record HashedTokenConfig(
        @Key("Caller id of the token's owner; unique.")
                @Form(title = "a name", pattern = "^\\S(.*\\S)?$", example = "ci")
                String id,
        @Key("`sha256:` and the SHA-256 of the token, in hex or base64; never the token.")
                @Form(
                        example =
                                "sha256:2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae")
                TokenHash hash,
        @Key("What they may do in general.") @Form(example = "['pets:read']", unique = true)
                List<@Form(Text.SCOPE) String> scopes,
        @Key("What they may do with single things: `type:id` to a list of actions.")
                @Form(
                        title = "an object from type:id to actions",
                        example = "{'project:42': ['read', 'write']}")
                Map<
                                @Form(
                                        title = "a resource",
                                        pattern = "^[^\\s:]+:\\S+$",
                                        example = "project:42")
                                String,
                                @Form(example = "['read', 'write']", unique = true) List<
                                        @Form(
                                                value = Text.SCOPE,
                                                title = "an action",
                                                example = "read")
                                        String>>
                        resources,
        @Key(
                        value =
                                "Patterns of the operations that this token sees and calls, if its"
                                    + " scopes allow them. A pattern with a dot, as `files.get_*`,"
                                    + " matches ids; one without, as `get_*`, names in every"
                                    + " namespace. `[]` allows none. Resources and prompts of an"
                                    + " MCP server need a pattern for its whole namespace, as"
                                    + " `files.*`.",
                        unless = "all operations",
                        restricts = true)
                @Form(example = "['echo', 'files.get_*']", unique = true)
                @Nullable List<@Form(title = "a pattern of ids or names", example = "files.*") Glob>
                        tools,
        @Key(
                        "Patterns of the ids that a spoke with this token and the scope `hub:offer`"
                                + " may offer, as `pay.*`; tokens without such a pattern may not"
                                + " offer them. Without any: all that no token names.")
                @Form(example = "['pay.*']", unique = true)
                List<@Form(title = "a pattern of ids", example = "pay.*") Glob> offers,
        @Key(
                        "For another hub: its requests run as the callers they name, with the"
                            + " scopes they name, not as the token. That hub lists all operations"
                            + " with their schemas, whatever scopes the token has, because one of"
                            + " its callers may use them; each call is checked against the caller"
                            + " it names.")
                boolean trustIdentities)
        implements TokenConfig, Checked {
    /** Also the kind of a token without a type. */
    static final String KIND = "hash";

    public HashedTokenConfig {
        scopes = List.copyOf(scopes);
        resources = Map.copyOf(resources);
        tools = tools == null ? null : List.copyOf(tools);
        offers = List.copyOf(offers);
    }

    private Identity identity() {
        Map<String, Set<String>> granted = new HashMap<>();
        resources.forEach((resource, actions) -> granted.put(resource, Set.copyOf(actions)));
        Identity identity = new Identity(id, Set.copyOf(scopes), granted);
        return tools == null
                ? identity
                : identity.onlyOperations(tools.stream().map(Glob::pattern).toArray(String[]::new));
    }

    @Override
    public Function<ShownToken, Optional<Identity>> open() {
        Optional<Identity> owner = Optional.of(identity());
        return token -> token.hasHash(hash) ? owner : Optional.empty();
    }

    @Override
    public void check(ConfigValue here) {
        if (here.get("offers").isPresent() && !scopes.contains(LinkAcceptor.OFFER)) {
            here.get("offers")
                    .refuseKey("'offers' needs the scope " + LinkAcceptor.OFFER + " in scopes");
        }
        if (tools != null && trustIdentities) {
            here.get("tools")
                    .refuseKey(
                            "'tools' does not limit the callers that a hub with trustIdentities"
                                    + " names; remove one of them");
        }
    }

    @Override
    public boolean grants(Identity identity) {
        return identity().equals(identity);
    }
}
