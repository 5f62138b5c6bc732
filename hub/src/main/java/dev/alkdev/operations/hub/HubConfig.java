package dev.alkdev.operations.hub;

import dev.alkdev.operations.NormalizeMode;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Everything a hub is made from. Two that are equal make the same hub. Its text form tells no
 * secrets. Immutable; threads may share it.
 *
 * <pre>{@code
 * HubConfig config = HubConfig.read(Path.of("hub.yaml"));
 * HubConfig elsewhere = config.toBuilder().listen(config.listen().withPort(0)).build();
 * }</pre>
 *
 * @param name for logs and metrics
 * @param title for people
 * @param tokens what is accepted; without any, callers are anonymous
 * @param audit how calls are written down
 * @param normalize what is done to results
 * @param drain how long running calls may go on when the hub stops
 */
public record HubConfig(
        String name,
        String title,
        ListenConfig listen,
        EngineConfig engine,
        Set<Gateway> gateways,
        List<SourceConfig> sources,
        LimitConfig limits,
        List<TokenConfig> tokens,
        CorsConfig cors,
        CallLogConfig audit,
        NormalizeMode normalize,
        Duration drain) {
    private static final HubConfig DEFAULTS = new HubConfigBuilder().build();

    public HubConfig {
        EnumSet<Gateway> chosen = EnumSet.noneOf(Gateway.class);
        chosen.addAll(gateways);
        gateways = Collections.unmodifiableSet(chosen);
        sources = List.copyOf(sources);
        tokens = List.copyOf(tokens);
        Set<String> names = new HashSet<>();
        for (SourceConfig source : sources) {
            if (!names.add(source.name())) {
                throw new IllegalArgumentException("two sources are called " + source.name());
            }
        }
        if (tokens.isEmpty() && !gateways.isEmpty() && !listen.isLoopback()) {
            throw new IllegalArgumentException(
                    "listening on " + listen.host() + " needs tokens; without, use 127.0.0.1");
        }
    }

    /** Listens on 127.0.0.1:7700, without sources and tokens, with all gateways, alone. */
    public static HubConfig defaults() {
        return DEFAULTS;
    }

    public static HubConfigBuilder builder() {
        return new HubConfigBuilder();
    }

    /** A builder that begins with this config. */
    public HubConfigBuilder toBuilder() {
        return new HubConfigBuilder(this);
    }

    /**
     * Reads a file of YAML, or of JSON if its name ends so, with the environment of this process.
     *
     * @throws ConfigException with everything that is wrong
     */
    public static HubConfig read(Path file) {
        return new ConfigReader(file.toString(), folder(file), System::getenv).read(file);
    }

    /**
     * As {@link #read}, and whether the providers of its sources are on the class path and take the
     * options they get. To find that out it makes the sources, without starting them.
     *
     * @throws ConfigException with everything that is wrong
     */
    public static HubConfig readWithProviders(Path file) {
        return new ConfigReader(file.toString(), folder(file), System::getenv)
                .readWithProviders(file);
    }

    private static Path folder(Path file) {
        Path parent = file.toAbsolutePath().normalize().getParent();
        return parent == null ? file.toAbsolutePath() : parent;
    }

    /**
     * Reads YAML or JSON.
     *
     * @param baseFolder what relative paths are seen from
     * @param environment gives the value of a variable, or null
     * @throws ConfigException with everything that is wrong
     */
    public static HubConfig parse(
            String text, Path baseFolder, Function<String, @Nullable String> environment) {
        Path folder = baseFolder.toAbsolutePath().normalize();
        return new ConfigReader("hub.yaml", folder, environment).parse(text);
    }

    /** Whether callers have to show a token. */
    public boolean isAuthenticated() {
        return !tokens.isEmpty();
    }
}
