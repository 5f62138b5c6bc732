package dev.alkdev.operations.hub;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.config.Form;
import dev.alkdev.operations.config.Key;
import dev.alkdev.operations.config.Kind;
import dev.alkdev.operations.config.Secret;
import dev.alkdev.operations.http.CorsOptions;
import dev.alkdev.operations.http.LimitOptions;
import dev.alkdev.operations.mcp.McpGateway;
import dev.alkdev.operations.mcp.McpOptions;
import dev.alkdev.operations.mcp.McpServlet;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Predicate;

/** The operations as tools of an MCP server. Immutable; threads may share it. */
@Kind(value = "mcp", text = "tools, resources and prompts for MCP clients at `/mcp`")
public record McpGatewayConfig(
        @Key(
                        value = "How tools are named at `/mcp`, with `{namespace}` and `{name}`.",
                        standard = "'{namespace}_{name}'")
                @Form(
                        title = "a text with {namespace} and {name}",
                        pattern = "^[\\w-]*\\{namespace\\}[\\w-]*\\{name\\}[\\w-]*$",
                        example = "shop-{namespace}_{name}")
                String names,
        @Key(value = "The most tools in one answer of `tools/list`.", standard = "1000")
                @Form(of = "tools")
                int pageSize,
        @Key(value = "How long a client may take a list for fresh.", standard = "60s") Duration ttl,
        @Key("What a model should know about the tools as a whole.")
                @Form(pattern = ".", example = "Ask before you delete anything.")
                @Nullable String instructions,
        @Key(
                        value =
                                "Rewrites schemas of JSON Schema draft-07 to 2020-12, for clients"
                                        + " that know no other.",
                        standard = "false")
                boolean translateSchemas,
        @Key(
                        value =
                                "The longest output schema that is listed; results are typed all"
                                        + " the same. Tools of MCP servers keep theirs.",
                        standard = "8KiB")
                @Form(minimum = "0B", maximum = "16MiB")
                long maxOutputSchema,
        @Key(
                        value = "The most items of a subscription in the result of its tool.",
                        standard = "100")
                @Form(of = "items")
                int maxItems,
        @Key(
                        value =
                                "A secret of at least 32 characters that several hubs behind one"
                                    + " address share, so that sessions and questions of one hold"
                                    + " at all.",
                        unless =
                                "one of the user, kept with mode 600 in"
                                        + " `~/.local/state/operations`")
                @Form(
                        title = "a text of at least 32 characters",
                        pattern = "^.{32,}$",
                        example = "a random text of at least 32 characters")
                @Nullable Secret key)
        implements GatewayConfig {

    @Override
    public HubGateway open(HubParts parts, WebMounts web) {
        McpGateway.Builder builder =
                builder(parts).authenticator(parts.requestAuthenticator()).clientWatch(web.watch());
        CorsConfig cors = parts.config().cors();
        if (!cors.isOff()) {
            builder.cors(CorsOptions.of(cors.origins().toArray(String[]::new)));
        }
        McpServlet servlet = builder.build().servlet();
        web.servlet("/mcp/*", servlet);
        return new Streams(servlet);
    }

    /** What does not depend on how clients reach the hub. */
    McpGateway.Builder builder(HubParts parts) {
        HubConfig config = parts.config();
        LimitOptions limits =
                RestGatewayConfig.limits(parts)
                        .withMaxStreamsPerCaller(() -> parts.config().limits().streams());
        McpGateway.Builder builder =
                McpGateway.over(parts.registry())
                        .limits(limits)
                        .info(config.name(), "1")
                        .directory(parts.mcpDirectory())
                        .search(parts.search())
                        .options(options(config.name()))
                        .onRead(parts::countRead);
        return instructions == null ? builder : builder.instructions(instructions);
    }

    private McpOptions options(String hub) {
        McpOptions options =
                McpOptions.defaults()
                        .withNames(names)
                        .withPageSize(pageSize)
                        .withTtl(ttl)
                        .withTranslateSchemas(translateSchemas)
                        .withMaxOutputSchema(Math.toIntExact(maxOutputSchema))
                        .withMaxItems(maxItems);
        return key == null ? options.withKeyFile(keyFile(hub)) : options.withKey(key.value());
    }

    /** Where a hub of this name keeps its key, also after a restart. */
    private static Path keyFile(String hub) {
        String given = System.getenv("XDG_STATE_HOME");
        Path folder =
                given == null || given.isEmpty()
                        ? Path.of(System.getProperty("user.home"), ".local", "state")
                        : Path.of(given);
        String name = hub.replaceAll("[^A-Za-z0-9_-]", "_") + ".mcp-key";
        return folder.resolve("operations").resolve(name);
    }

    private record Streams(McpServlet servlet) implements HubGateway {
        @Override
        public void disconnect(Predicate<Caller> callers, String reason) {
            servlet.closeStreams(callers);
        }

        @Override
        public void close() {
            servlet.destroy();
        }
    }
}
