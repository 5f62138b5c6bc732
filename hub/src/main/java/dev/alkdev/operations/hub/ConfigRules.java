package dev.alkdev.operations.hub;

import dev.alkdev.operations.redis.RedisLink;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Checks what a schema cannot: that things exist, fit together and are safe. Values of the wrong
 * kind are left to the schema.
 */
final class ConfigRules {
    private static final Duration SHORTEST_EXPIRY = Duration.ofMillis(200);
    private static final long KIB = 1024;
    private static final Pattern REDIS = Pattern.compile("rediss?://.+");
    private static final Pattern REDIS_GROUP = Pattern.compile("rediss?-(cluster|sentinel)://.+");
    private static final String HOW_TO_HASH =
            "; give its hash: make both with `operations token`, or hash your own with"
                    + " `printf %s \"$TOKEN\" | sha256sum`";

    private final ConfigValue config;
    private final ValueRules values = new ValueRules();

    ConfigRules(ConfigFile file) {
        this.config = file.root();
    }

    void check() {
        checkListen(config.get("listen"));
        checkEngine(config.get("engine"));
        new SourceListRules(config.get("sources"), values).check();
        checkLimits(config.get("limits"));
        checkTokens(config.get("tokens"));
        checkAudit(config.get("audit").get("file"));
        values.duration(config.get("drain"), Duration.ZERO, "a duration, as in 10s");
    }

    private void checkListen(ConfigValue listen) {
        Optional<ListenConfig> address = listen.text().flatMap(ListenConfig::find);
        if (listen.text().isPresent() && address.isEmpty()) {
            listen.refuseAs("an address and a port, as in 127.0.0.1:7700");
        }
        ConfigValue host = listen.get("host");
        ListenConfig used =
                address.orElseGet(
                        () ->
                                host.text()
                                        .filter(text -> !text.isBlank())
                                        .map(ListenConfig.defaults()::withHost)
                                        .orElse(ListenConfig.defaults()));
        boolean serves =
                !config.get("gateways").isPresent() || !config.get("gateways").items().isEmpty();
        if (serves && !used.isLoopback() && config.get("tokens").items().isEmpty()) {
            (listen.isObject() ? host : listen)
                    .refuse(
                            "listening beyond loopback needs authentication: add tokens (make one"
                                    + " with `operations token`), or listen on 127.0.0.1");
        }
        checkTls(listen.get("tls"));
    }

    private void checkTls(ConfigValue tls) {
        ConfigValue certificate = tls.get("certificate");
        ConfigValue key = tls.get("key");
        Optional<Path> chain = values.file(certificate, PemTls::certificates);
        if (values.file(key, PemTls::privateKey).isPresent() && chain.isPresent()) {
            values.file(key, path -> requireStore(chain.get(), path, certificate));
        }
    }

    private static void requireStore(Path chain, Path key, ConfigValue certificate) {
        try {
            PemTls.keyStore(new TlsConfig(chain, key));
        } catch (IllegalArgumentException e) {
            String reason = String.valueOf(e.getMessage());
            throw new IllegalArgumentException(
                    reason.replace(chain.toString(), certificate.shown()), e);
        }
    }

    private void checkEngine(ConfigValue engine) {
        ConfigValue url = engine.isObject() ? engine.get("url") : engine;
        if (url.text().filter(text -> REDIS.matcher(text).matches()).isPresent()) {
            values.url(url, "a Redis URL, as in redis://127.0.0.1:6379");
            url.url().filter(uri -> uri.getHost() != null).ifPresent(uri -> checkServer(url));
        }
        if (url.text().filter(text -> REDIS_GROUP.matcher(text).matches()).isPresent()) {
            checkGroup(url);
        }
        values.duration(
                engine.get("expiry"), SHORTEST_EXPIRY, "a duration of at least 200ms, as in 5s");
        values.duration(engine.get("grace"), Duration.ZERO, "a duration, as in 30s");
    }

