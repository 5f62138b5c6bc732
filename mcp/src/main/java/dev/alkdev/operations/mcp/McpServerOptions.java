package dev.alkdev.operations.mcp;

import dev.alkdev.operations.base.Backoff;
import dev.alkdev.operations.web.ClientCredentials;
import dev.alkdev.operations.web.Credential;
import dev.alkdev.operations.web.CredentialSupplier;
import dev.alkdev.operations.web.HttpSender;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * How to reach an MCP server, and what is done with its tools. Immutable; threads may share it.
 *
 * <pre>{@code
 * McpServerOptions files = McpServerOptions.command("npx", "-y", "@modelcontextprotocol/server-filesystem", "/data")
 *         .env("LOG", "debug")
 *         .build();
 * McpServerOptions search = McpServerOptions.url("https://tools.example/mcp").bearer(token).build();
 * }</pre>
 */
public final class McpServerOptions {
    final McpTarget target;
    final McpEra era;
    final Duration startTimeout;
    final Duration probeTimeout;
    final Duration idleTimeout;
    final @Nullable Duration timeout;
    final List<JsonNode> roots;
    final String clientName;
    final String clientVersion;
    final @Nullable Function<? super McpQuestion, JsonNode> questions;
    final boolean opensUrls;
    final Backoff backoff;
    final McpToolOptions tools;

    private McpServerOptions(Builder given) {
        target = given.target();
        era = given.era;
        startTimeout = given.startTimeout;
        probeTimeout = given.probeTimeout;
        idleTimeout = given.idleTimeout;
        timeout = given.timeout;
        roots = List.copyOf(given.roots);
        clientName = given.clientName;
        clientVersion = given.clientVersion;
        questions = given.questions;
        opensUrls = given.opensUrls;
        backoff = given.backoff;
        tools = given.tools;
    }

    /** A server that is a process: it is started with the client and stopped with it. */
    public static Builder command(String command, String... arguments) {
        return command(command, List.of(arguments));
    }

    /** As {@link #command(String, String...)}. */
    public static Builder command(String command, List<String> arguments) {
        return new Builder(command, arguments, null);
    }

    /** A server on the web. */
    public static Builder url(URI uri) {
        return new Builder("", List.of(), uri);
    }

    /** A server on the web. */
    public static Builder url(String uri) {
        return url(URI.create(uri));
    }

    /** Whether the server is a process of this machine. */
    public boolean isCommand() {
        return target instanceof McpTarget.Command;
    }

    /** Where the server is, for people; without secrets. */
    @Override
    public String toString() {
        return target.description();
    }

    /** Collects the parts of a {@link McpServerOptions}. For one thread. */
    public static final class Builder {
        private final String command;
        private final List<String> arguments;
        private final @Nullable URI uri;
        private final Map<String, String> env = new HashMap<>();
        private final Map<String, String> headers = new HashMap<>();
        private final List<JsonNode> roots = new ArrayList<>();
        private @Nullable Path cwd;
        private CredentialSupplier credentials = operation -> Credential.none();
        private HttpSender sender = HttpSender.shared();
        private boolean oldSse;
        private McpEra era = McpEra.AUTO;
        private Duration startTimeout = Duration.ofSeconds(60);
        private Duration probeTimeout = Duration.ofSeconds(5);
        private Duration idleTimeout = Duration.ofSeconds(60);
        private @Nullable Duration timeout;
        private String clientName = "operations";
        private String clientVersion = "0.1.0";
        private @Nullable Function<? super McpQuestion, JsonNode> questions;
        private boolean opensUrls;
        private Backoff backoff = new Backoff(Duration.ofMillis(500), Duration.ofSeconds(30));
        private McpToolOptions tools;

        private Builder(String command, List<String> arguments, @Nullable URI uri) {
            this.command = command;
            this.arguments = arguments;
            this.uri = uri;
            this.tools = McpToolOptions.defaults(uri == null);
        }

