package dev.alkdev.operations.hub;

import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.base.Glob;
import dev.alkdev.operations.config.Checked;
import dev.alkdev.operations.config.ConfigValue;
import dev.alkdev.operations.config.Flat;
import dev.alkdev.operations.config.Form;
import dev.alkdev.operations.config.Key;
import dev.alkdev.operations.config.Kind;
import dev.alkdev.operations.config.SafeText;
import dev.alkdev.operations.config.Secret;
import dev.alkdev.operations.config.Text;
import dev.alkdev.operations.mcp.McpServerOptions;
import dev.alkdev.operations.mcp.McpSource;
import dev.alkdev.operations.mcp.McpToolOptions;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** An MCP server, whose tools become operations. Immutable; threads may share it. */
@Kind(value = "mcp", text = "the tools of an MCP server")
public record McpSourceConfig(
        @Key("What the source is called in listings and logs; each name once.") @Form(Text.NAME)
                String name,
        @Flat SourceRulesConfig rules,
        @Key(
                        value =
                                "The program that is the server; it is started with the hub, again"
                                        + " when it ends, and stopped with all it has started.",
                        unless = "a `url`")
                @Form(title = "a program", pattern = ".", example = "npx")
                @Nullable String command,
        @Key("The arguments of the program.")
                @Form(example = "['-y', '@modelcontextprotocol/server-filesystem', '/data']")
                List<@Form(title = "an argument", secret = true) String> args,
        @Key("Its environment, besides PATH, HOME and LANG of the hub.")
                @Form(title = "an object of variables", example = "{'LOG': 'debug'}")
                Map<String, @Form(title = "a text") Secret> env,
        @Key(value = "The folder in which it runs.", unless = "that of the hub")
                @Form(title = "the path of a folder", example = ".")
                @Nullable Path cwd,
        @Key(value = "Where the server is on the web.", unless = "a `command`")
                @Form(value = Text.WEB_URL, example = "https://tools.example/mcp")
                @Nullable URI url,
        @Key(
                        value =
                                "`http` is the streamable one; `sse` is that of 2024-11-05, which"
                                        + " is also found out by itself.",
                        standard = "http")
                Transport transport,
        @Key("Sent with every request to a `url`.")
                @Form(
                        title = "an object of header names and values",
                        example = "{'X-Tenant': 'shop'}")
                Map<@Form(Text.HEADER) String, @Form(Text.HEADER_VALUE) Secret> headers,
        @Key(
                        value =
                                "How the hub authenticates to a `url`: `bearer` or `basic`, with or"
                                        + " without `apiKey`, or `oauth`.",
                        unless = "none")
                @Nullable AuthConfig auth,
        @Flat McpConnectionConfig connection,
        @Key(
                        value =
                                "What callers need for tools whose name at the server, or in the"
                                        + " hub, fits a pattern, besides `scopes`. The most"
                                        + " specific pattern counts, so that `*` is for the"
                                        + " remaining tools: a name, then the longer text before"
                                        + " the first wildcard, then more characters besides"
                                        + " wildcards. Equally specific patterns add up. A pattern"
                                        + " that fits no tool is reported as filters are.",
                        restricts = true)
                @Form(
                        title = "an object from patterns to scopes",
                        example = "{'delete_*': ['files:admin']}")
                Map<
                                @Form(title = "a pattern of tools", pattern = "\\S") String,
                                List<@Form(Text.SCOPE) String>>
                        toolScopes)
        implements SourceConfig, Checked {

    /** How a server on the web is spoken to. */
    public enum Transport {
        HTTP,
        SSE
    }

    public McpSourceConfig {
        args = List.copyOf(args);
        env = Map.copyOf(env);
        headers = Map.copyOf(headers);
        toolScopes = Map.copyOf(toolScopes);
    }

    @Override
    public HubSource open(HubParts parts) {
        return parts.source(this, () -> McpSource.of(namespace(), server(), parts.mcpDirectory()));
    }

    @Override
    public String toolOf(OperationSpec operation) {
        return McpSource.toolOf(operation);
    }

    @Override
    public Set<Glob> toolPatterns() {
        return toolScopes.keySet().stream().map(Glob::new).collect(Collectors.toSet());
    }

    /** Arguments may have secrets in them. */
    @Override
    public @Nullable String address() {
        return url == null ? command : SafeText.of(url);
    }

    private McpServerOptions server() {
        McpServerOptions.Builder server =
                url == null
                        ? McpServerOptions.command(String.valueOf(command), args)
                        : McpServerOptions.url(url);
        env.forEach((variable, value) -> server.env(variable, value.value()));
        headers.forEach((header, value) -> server.header(header, value.value()));
        if (cwd != null) {
            server.cwd(cwd);
        }
        if (auth != null) {
            server.credentials(auth.open());
        }
        if (transport == Transport.SSE) {
            server.oldSse();
        }
        connection.applyTo(server);
        return server.tools(tools()).build();
    }

    private McpToolOptions tools() {
        McpToolOptions options =
                connection
                        .tools(McpToolOptions.defaults(url == null))
                        .withScopes(rules.scopes().toArray(String[]::new));
        for (Map.Entry<String, List<String>> one : toolScopes.entrySet()) {
            options =
                    options.withToolScopes(
                            new Glob(one.getKey()), one.getValue().toArray(String[]::new));
        }
        return options;
    }

    /** Two processes of one server may want the same port or file. */
    @Override
    public boolean isExclusive() {
        return url == null;
    }

    @Override
    public boolean hasSameAccess(SourceConfig other) {
        return SourceConfig.super.hasSameAccess(other)
                && other instanceof McpSourceConfig mcp
                && toolScopes.equals(mcp.toolScopes)
                && connection.trust().equals(mcp.connection.trust());
    }

    @Override
    public void check(ConfigValue here) {
        if ((command == null) == (url == null)) {
            (command == null ? here : here.get("url"))
                    .refuse("an MCP server has either a 'command' or a 'url'");
        }
        for (String key : List.of("headers", "auth", "transport")) {
            if (command != null && here.get(key).isPresent()) {
                here.get(key).refuseKey("'" + key + "' is for servers with a url");
            }
        }
        for (String key : List.of("args", "env", "cwd")) {
            if (command == null && here.get(key).isPresent()) {
                here.get(key).refuseKey("'" + key + "' is for servers with a command");
            }
        }
    }

    @Override
    public String toString() {
        return SafeText.of(this);
    }
}