    private static void checkServer(ConfigValue url) {
        try {
            RedisLink.to(url.textOr(""));
        } catch (IllegalArgumentException e) {
            // The message may hold the password.
            url.refuseAs(
                    "a Redis URL, with a port from 1 to 65535 and the number of a database, as in"
                            + " redis://127.0.0.1:6379/0");
        }
    }

    /** Several servers in one URL; a host by itself is none of its parts. */
    private static void checkGroup(ConfigValue url) {
        try {
            RedisLink.to(url.textOr(""));
            if (url.url().isPresent()) {
                return;
            }
        } catch (IllegalArgumentException e) {
            // The message may hold the password.
        }
        url.refuseAs(
                "a Redis URL, as in redis-cluster://one:6379,two:6379 or"
                        + " redis-sentinel://one:26379,two:26379#master");
    }

    private void checkLimits(ConfigValue limits) {
        values.size(limits.get("bodyBytes"), 1, 1024 * 1024 * KIB);
        values.size(limits.get("headerBytes"), KIB, 1024 * KIB);
        values.size(limits.get("memory"), 1024 * KIB, Long.MAX_VALUE);
        ConfigValue standard = limits.get("timeouts").get("default");
        ConfigValue max = limits.get("timeouts").get("max");
        values.positive(standard);
        values.positive(max);
        LimitConfig.Timeouts defaults = LimitConfig.defaults().timeouts();
        Duration usual = standard.duration().orElse(defaults.standard());
        Duration longest = max.duration().orElse(defaults.max());
        if (usual.compareTo(longest) > 0) {
            (standard.isPresent() ? standard : max)
                    .refuse("timeouts.default should not be longer than timeouts.max");
        }
    }

    private void checkTokens(ConfigValue tokens) {
        Map<String, ConfigValue> ids = new HashMap<>();
        Map<TokenHash, ConfigValue> hashes = new HashMap<>();
        for (ConfigValue token : tokens.items()) {
            for (String key : new String[] {"token", "secret", "password", "value"}) {
                if (token.get(key).isPresent()) {
                    token.get(key)
                            .refuseKey("a token must not stand here in clear text" + HOW_TO_HASH);
                }
            }
            values.unique(token.get("id"), ids, "the token");
            checkHash(token.get("hash"), hashes);
            checkOffers(token);
        }
    }

    private static void checkOffers(ConfigValue token) {
        boolean mayOffer =
                token.get("scopes").items().stream()
                        .anyMatch(scope -> scope.textOr("").equals(LinkAcceptor.OFFER));
        if (token.get("offers").isPresent() && !mayOffer) {
            token.get("offers")
                    .refuseKey("'offers' needs the scope " + LinkAcceptor.OFFER + " in scopes");
        }
    }

    private void checkHash(ConfigValue value, Map<TokenHash, ConfigValue> hashes) {
        Optional<String> text = value.text();
        if (text.isEmpty()) {
            return;
        }
        if (!text.get().startsWith(TokenHash.PREFIX)) {
            value.refuse(
                    "hash should begin with sha256:; if this is the token itself, it must not stand"
                            + " here in clear text"
                            + HOW_TO_HASH);
            return;
        }
        try {
            ConfigValue earlier = hashes.putIfAbsent(TokenHash.parse(text.get()), value);
            if (earlier != null) {
                value.refuse("another token has this hash, in line " + values.line(earlier));
            }
        } catch (IllegalArgumentException e) {
            value.refuse(
                    "hash should be sha256: and 64 hex digits, or 43 characters of base64"
                            + HOW_TO_HASH);
        }
    }

    private void checkAudit(ConfigValue file) {
        Optional<Path> path = values.path(file);
        if (path.isEmpty()) {
            return;
        }
        Path folder = path.get().toAbsolutePath().getParent();
        if (Files.isDirectory(path.get())) {
            file.refuse("file should be a file to append to, but is a folder");
        } else if (folder == null || !Files.isDirectory(folder)) {
            file.refuse("there is no folder for the file " + file.shown());
        }
    }
}
