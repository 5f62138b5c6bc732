package dev.alkdev.operations.hub;

import dev.alkdev.operations.openapi.DocumentSource;
import dev.alkdev.operations.web.Credential;
import dev.alkdev.operations.web.Credential.KeyPlace;
import dev.alkdev.operations.web.RetryPolicy;

import tools.jackson.databind.node.JsonNodeFactory;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Makes the records of sources out of a config that has passed all checks. */
final class SourceBinding {
    private SourceBinding() {}

    static SourceConfig bind(ConfigValue source) {
        return switch (source.get("type").textOr("")) {
            case "openapi" -> openApi(source);
            case "peer" -> peer(source);
            default -> provider(source);
        };
    }

    private static String name(ConfigValue source) {
        return source.get("name").textOr("");
    }

    private static SourceRules rules(ConfigValue source) {
        Map<String, String> renames = new LinkedHashMap<>();
        source.get("renames").members().forEach((from, to) -> renames.put(from, to.textOr(from)));
        ConfigValue filters = source.get("filters");
        return new SourceRules(
                source.get("namespace").text().orElse(null),
                new FilterConfig(filters(filters.get("include")), filters(filters.get("exclude"))),
                renames,
                source.get("scopes").texts(),
                source.get("timeout").duration().orElse(null),
                source.get("concurrency").number().orElse(null),
                ConfigBinding.normalize(source.get("normalize")).orElse(null));
    }

    private static List<FilterRule> filters(ConfigValue list) {
        return list.items().stream().map(SourceBinding::filter).toList();
    }

    private static FilterRule filter(ConfigValue filter) {
        return filter.text()
                .map(FilterRule::byId)
                .orElseGet(
                        () ->
                                new FilterRule(
                                        filter.get("id").text().map(Glob::new).orElse(null),
                                        filter.get("tag").text().orElse(null),
                                        filter.get("method").text().orElse(null),
                                        filter.get("path").text().map(Glob::new).orElse(null)));
    }

    private static OpenApiSourceConfig openApi(ConfigValue source) {
        return new OpenApiSourceConfig(
                name(source),
                rules(source),
                document(source.get("document")),
                source.get("baseUrl").url().orElse(null),
                headers(source.get("headers")),
                credential(source.get("auth")),
                source.get("reload").duration().orElse(null),
                source.get("maxOperations").numberOr(OpenApiSourceConfig.DEFAULT_MAX_OPERATIONS),
                source.get("relaxedInput").flag(),
                retry(source.get("retry")),
                OpenApiCallBinding.bind(source));
    }

    private static DocumentSource document(ConfigValue document) {
        if (!document.isObject()) {
            return SourceListRules.URL.matcher(document.textOr("")).matches()
                    ? DocumentSource.url(ConfigBinding.url(document))
                    : DocumentSource.file(ConfigBinding.path(document));
        }
        DocumentSource.Url url = DocumentSource.url(ConfigBinding.url(document.get("url")));
        for (Map.Entry<String, Secret> header : headers(document.get("headers")).entrySet()) {
            url = url.withHeader(header.getKey(), header.getValue().value());
        }
        return url;
    }

    private static Map<String, Secret> headers(ConfigValue headers) {
        Map<String, Secret> secrets = new LinkedHashMap<>();
        headers.members().forEach((name, value) -> secrets.put(name, new Secret(value.textOr(""))));
        return secrets;
    }

    private static Credential credential(ConfigValue auth) {
        List<Credential> all = new ArrayList<>();
        ConfigValue basic = auth.get("basic");
        ConfigValue key = auth.get("apiKey");
        auth.get("bearer").text().ifPresent(token -> all.add(Credential.bearer(token)));
        if (basic.isPresent()) {
            all.add(
                    Credential.basic(
                            basic.get("user").textOr(""), basic.get("password").textOr("")));
        }
        if (key.isObject()) {
            all.add(apiKey(key));
        }
        key.items().forEach(each -> all.add(apiKey(each)));
        return all.size() == 1 ? all.getFirst() : Credential.all(all.toArray(Credential[]::new));
    }

    private static Credential apiKey(ConfigValue key) {
        return Credential.apiKey(
                KeyPlace.valueOf(key.get("in").textOr("header").toUpperCase(Locale.ROOT)),
                key.get("name").textOr(""),
                key.get("value").textOr(""));
    }

    private static RetryPolicy retry(ConfigValue retry) {
        int attempts = retry.isObject() ? retry.get("attempts").numberOr(1) : retry.numberOr(1);
        if (attempts == 1) {
            return RetryPolicy.none();
        }
        RetryPolicy usual = RetryPolicy.of(attempts);
        return new RetryPolicy(
                attempts,
                retry.get("firstDelay").duration().orElse(usual.firstDelay()),
                retry.get("maxDelay").duration().orElse(usual.maxDelay()));
    }

    private static PeerSourceConfig peer(ConfigValue source) {
        ConfigValue trust = source.get("trust");
        return new PeerSourceConfig(
                name(source),
                rules(source),
                ConfigBinding.url(source.get("url")),
                source.get("token").text().map(Secret::new).orElse(null),
                new PeerTrust(
                        trust.get("identities").flag(),
                        trust.get("calls").flag(),
                        trust.get("certificates").path().orElse(null)),
                source.get("offer").isPresent() ? (Boolean) source.get("offer").flag() : null);
    }

    private static ProviderSourceConfig provider(ConfigValue source) {
        ConfigValue options = source.get("options");
        return new ProviderSourceConfig(
                name(source),
                rules(source),
                source.get("provider").textOr(""),
                options.isObject() ? options.node() : JsonNodeFactory.instance.objectNode());
    }
}
