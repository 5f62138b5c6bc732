package dev.alkdev.operations.hub;

import dev.alkdev.operations.Identity;
import dev.alkdev.operations.NormalizeMode;

import java.net.URI;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Makes the records out of a config that has passed all checks. */
final class ConfigBinding {
    private final ConfigValue config;

    ConfigBinding(ConfigFile file) {
        this.config = file.root();
    }

    HubConfig bind() {
        HubConfig defaults = HubConfig.defaults();
        return HubConfig.builder()
                .name(config.get("name").textOr(defaults.name()))
                .title(config.get("title").textOr(defaults.title()))
                .listen(listen(config.get("listen")))
                .engine(engine(config.get("engine")))
                .gateways(gateways(config.get("gateways")))
                .sources(config.get("sources").items().stream().map(SourceBinding::bind).toList())
                .limits(limits(config.get("limits")))
                .normalize(normalize(config.get("normalize")).orElse(defaults.normalize()))
                .tokens(config.get("tokens").items().stream().map(ConfigBinding::token).toList())
                .cors(new CorsConfig(config.get("cors").get("origins").texts()))
                .audit(audit(config.get("audit")))
                .drain(config.get("drain").duration().orElse(defaults.drain()))
                .build();
    }

    private static ListenConfig listen(ConfigValue listen) {
        ListenConfig defaults = ListenConfig.defaults();
        if (listen.text().isPresent()) {
            return ListenConfig.parse(listen.textOr(""));
        }
        ConfigValue tls = listen.get("tls");
        ListenConfig address =
                new ListenConfig(
                        listen.get("host").textOr(defaults.host()),
                        listen.get("port").numberOr(defaults.port()),
                        null);
        return tls.isPresent()
                ? address.withTls(new TlsConfig(path(tls.get("certificate")), path(tls.get("key"))))
                : address;
    }

    static Path path(ConfigValue value) {
        return value.path().orElseThrow();
    }

    private static EngineConfig engine(ConfigValue engine) {
        if (engine.isObject()) {
            EngineConfig.Redis defaults = EngineConfig.Redis.of(url(engine.get("url")));
            return new EngineConfig.Redis(
                    defaults.url(),
                    engine.get("prefix").textOr(defaults.prefix()),
                    new EngineConfig.Sharing(
                            engine.get("trustIdentities").flag(), offer(engine.get("offer"))),
                    new EngineConfig.Waits(
                            engine.get("expiry").duration().orElse(defaults.waits().expiry()),
                            engine.get("grace").duration().orElse(defaults.waits().grace())));
        }
        return engine.textOr("in-process").equals("in-process")
                ? new EngineConfig.InProcess()
                : EngineConfig.Redis.of(url(engine));
    }

    private static EngineConfig.Offer offer(ConfigValue offer) {
        if (!offer.isPresent()) {
            return EngineConfig.Offer.WITHOUT_TOKENS;
        }
        return offer.flag() ? EngineConfig.Offer.ALWAYS : EngineConfig.Offer.NEVER;
    }

    static URI url(ConfigValue value) {
        return value.url().orElseThrow();
    }

    private static Set<Gateway> gateways(ConfigValue gateways) {
        if (!gateways.isPresent()) {
            return HubConfig.defaults().gateways();
        }
        Set<Gateway> chosen = EnumSet.noneOf(Gateway.class);
        gateways.texts().forEach(name -> chosen.add(Gateway.named(name)));
        return chosen;
    }

    private static LimitConfig limits(ConfigValue limits) {
        LimitConfig defaults = LimitConfig.defaults();
        LimitConfig.Timeouts timeouts = defaults.timeouts();
        ConfigValue rate = limits.get("rate");
        return new LimitConfig(
                bytes(limits.get("bodyBytes"), defaults.bodyBytes()),
                bytes(limits.get("headerBytes"), defaults.headerBytes()),
                limits.get("concurrency").numberOr(defaults.concurrency()),
                limits.get("streams").numberOr(defaults.streams()),
                limits.get("batch").numberOr(defaults.batch()),
                rate.isPresent() ? rate(rate) : null,
                new LimitConfig.Timeouts(
                        limits.get("timeouts")
                                .get("default")
                                .duration()
                                .orElse(timeouts.standard()),
                        limits.get("timeouts").get("max").duration().orElse(timeouts.max())),
                limits.get("memory").size().orElse(null),
                new LimitConfig.Links(
                        limits.get("links").numberOr(defaults.links().perCaller()),
                        limits.get("grace").duration().orElse(defaults.links().grace())));
    }

    static Optional<NormalizeMode> normalize(ConfigValue mode) {
        return mode.text().map(name -> NormalizeMode.valueOf(name.toUpperCase(Locale.ROOT)));
    }

    private static int bytes(ConfigValue value, int otherwise) {
        return value.size().map(Math::toIntExact).orElse(otherwise);
    }

    private static LimitConfig.Rate rate(ConfigValue rate) {
        double perSecond = rate.get("perSecond").node().doubleValue();
        int burst = rate.get("burst").numberOr((int) Math.ceil(perSecond));
        return new LimitConfig.Rate(perSecond, burst);
    }

    private static TokenConfig token(ConfigValue token) {
        Map<String, Set<String>> resources = new LinkedHashMap<>();
        token.get("resources")
                .members()
                .forEach(
                        (resource, actions) ->
                                resources.put(resource, new HashSet<>(actions.texts())));
        Identity identity =
                new Identity(
                        token.get("id").textOr(""),
                        new HashSet<>(token.get("scopes").texts()),
                        resources);
        return new TokenConfig(
                TokenHash.parse(token.get("hash").textOr("")),
                identity,
                token.get("offers").texts().stream().map(Glob::new).toList(),
                token.get("trustIdentities").flag());
    }

    private static CallLogConfig audit(ConfigValue audit) {
        return new CallLogConfig(audit.get("inputs").flag(), audit.get("file").path().orElse(null));
    }
}
