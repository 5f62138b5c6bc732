package dev.alkdev.operations.hub;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.http.Readiness;
import dev.alkdev.operations.http.RequestAuthenticator;
import dev.alkdev.operations.http.SourceEntry;
import dev.alkdev.operations.mcp.McpDirectory;
import dev.alkdev.operations.protocol.HandlerOptions;
import dev.alkdev.operations.search.OperationSearch;
import dev.alkdev.operations.websocket.Authenticator;

import io.micrometer.core.instrument.MeterRegistry;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** Services of a hub for its sources, gateways and engines. Threads may share it. */
public final class HubParts {
    final Hub hub;
    final Plugins plugins;

    /** Those who take links, which the console shows. */
    final List<LinkAcceptor> acceptors = new CopyOnWriteArrayList<>();

    private final McpDirectory mcpDirectory = McpDirectory.of(this::registry);

    HubParts(Hub hub, Plugins plugins) {
        this.hub = hub;
        this.plugins = plugins;
    }

    public OperationRegistry registry() {
        return hub.registry();
    }

    /** Finds the operations of the registry, also by the aliases of the config. */
    public OperationSearch search() {
        return hub.search();
    }

    /** The config of now. */
    public HubConfig config() {
        return hub.config();
    }

    /** How the requests of peers are answered: with the time limits of the hub. */
    public HandlerOptions answering() {
        LimitConfig.Timeouts timeouts = config().limits().timeouts();
        return HandlerOptions.defaults()
                .withDefaultTimeout(timeouts.standard())
                .withMaxTimeout(timeouts.max())
                .withGateway("websocket");
    }

    /** Whether callers need no token now. */
    public boolean isOpen() {
        return hub.authenticator.isOpen();
    }

    /** Authenticates HTTP requests. */
    public RequestAuthenticator requestAuthenticator() {
        return hub.authenticator;
    }

    /**
     * As {@link #requestAuthenticator}, and by the session of the console if there is one, for
     * gateways that browsers call.
     */
    public RequestAuthenticator browserAuthenticator() {
        return config().hasConsole()
                ? hub.authenticator.orBy(hub.signIn.authenticator())
                : hub.authenticator;
    }

    /** Authenticates links. */
    public Authenticator linkAuthenticator() {
        return hub.authenticator;
    }

    /**
     * Applies the rate limit to a listing or description.
     *
     * @throws CallException if there are too many of the caller
     */
    public void countRead(Caller caller) {
        hub.limits.read(caller);
    }

    /** The states of the sources. */
    public List<SourceEntry> sources() {
        return hub.sources();
    }

    public Readiness readiness() {
        return hub.readiness();
    }

    /** The resources and prompts of the hub's MCP servers, by namespace. */
    public McpDirectory mcpDirectory() {
        return mcpDirectory;
    }

    /** Where measurements go. */
    public MeterRegistry meters() {
        return hub.meters.withJvm();
    }

    /**
     * A source of the hub over a plain one: its operations are filtered, renamed and restricted as
     * configured, and it is made anew if it fails and does not recover by itself.
     *
     * @param maker makes a source that is not started, for each attempt anew; throws an {@link
     *     IllegalArgumentException} that says why it cannot
     */
    public HubSource source(SourceConfig config, Supplier<? extends OperationSource> maker) {
        return new StagedSource(config, registry(), namespace -> owner(config, namespace), maker);
    }

    /** The name of another source to which a namespace belongs. */
    private Optional<String> owner(SourceConfig config, String namespace) {
        return config().sources().stream()
                .filter(other -> !other.name().equals(config.name()))
                .filter(other -> !other.keepsNamespaces())
                .filter(other -> other.namespace().equals(namespace))
                .map(SourceConfig::name)
                .findFirst();
    }
}
