package dev.alkdev.operations.hub;

import dev.alkdev.operations.config.Checked;
import dev.alkdev.operations.config.ConfigValue;
import dev.alkdev.operations.config.Form;
import dev.alkdev.operations.config.Key;
import dev.alkdev.operations.config.Kind;
import dev.alkdev.operations.config.SafeText;
import dev.alkdev.operations.config.ShortForm;
import dev.alkdev.operations.config.Text;
import dev.alkdev.operations.redis.RedisLink;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/** A Redis that the hubs of a group share. Immutable; threads may share it. */
@Kind(value = "redis", text = "a Redis that all hubs of a group share")
@Form(Text.REDIS_URL)
public record RedisEngineConfig(
        @Key(
                        "One server: `redis://user:password@host:6379/0`. A Redis Cluster:"
                            + " `redis-cluster://user:password@one:6379,two:6379`. The master that"
                            + " sentinels name:"
                            + " `redis-sentinel://:password@one:26379,two:26379/0#name`. With TLS:"
                            + " `rediss` instead of `redis`.")
                @Form(Text.REDIS_URL)
                URI url,
        @Key(
                        value =
                                "What the keys begin with: hubs with the same prefix take part"
                                        + " together.",
                        standard = "operations")
                @Form(
                        title = "a text without spaces and braces",
                        pattern = "^[^\\s{}]+$",
                        example = "shop")
                String prefix,
        @Key(
                        "Takes the identity in the others' requests for true. Safe only if"
                            + " everybody who can write to the Redis authenticates callers. Without"
                            + " it, operations that require a scope are not imported: the source"
                            + " `engine` names how many.")
                boolean trustIdentities,
        @Key(
                        value =
                                "Whether the other hubs may call this hub's operations. A hub with"
                                        + " `tokens` offers nothing unless this is `true`, because"
                                        + " another hub may have no authentication.",
                        unless = "only without `tokens`")
                @Nullable Boolean offer,
        @Key(
                        value =
                                "How long operations stay listed while Redis is unreachable or no"
                                    + " worker offers them; calls of them fail with `UNAVAILABLE`"
                                    + " (503, retryable). `0s` removes them at once.",
                        standard = "30s")
                Duration grace,
        @Key(
                        value =
                                "Heartbeat timeout after which another hub or worker is considered"
                                        + " dead.",
                        standard = "5s")
                @Form(minimum = "200ms")
                Duration expiry)
        implements EngineConfig, Checked {
    /** The prefix {@code operations}, no trust, 5 s and 30 s. */
    @ShortForm
    public static RedisEngineConfig of(URI url) {
        return new RedisEngineConfig(
                url, "operations", false, null, Duration.ofSeconds(30), Duration.ofSeconds(5));
    }

    @Override
    public Optional<HubEngine> join(HubParts parts) {
        return Optional.of(RedisEngine.join(this, parts));
    }

    /** Whether operations are offered by a hub that asks for tokens, or does not. */
    boolean offers(boolean asksForTokens) {
        return offer == null ? !asksForTokens : offer;
    }

    @Override
    public void check(ConfigValue here) {
        try {
            RedisLink.to(url.toString());
        } catch (IllegalArgumentException e) {
            // Its message may hold the password.
            boolean group = String.valueOf(url.getScheme()).contains("-");
            (here.isObject() ? here.get("url") : here)
                    .refuseAs(
                            group
                                    ? "a Redis URL, as in redis-cluster://one:6379,two:6379 or"
                                            + " redis-sentinel://one:26379,two:26379#master"
                                    : "a Redis URL, with a port from 1 to 65535 and the number of a"
                                            + " database, as in redis://127.0.0.1:6379/0");
        }
    }

    @Override
    public String toString() {
        return SafeText.of(this);
    }
}