        private McpTarget target() {
            return uri == null
                    ? new McpTarget.Command(command, arguments, env, cwd)
                    : new McpTarget.Web(uri, headers, credentials, sender, oldSse);
        }

        /**
         * A variable of the environment of the process. It has these, PATH, HOME and LANG, and
         * nothing else of this process.
         */
        public Builder env(String name, String value) {
            env.put(name, value);
            return this;
        }

        /** The folder in which the process runs; that of this process unless given. */
        public Builder cwd(Path folder) {
            this.cwd = folder;
            return this;
        }

        /** A header of every request to a server on the web. */
        public Builder header(String name, String value) {
            headers.put(name, value);
            return this;
        }

        /** Sends a bearer token with every request. */
        public Builder bearer(String token) {
            Credential credential = Credential.bearer(token);
            return credentials(operation -> credential);
        }

        /** Gives the credential of each request, such as {@link ClientCredentials}. */
        public Builder credentials(CredentialSupplier credentials) {
            this.credentials = credentials;
            return this;
        }

        /** Sends requests; the client that everything in this process shares unless given. */
        public Builder sender(HttpSender sender) {
            this.sender = sender;
            return this;
        }

        /** The server has the HTTP+SSE transport of 2024-11-05; it is found out unless given. */
        public Builder oldSse() {
            this.oldSse = true;
            return this;
        }

        /** Which versions are spoken; {@link McpEra#AUTO} unless given. */
        public Builder era(McpEra era) {
            this.era = era;
            return this;
        }

        /** How long starting and the handshake may take; 60 s unless given. */
        public Builder startTimeout(Duration startTimeout) {
            this.startTimeout = startTimeout;
            return this;
        }

        /** How long a server may take to answer {@code server/discover}; 5 s unless given. */
        public Builder probeTimeout(Duration probeTimeout) {
            this.probeTimeout = probeTimeout;
            return this;
        }

        /** How long a request may go without an answer and without progress; 60 s unless given. */
        public Builder idleTimeout(Duration idleTimeout) {
            this.idleTimeout = idleTimeout;
            return this;
        }

        /** The longest time of a request, whatever progress it makes; none unless given. */
        public Builder timeout(Duration timeout) {
            this.timeout = timeout;
            return this;
        }

        /**
         * A folder or the like that the server may work on, as the protocol has it: an object with
         * {@code uri} and perhaps {@code name}. Roots are declared only if there are some.
         */
        public Builder root(JsonNode root) {
            roots.add(root);
            return this;
        }

        /** The name of the client that the server gets; {@code operations} unless given. */
        public Builder clientInfo(String name, String version) {
            this.clientName = name;
            this.clientVersion = version;
            return this;
        }

        /**
         * Answers what the server asks: {@code elicitation/create} and {@code
         * sampling/createMessage}. In a call with an {@link McpCaller} that one is asked instead.
         * The handler runs on a thread of its own and may block; a {@link McpException} is the
         * error that the server gets.
         */
        public Builder onQuestion(Function<? super McpQuestion, JsonNode> handler) {
            this.questions = handler;
            return this;
        }

        /**
         * Declares that the handler of {@link #onQuestion} also takes URLs for a person to open:
         * elicitation whose {@code mode} is {@code url}, with {@code message} and {@code url}. It
         * must show the whole URL and not open it unless the person agrees.
         */
        public Builder opensUrls() {
            this.opensUrls = true;
            return this;
        }

        /** How long a source waits before it connects again; 0.5 s to 30 s unless given. */
        public Builder backoff(Backoff backoff) {
            this.backoff = backoff;
            return this;
        }

        /** What is done with the tools of the server when they become operations. */
        public Builder tools(McpToolOptions tools) {
            this.tools = tools;
            return this;
        }

        /**
         * Makes the config.
         *
         * @throws IllegalArgumentException if the command is empty, the URL is none of http or
         *     https, or no header can carry a value
         */
        public McpServerOptions build() {
            return new McpServerOptions(this);
        }
    }
}
