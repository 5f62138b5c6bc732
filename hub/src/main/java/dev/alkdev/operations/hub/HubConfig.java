package dev.alkdev.operations.hub;

import dev.alkdev.operations.NormalizeMode;
import dev.alkdev.operations.config.ConfigException;
import dev.alkdev.operations.config.ConfigRecords;
import dev.alkdev.operations.config.Form;
import dev.alkdev.operations.config.Key;
import dev.alkdev.operations.config.Text;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Everything a hub is made from. Two that are equal make the same hub. Its text form tells no
 * secrets. Immutable; threads may share it.
 *
 * <pre>{@code
 * HubConfig config = HubConfig.read(Path.of("hub.yaml"));
 * HubConfig elsewhere = config.withListen(config.listen().withPort(0));
 * }</pre>
 */
@Form(title = "an object with keys such as listen, sources and tokens")
public record HubConfig(
        @Key(
                        value =
                                "What the hub is called in logs and metrics (`hub=\"…\"`): letters,"
                                        + " digits, `_`, `-`, `.`.",
                        standard = "hub",
                        restart = true)
                @Form(value = Text.NAME, example = "shop-hub")
                String name,
        @Key(
                        value = "What it is called for people, as in its OpenAPI document.",
                        standard = "Operations",
                        restart = true)
                @Form(pattern = ".", example = "The shop's operations")
                String title,
        @Key(
                        value =
                                "Where the gateways are served: `host:port`, with IPv6 in brackets,"
                                        + " or an [object](#listen). Beyond loopback, `tokens` or"
                                        + " `auth` must be configured.",
                        standard = "127.0.0.1:7700",
                        restart = true)
                ListenConfig listen,
        @Key(
                        value =
                                "What carries calls between machines: `in-process`, a Redis URL, or"
                                        + " an [object](#engine).",
                        standard = "in-process",
                        restart = true)
                EngineConfig engine,
        @Key(
                        value =
                                "What is served: `rest` (REST and server-sent events), `link`"
                                        + " (WebSocket at `/link`), `metrics` (Prometheus at"
                                        + " `/metrics`), `mcp` (tools for MCP clients at `/mcp`),"
                                        + " or an [object](#gateways).",
                        standard = "['rest', 'link', 'metrics', 'mcp']",
                        restart = true)
                @Form(title = "a list of gateways", example = "['rest', 'link']", unique = true)
                List<@Form(title = "rest, link, metrics or mcp") GatewayConfig> gateways,
        @Key("Sources of operations, [below](#sources).")
                @Form(
                        title = "a list of sources",
                        example =
                                "[{'name': 'petstore', 'type': 'openapi', 'document':"
                                        + " 'petstore.json'}]")
                List<SourceConfig> sources,
        @Key(
                        value =
                                "MCP servers as the config files of other clients have them, by"
                                        + " name, or the path of such a file; each is a source.",
                        unless = "none")
                @Form(
                        title = "the path of a file, or an object of MCP servers by name",
                        types = {"string", "object"},
                        example = "mcp.json")
                @Nullable JsonNode mcpServers,
        @Key(value = "The same as `mcpServers`.", unless = "none")
                @Form(
                        title = "the path of a file, or an object of MCP servers by name",
                        types = {"string", "object"},
                        example = ".vscode/mcp.json")
                @Nullable JsonNode servers,
        @Key("Limits per caller and request, [below](#limits).") LimitConfig limits,
        @Key(
                        "Bearer tokens that are accepted, by their hash, [below](#tokens). Without"
                            + " any, and without `auth`, callers are anonymous and the hub listens"
                            + " on loopback only.")
                @Form(
                        title = "a list of tokens",
                        example =
                                "[{'id': 'ci', 'hash':"
                                    + " 'sha256:2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',"
                                    + " 'scopes': ['pets:read']}]")
                List<TokenConfig> tokens,
        @Key("Authorization servers whose tokens are accepted, [below](#oauth).")
                HubAuthConfig auth,
        @Key(
                        value =
                                "The URL under which clients reach the hub, if a proxy is before"
                                        + " it: tokens for it are accepted, and OAuth clients are"
                                        + " given it.",
                        unless = "what clients use")
                @Form(value = Text.WEB_URL, example = "https://hub.example")
                @Nullable URI publicUrl,
        @Key(
                        value =
                                "Other origins whose pages may call the hub from a browser,"
                                        + " [below](#cors-and-audit).",
                        restart = true)
                CorsConfig cors,
        @Key(
                        value =
                                "Serves the [console](../guide/hub.md#console) at `/`, where there"
                                        + " is a `rest` gateway.",
                        standard = "true",
                        restart = true)
                boolean console,
        @Key("How calls are written down, one line each, [below](#cors-and-audit).")
                AuditConfig audit,
        @Key(
                        value =
                                "What is done to results that do not fit their schema: `normalize`"
                                    + " strips unknown properties, fills defaults and converts"
                                    + " without loss; `enforce` does that and then replaces what"
                                    + " still does not fit, so that the shape is guaranteed; `cast`"
                                    + " only replaces; `none` leaves them as they are.",
                        standard = "normalize",
                        restart = true)
                NormalizeMode normalize,
        @Key("Further words by which [search](../guide/search.md) finds operations, by their ids.")
                @Form(
                        title = "an object from ids of operations to words",
                        example = "{'tasks.add': ['todo', 'remind me']}")
                Map<
                                @Form(
                                        title = "the id of an operation",
                                        pattern = "^[^\\s.]+\\.\\S+$",
                                        example = "tasks.add")
                                String,
                                @Form(
                                                title = "a list of words",
                                                example = "['todo', 'remind me']",
                                                unique = true)
                                        List<
                                        @Form(
                                                title = "a word or some",
                                                pattern = "\\S",
                                                example = "todo")
                                        String>>
                        aliases,
        @Key(
                        value =
                                "Drain timeout: how long running calls may take to finish when the"
                                        + " hub stops.",
                        standard = "10s")
                Duration drain,
        @Key(
                        value =
                                "The folder of your own jars, see"
                                    + " [plugins](../guide/hub.md#add-your-own-source-plugins).",
                        unless = "`$OPERATIONS_PLUGINS`, or `plugins` beside the config file",
                        restart = true)
                @Form(title = "the path of a folder", example = "plugins")
                @Nullable Path plugins) {

    public HubConfig {
        gateways = List.copyOf(gateways);
        sources = List.copyOf(sources);
        tokens = List.copyOf(tokens);
        aliases = Map.copyOf(aliases);
        Set<String> names = new HashSet<>();
        for (SourceConfig source : sources) {
            if (!names.add(source.name())) {
                throw new IllegalArgumentException("two sources are called " + source.name());
            }
        }
        if (tokens.isEmpty() && auth.isNone() && !gateways.isEmpty() && !listen.isLoopback()) {
            throw new IllegalArgumentException(
                    "listening on " + listen.host() + " needs tokens; without, use 127.0.0.1");
        }
    }

    /** Listens on 127.0.0.1:7700, without sources and tokens, with all gateways, alone. */
    public static HubConfig defaults() {
        return StandardKinds.RECORDS.defaults(HubConfig.class);
    }

    /**
     * Listens elsewhere.
     *
     * @throws IllegalArgumentException if that is beyond loopback and there are no tokens
     */
    public HubConfig withListen(ListenConfig listen) {
        return ConfigRecords.with(this, Map.of("listen", listen));
    }

    public HubConfig withGateways(List<? extends GatewayConfig> gateways) {
        return ConfigRecords.with(this, Map.of("gateways", gateways));
    }

    public HubConfig withSources(List<? extends SourceConfig> sources) {
        return ConfigRecords.with(this, Map.of("sources", sources));
    }

    /**
     * Reads a file of YAML, or of JSON if its name ends so, with the environment of this process.
     *
     * @throws ConfigException with everything that is wrong
     */
    public static HubConfig read(Path file) {
        return HubFile.read(file).config();
    }

    /**
     * The files that the config consists of beside its own: a change of one changes the config.
     * Immutable.
     */
    public List<Path> files() {
        return Stream.of(mcpServers, servers)
                .filter(Objects::nonNull)
                .filter(JsonNode::isString)
                .map(file -> Path.of(file.asString()))
                .toList();
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
        return HubFile.parse(text, baseFolder, environment).config();
    }

    /**
     * The JSON Schema of config files, with the kinds of the plugins of a file.
     *
     * @param file need not exist
     * @throws ConfigException if it cannot be read, or its folder of plugins is missing
     */
    public static JsonNode schemaFor(Path file) {
        return HubFile.plugins(file).records.schema(HubConfig.class);
    }

    /** Whether callers have to show a token. */
    public boolean isAuthenticated() {
        return !tokens.isEmpty() || !auth.isNone();
    }

    /** Whether there is a console: it needs REST. */
    public boolean hasConsole() {
        return console && gateway(RestGatewayConfig.class).isPresent();
    }

    /** The gateway of a kind, if there is one. */
    <G extends GatewayConfig> Optional<G> gateway(Class<G> kind) {
        return gateways.stream().filter(kind::isInstance).map(kind::cast).findFirst();
    }
}
