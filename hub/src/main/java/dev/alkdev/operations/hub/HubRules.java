package dev.alkdev.operations.hub;

import dev.alkdev.operations.base.Glob;
import dev.alkdev.operations.config.ConfigValue;
import dev.alkdev.operations.config.TokenHash;

import java.net.URI;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Checks the parts of a config against each other. What is wrong by itself is noted already.
 *
 * @param values the parts as far as they could be read
 */
record HubRules(ConfigValue config, Map<String, Object> values) {
    private static final List<String> CLEAR_TEXT = List.of("token", "secret", "password", "value");

    /**
     * Notes plain-text tokens, before other problems of their keys. Other kinds of tokens may have
     * such keys.
     */
    static void checkClearText(ConfigValue config) {
        for (ConfigValue token : config.get("tokens").items()) {
            String kind = token.get("type").textOr(HashedTokenConfig.KIND);
            if (kind.equals(HashedTokenConfig.KIND)) {
                String message = "a plain-text token is not allowed here" + TokenHash.HOW_TO_HASH;
                CLEAR_TEXT.stream()
                        .map(token::get)
                        .filter(ConfigValue::isPresent)
                        .forEach(shown -> shown.refuseKey(message));
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
                && OpenApiSourceConfig.hasMoreThanAPath(url)) {
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
            unique(issuer.get("issuer"), issuers, "issuer");
            if (!issuer.get("audience").isPresent() && !config.get("publicUrl").isPresent()) {
                issuer.get("audience")
                        .refuseMissing(
                                "an audience, as in https://hub.example, unless publicUrl is"
                                        + " given: tokens for others must not be accepted");
            }
            checkPrefix(issuer, prefixes, false);
        }
        for (ConfigValue issuer : issuers(auth.get("oidc"))) {
            unique(issuer.get("name"), names, "issuer");
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
                        + " need different values of namePrefix: the ids of their callers could"
                        + " collide");
    }

    private void checkTokens(ConfigValue tokens) {
        Map<String, ConfigValue> ids = new HashMap<>();
        Map<TokenHash, ConfigValue> hashes = new HashMap<>();
        for (ConfigValue token : tokens.items()) {
            unique(token.get("id"), ids, "token");
            checkHash(token.get("hash"), hashes);
            warnOfTools(token.get("tools"));
        }
    }

    /** A pattern for a namespace that no source has is a typing error. */
    private void warnOfTools(ConfigValue tools) {
        if (tools.isPresent() && tools.items().isEmpty()) {
            tools.warnKey("the token may use no operation, since its tools are empty");
        }
        Set<String> namespaces = fixedNamespaces().orElse(null);
        for (ConfigValue tool : tools.items()) {
            String pattern = tool.textOr("");
            int dot = pattern.indexOf('.');
            Glob namespace = dot > 0 ? new Glob(pattern.substring(0, dot)) : new Glob("*");
            if (namespaces != null && namespaces.stream().noneMatch(namespace::matches)) {
                tools.warnKey("no source has the namespace of the tools " + tool.shown());
            }
        }
    }

    /** All namespaces of the hub; empty if peers, files or other processes bring some. */
    private Optional<Set<String>> fixedNamespaces() {
        List<SourceConfig> sources = list("sources", SourceConfig.class);
        boolean open =
                sources.stream().anyMatch(SourceConfig::keepsNamespaces)
                        || config.get("engine").isPresent()
                        || list("gateways", GatewayConfig.class).stream()
                                .anyMatch(LinkGatewayConfig.class::isInstance);
        return open
                ? Optional.empty()
                : Optional.of(
                        sources.stream().map(SourceConfig::namespace).collect(Collectors.toSet()));
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

    /** Notes keys of options that their providers do not declare. */
    void checkOptions(Plugins plugins) {
        for (Map.Entry<ConfigValue, SourceConfig> each : sources().entrySet()) {
            if (each.getValue() instanceof ProviderSourceConfig provided) {
                ProviderOptions.report(
                        each.getKey().get("options"), () -> plugins.provider(provided.provider()));
            }
        }
    }

    /**
     * Finds out whether the providers of sources are there and take their options, without starting
     * anything.
     */
    void tryProviders(Plugins plugins) {
        List<String> problems = plugins.problems();
        if (!problems.isEmpty()) {
            ConfigValue given = config.get("plugins");
            (given.isPresent() ? given : config).refuse(String.join("; ", problems));
        }
        for (Map.Entry<ConfigValue, SourceConfig> each : sources().entrySet()) {
            if (each.getValue() instanceof ProviderSourceConfig provided) {
                provided.tryOut(each.getKey(), plugins);
            }
        }
    }

    /** The sources that could be read, each with its place in the config; of a name the first. */
    private Map<ConfigValue, SourceConfig> sources() {
        Map<String, SourceConfig> read = new HashMap<>();
        list("sources", SourceConfig.class).forEach(each -> read.putIfAbsent(each.name(), each));
        Map<ConfigValue, SourceConfig> sources = new LinkedHashMap<>();
        for (ConfigValue place : config.get("sources").items()) {
            SourceConfig source = read.get(place.get("name").textOr(""));
            if (source != null) {
                sources.put(place, source);
            }
        }
        return sources;
    }

    private void checkSources(ConfigValue sources) {
        Map<String, ConfigValue> names = new HashMap<>();
        sources.items().forEach(place -> unique(place.get("name"), names, "source"));
        Map<String, ConfigValue> namespaces = new HashMap<>();
        Map<String, ConfigValue> shared = new LinkedHashMap<>();
        for (Map.Entry<ConfigValue, SourceConfig> each : sources().entrySet()) {
            ConfigValue place = each.getKey();
            SourceConfig source = each.getValue();
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
            warnOfScopes(place);
        }
        shared.values().forEach(given -> unique(given, namespaces, "namespace"));
    }

    private static void checkNamespace(ConfigValue source, Map<String, ConfigValue> taken) {
        ConfigValue given = source.get("namespace");
        ConfigValue namespace = given.isPresent() ? given : source.get("name");
        if (!given.isPresent() && namespace.textOr("").contains(".")) {
            namespace.refuse(
                    "the name %s has a dot and cannot be the namespace, too; give a namespace"
                            .formatted(namespace.shown()));
        }
        if (!given.isPresent()) {
            refuseReserved(namespace);
        }
        unique(namespace, taken, "namespace");
    }

    /** No listing would show what is in it. */
    private static void refuseReserved(ConfigValue namespace) {
        if (namespace.textOr("").equals("services")) {
            namespace.refuse("the namespace \"services\" belongs to the protocol; give another");
        }
    }

    /** Without tokens, every caller is anonymous and has no scopes. */
    private void warnOfScopes(ConfigValue source) {
        if (config.get("tokens").isPresent() || config.get("auth").isPresent()) {
            return;
        }
        for (String key : List.of("scopes", "toolScopes")) {
            if (source.get(key).node().size() > 0) {
                source.get(key)
                        .warnKey(
                                "no caller can have these scopes, since the hub has neither tokens"
                                        + " nor auth: the operations are hidden from everyone");
            }
        }
    }

    /** Checks a source that was read on its own. */
    void checkImported(ConfigValue place, SourceConfig source) {
        warnOfScopes(place);
        refuseReserved(place.get(place.get("namespace").isPresent() ? "namespace" : "name"));
        checkFilters(place, source.kind());
    }

    private static void checkFilters(ConfigValue source, String kind) {
        for (String list : List.of("include", "exclude")) {
            for (ConfigValue filter : source.get("filters").get(list).items()) {
                for (String key : List.of("method", "path")) {
                    if (filter.get(key).isPresent()) {
                        filter.get(key)
                                .refuseKey(
                                        "'%s' does not apply to %s sources; filter by id or tag"
                                                .formatted(key, kind));
                    }
                }
            }
        }
    }

    /** A name that nobody else has. */
    private static void unique(ConfigValue value, Map<String, ConfigValue> taken, String what) {
        String text = value.text().orElse(null);
        ConfigValue first = text == null ? null : taken.putIfAbsent(text, value);
        if (first != null) {
            value.refuse(
                    "duplicate %s %s, first in line %s"
                            .formatted(what, value.shown(), first.line()));
        }
    }
}
