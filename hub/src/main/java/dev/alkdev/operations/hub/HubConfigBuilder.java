package dev.alkdev.operations.hub;

import dev.alkdev.operations.NormalizeMode;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Collects the parts of a {@link HubConfig}; what is not given has its default. For one thread. */
public final class HubConfigBuilder {
    private String name = "hub";
    private String title = "Operations";
    private ListenConfig listen = ListenConfig.defaults();
    private EngineConfig engine = new EngineConfig.InProcess();
    private Set<Gateway> gateways = EnumSet.allOf(Gateway.class);
    private List<SourceConfig> sources = List.of();
    private LimitConfig limits = LimitConfig.defaults();
    private List<TokenConfig> tokens = List.of();
    private CorsConfig cors = CorsConfig.none();
    private CallLogConfig audit = CallLogConfig.defaults();
    private NormalizeMode normalize = NormalizeMode.NORMALIZE;
    private Duration drain = Duration.ofSeconds(10);

    HubConfigBuilder() {}

    HubConfigBuilder(HubConfig config) {
        name = config.name();
        title = config.title();
        listen = config.listen();
        engine = config.engine();
        gateways = config.gateways();
        sources = config.sources();
        limits = config.limits();
        tokens = config.tokens();
        cors = config.cors();
        audit = config.audit();
        normalize = config.normalize();
        drain = config.drain();
    }

    public HubConfigBuilder name(String name) {
        this.name = name;
        return this;
    }

    public HubConfigBuilder title(String title) {
        this.title = title;
        return this;
    }

    public HubConfigBuilder listen(ListenConfig listen) {
        this.listen = listen;
        return this;
    }

    public HubConfigBuilder engine(EngineConfig engine) {
        this.engine = engine;
        return this;
    }

    public HubConfigBuilder gateways(Set<Gateway> gateways) {
        this.gateways = gateways;
        return this;
    }

    public HubConfigBuilder sources(List<? extends SourceConfig> sources) {
        this.sources = List.copyOf(sources);
        return this;
    }

    public HubConfigBuilder limits(LimitConfig limits) {
        this.limits = limits;
        return this;
    }

    public HubConfigBuilder tokens(List<TokenConfig> tokens) {
        this.tokens = tokens;
        return this;
    }

    public HubConfigBuilder cors(CorsConfig cors) {
        this.cors = cors;
        return this;
    }

    public HubConfigBuilder audit(CallLogConfig audit) {
        this.audit = audit;
        return this;
    }

    public HubConfigBuilder normalize(NormalizeMode normalize) {
        this.normalize = normalize;
        return this;
    }

    public HubConfigBuilder drain(Duration drain) {
        this.drain = drain;
        return this;
    }

    /**
     * Makes the config.
     *
     * @throws IllegalArgumentException if two sources have one name, or a hub beyond loopback has
     *     no tokens
     */
    public HubConfig build() {
        return new HubConfig(
                name, title, listen, engine, gateways, sources, limits, tokens, cors, audit,
                normalize, drain);
    }
}
