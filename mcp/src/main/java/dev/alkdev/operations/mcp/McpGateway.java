package dev.alkdev.operations.mcp;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.http.ClientWatch;
import dev.alkdev.operations.http.CorsOptions;
import dev.alkdev.operations.http.LimitOptions;
import dev.alkdev.operations.http.RequestAuthenticator;
import dev.alkdev.operations.search.OperationSearch;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.function.Consumer;

/**
 * Serves the operations of a registry as the tools of an MCP server, over HTTP and stdio, to
 * clients of the protocol versions 2024-11-05 to 2026-07-28. Immutable; threads may share it.
 *
 * <pre>{@code
 * McpGateway gateway = McpGateway.over(registry).info("billing", "1.0").build();
 * context.addServlet(new ServletHolder(gateway.servlet()), "/mcp/*");
 * }</pre>
 */
public final class McpGateway {
    private final GatewayParts parts;
    private final @Nullable String place;

    private McpGateway(GatewayParts parts, @Nullable String place) {
        this.parts = parts;
        this.place = place;
    }

    /** Builds a gateway; without further options all callers are anonymous. */
    public static Builder over(OperationRegistry registry) {
        return new Builder(registry);
    }

    /**
     * A servlet for one container, to be mapped to {@code /mcp/*}. All tools are at {@code /mcp},
     * those of one namespace, with short names, at {@code /mcp/{namespace}}, and at {@code
     * /mcp/search} tools that find, describe and call the others. When the container destroys it,
     * streams that are open are ended.
     */
    public McpServlet servlet() {
        return new McpServlet(parts);
    }

    /**
     * The same for a client over stdio that sees what {@code /mcp/{place}} shows: the tools of one
     * namespace, with short names, or {@code search}.
     */
    public McpGateway at(String place) {
        return new McpGateway(parts, place);
    }

    /** As {@link #serve(InputStream, OutputStream, Caller)}, for a client that is trusted. */
    public void serve(InputStream in, OutputStream out) throws IOException {
        serve(in, out, Caller.trusted());
    }

    /**
     * Serves one client over stdio, until its input ends. Nothing but messages of the protocol is
     * written.
     *
     * @param caller in whose name the client calls
     * @throws IOException if the input cannot be read
     */
    public void serve(InputStream in, OutputStream out, Caller caller) throws IOException {
        try (McpServer server = new McpServer(parts)) {
            ToolViews views = server.views();
            ToolView view = place == null ? views.all() : views.of(place);
            new StdioServer(server, view, caller, out).serve(in);
        }
    }

    /** The optional parts of a gateway. For one thread. */
    public static final class Builder {
        private final OperationRegistry registry;
        private RequestAuthenticator authenticator = RequestAuthenticator.anonymous();
        private boolean open = true;
        private LimitOptions limits = LimitOptions.defaults();
        private @Nullable CorsOptions cors;
        private List<String> hosts = List.of();
        private ServerInfo info = new ServerInfo("operations", "1");
        private @Nullable String instructions;
        private @Nullable McpDirectory directory;
        private @Nullable OperationSearch search;
        private McpOptions options = McpOptions.defaults();
        private @Nullable ClientWatch watch;
        private Consumer<Caller> reads = caller -> {};

        private Builder(OperationRegistry registry) {
            this.registry = registry;
        }

        /** Authenticates requests; all callers are anonymous unless given. */
        public Builder authenticator(RequestAuthenticator authenticator) {
            this.authenticator = authenticator;
            this.open = false;
            return this;
        }

        /** Bounds bodies, time and streams as those of the REST gateway. */
        public Builder limits(LimitOptions limits) {
            this.limits = limits;
            return this;
        }

        /** Allows other origins (CORS); none unless given. */
        public Builder cors(CorsOptions cors) {
            this.cors = cors;
            return this;
        }

        /**
         * Names of this server besides {@code localhost}. Without an authenticator, requests that
         * reach it over the loopback address under another name are refused: a web page could
         * otherwise use a name of its own that leads there (DNS rebinding).
         */
        public Builder hosts(String... hosts) {
            this.hosts = List.of(hosts);
            return this;
        }

        /** What clients show as the name and version of this server. */
        public Builder info(String name, String version) {
            this.info = new ServerInfo(name, version);
            return this;
        }

        /** What a model should know about the tools as a whole; nothing unless given. */
        public Builder instructions(String instructions) {
            this.instructions = instructions;
            return this;
        }

        /** Resources, prompts and completions; none unless given. */
        public Builder directory(McpDirectory directory) {
            this.directory = directory;
            return this;
        }

        /** What finds operations for {@code /mcp/search}; one of the gateway's own unless given. */
        public Builder search(OperationSearch search) {
            this.search = search;
            return this;
        }

        public Builder options(McpOptions options) {
            this.options = options;
            return this;
        }

        /**
         * What notices that a client has gone during a call, which cancels the calls of clients of
         * 2026-07-28. Unless given, it is noticed when something is written.
         */
        public Builder clientWatch(ClientWatch watch) {
            this.watch = watch;
            return this;
        }

        /**
         * Called before a list is sent, which is no call; it throws a {@link CallException} to
         * refuse. Nothing is refused unless given.
         */
        public Builder onRead(Consumer<Caller> reads) {
            this.reads = reads;
            return this;
        }

        public McpGateway build() {
            return new McpGateway(
                    new GatewayParts(
                            registry,
                            new GatewayParts.Access(authenticator, open, cors, hosts),
                            limits,
                            info,
                            instructions,
                            directory,
                            search,
                            options,
                            watch,
                            reads),
                    null);
        }
    }
}
