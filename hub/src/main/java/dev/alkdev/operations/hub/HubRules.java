package dev.alkdev.operations.hub;

import dev.alkdev.operations.config.ConfigValue;
import dev.alkdev.operations.config.TokenHash;

import java.net.URI;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Checks the parts of a config against each other. What is wrong by itself is noted already.
 *
 * @param values the parts as far as they could be read
 */
record HubRules(ConfigValue config, Map<String, Object> values) {
    private static final List<String> CLEAR_TEXT = List.of("token", "secret", "password", "value");

    /** Notes tokens in clear text, before anything else is said about their keys. */
    static void checkClearText(ConfigValue config) {
        for (ConfigValue token : config.get("tokens").items()) {
            for (String key : CLEAR_TEXT) {
                if (token.get(key).isPresent()) {
                    token.get(key)
                            .refuseKey(
                                    "a token must not stand here in clear text"
                                            + TokenHash.HOW_TO_HASH);
                }
            }
        }
    }

    void check() {
        checkListen(config.get("listen"));
        checkTokens(config.get("tokens"));
        checkPublicUrl(config.get("publicUrl"));
        checkIssuers(config.get("auth"));
        checkSources(config.get("sources"));
    }

    private <T> List<T> list(String name, Class<T> type) {
        return ((List<?>) values.getOrDefault(name, List.of())).stream().map(type::cast).toList();
    }

    private void checkListen(ConfigValue listen) {
        boolean open =
                config.get("tokens").items().isEmpty()
                        && issuers(config.get("auth").get("jwt")).isEmpty()
                        && issuers(config.get("auth").get("oidc")).isEmpty();
        boolean serves = !list("gateways", GatewayConfig.class).isEmpty();
        if (values.get("listen") instanceof ListenConfig used
                && open
                && serves
                && !used.isLoopback()) {
            (listen.isObject() ? listen.get("host") : listen)
                    .refuse(
                            "listening beyond loopback needs authentication: add tokens (make one"
                                    + " with `operations token`) or auth, or listen on 127.0.0.1");
        }
    }

    /** One, or those of a list. */
    private static List<ConfigValue> issuers(ConfigValue jwt) {
        return jwt.isObject() ? List.of(jwt) : jwt.items();
    }

    private void checkPublicUrl(ConfigValue value) {
        if (values.get("publicUrl") instanceof URI url
                && (url.getRawQuery() != null
                        || url.getRawFragment() != null
                        || url.getRawUserInfo() != null)) {
            value.refuseAs(
                    "an http or https URL, as in https://hub.example, without query and fragment");
        }
    }

    /** One issuer may sign people in and issue access tokens: then both mean the same people. */
    private void checkIssuers(ConfigValue auth) {
        Map<String, ConfigValue> issuers = new HashMap<>();
        Map<String, ConfigValue> names = new HashMap<>();
        Map<String, ConfigValue> prefixes = new HashMap<>();
        for (ConfigValue issuer : issuers(auth.get("jwt"))) {
            unique(issuer.get("issuer"), issuers, "the issuer");
            if (!issuer.get("audience").isPresent() && !config.get("publicUrl").isPresent()) {
                issuer.get("audience")
                        .refuseMissing(
                                "an audience, as in https://hub.example, unless publicUrl is"
                                        + " given: tokens for others must not be accepted");
            }
            checkPrefix(issuer, prefixes, false);
        }
        for (ConfigValue issuer : issuers(auth.get("oidc"))) {
            unique(issuer.get("name"), names, "the issuer");
            checkPrefix(issuer, prefixes, true);
        }
    }

    private static void checkPrefix(
            ConfigValue issuer, Map<String, ConfigValue> taken, boolean mayShare) {
        ConfigValue first = taken.putIfAbsent(issuer.get("namePrefix").textOr(""), issuer);
        if (first == null
                || (mayShare && first.get("issuer").text().equals(issuer.get("issuer").text()))) {
            return;
        }
        issuer.refuse(
                "this issuer and the one in line "
                        + first.line()
                        + " need a namePrefix each, or their callers could not be told apart");
    }

    private static void checkTokens(ConfigValue tokens) {
        Map<String, ConfigValue> ids = new HashMap<>();
        Map<TokenHash, ConfigValue> hashes = new HashMap<>();
        for (ConfigValue token : tokens.items()) {
            unique(token.get("id"), ids, "the token");
            checkHash(token.get("hash"), hashes);
        }
    }

    private static void checkHash(ConfigValue value, Map<TokenHash, ConfigValue> hashes) {
        if (value.text().filter(text -> text.matches(TokenHash.PATTERN)).isEmpty()) {
            return;
        }
        ConfigValue earlier = hashes.putIfAbsent(TokenHash.parse(value.textOr("")), value);
        if (earlier != null) {
            value.refuse("another token has this hash, in line " + earlier.line());
        }
    }

    private void checkSources(ConfigValue sources) {
        Map<String, SourceConfig> read = new HashMap<>();
        list("sources", SourceConfig.class).forEach(each -> read.putIfAbsent(each.name(), each));
        Map<String, ConfigValue> names = new HashMap<>();
        Map<String, ConfigValue> namespaces = new HashMap<>();
        Map<String, ConfigValue> shared = new LinkedHashMap<>();
        for (ConfigValue place : sources.items()) {
            unique(place.get("name"), names, "the source");
            SourceConfig source = read.get(place.get("name").textOr(""));
            if (source == null) {
                continue;
            }
            ConfigValue given = place.get("namespace");
            refuseReserved(given);
            if (!source.keepsNamespaces()) {
                checkNamespace(place, namespaces);
            } else if (given.isPresent()) {
                // Two of them may bring the same and share the load; others would be in their way.
                shared.putIfAbsent(given.textOr(""), given);
            }
            if (!source.filtersRequests()) {
                checkFilters(place, source.kind());
            }
        }
        shared.values().forEach(given -> unique(given, namespaces, "the namespace"));
    }

    private static void checkNamespace(ConfigValue source, Map<String, ConfigValue> taken) {
        ConfigValue given = source.get("namespace");
        ConfigValue namespace = given.isPresent() ? given : source.get("name");
        if (!given.isPresent() && namespace.textOr("").contains(".")) {
            namespace.refuse(
                    "the name "
                            + namespace.shown()
                            + " has a dot and cannot be the namespace, too; give a namespace");
        }
        if (!given.isPresent()) {
            refuseReserved(namespace);
        }
        unique(namespace, taken, "the namespace");
    }

    /** No listing would show what is in it. */
    private static void refuseReserved(ConfigValue namespace) {
        if (namespace.textOr("").equals("services")) {
            namespace.refuse("the namespace \"services\" belongs to the protocol; give another");
        }
    }

    private static void checkFilters(ConfigValue source, String kind) {
        for (String list : List.of("include", "exclude")) {
            for (ConfigValue filter : source.get("filters").get(list).items()) {
                for (String key : List.of("method", "path")) {
                    if (filter.get(key).isPresent()) {
                        filter.get(key)
                                .refuseKey(
                                        "'"
                                                + key
                                                + "' filters openapi sources only; a "
                                                + kind
                                                + " has id and tag");
                    }
                }
            }
        }
    }

    /** A name that nobody else has. */
    private static void unique(ConfigValue value, Map<String, ConfigValue> taken, String what) {
        Optional<ConfigValue> earlier = value.text().map(text -> taken.putIfAbsent(text, value));
        earlier.ifPresent(
                first ->
                        value.refuse(
                                what
                                        + " "
                                        + value.shown()
                                        + " stands here and in line "
                                        + first.line()));
    }
}
