package dev.alkdev.operations.mcp;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.mcp.ClientSession.Limits;
import dev.alkdev.operations.mcp.ClientSession.Sent;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * A session with what keeps it going: a new one when the server has forgotten it, answers to what
 * the server wants to know before a result, all pages of a list. Threads may share it.
 */
final class ClientConnection implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ClientConnection.class);
    private static final Duration SUBSCRIBE_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration UNSUBSCRIBE_TIMEOUT = Duration.ofSeconds(2);

    private final ReentrantLock renewing = new ReentrantLock();
    private final McpServerOptions config;
    private final ClientRole role;
    private final ClientEnd end = new ClientEnd();
    private final ResourceWatches watches = new ResourceWatches();
    private final ClientNotices notices = new ClientNotices(watches);
    private final ResourceSubscriptions subscriptions =
            new ResourceSubscriptions(watches, this::subscribe);
    private final ClientSession session;
    private final Handshake handshake;
    private volatile @Nullable ServerDescription server;
    private volatile @Nullable ChangeStream changes;

    private ClientConnection(McpServerOptions config, ClientRole role) {
        this.config = config;
        this.role = role;
        this.session = new ClientSession(config, notices, end);
        this.handshake = new Handshake(config, session, role.passesOn());
    }

    /**
     * Connects.
     *
     * @throws CallException with the reason if that fails; nothing is left behind then
     */
    static ClientConnection open(McpServerOptions config, McpEra known, ClientRole role) {
        ClientConnection connection = new ClientConnection(config, role);
        try {
            connection.start(known);
            return connection;
        } catch (RuntimeException e) {
            CallException failure = connection.failure(e);
            connection.close();
            throw failure;
        } catch (InterruptedException e) {
            connection.close();
            Thread.currentThread().interrupt();
            throw new CallException(ErrorCode.ABORTED, "interrupted while connecting");
        }
    }

    private void start(McpEra known) throws InterruptedException {
        ServerDescription found = handshake.run(known);
        server = found;
        if (found.version().isModern()) {
            ChangeStream stream = new ChangeStream(session, found, watches);
            changes = stream;
            watches.onInterest(uri -> stream.changed());
            stream.start();
        } else {
            watches.onInterest(subscriptions::update);
        }
    }

    private void subscribe(String uri, boolean wanted) {
        if (!server().has("resources", "subscribe")) {
            return;
        }
        String method = wanted ? "resources/subscribe" : "resources/unsubscribe";
        Sent sent = Sent.of(method, JsonNodeFactory.instance.objectNode().put("uri", uri));
        Limits limits = new Limits(null, wanted ? SUBSCRIBE_TIMEOUT : UNSUBSCRIBE_TIMEOUT);
        try {
            once(sent, sent.call(), limits);
        } catch (RuntimeException e) {
            LOG.debug("{} failed at {}", method, config, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Runs an action whenever a resource changes. Does not wait for the server. */
    Registration watch(String uri, Runnable changed) {
        return watches.add(uri, changed);
    }

    /** Waits until the server sends changes of a watched resource, but not for long. */
    void awaitWatch(String uri) {
        subscriptions.await(uri);
    }

    ServerDescription server() {
        return Objects.requireNonNull(server);
    }

    void onListChanged(Consumer<String> listener) {
        notices.onListChanged(listener);
    }

    void onElicitationComplete(Consumer<String> listener) {
        notices.onElicitationComplete(listener);
    }

    void onLost(Consumer<String> action) {
        end.onLost(action);
    }

    boolean isOpen() {
        return !end.isOver();
    }

    /** As {@link #request(Sent, Call)}, for nobody in particular. */
    JsonNode request(Sent sent) {
        return request(sent, sent.call());
    }

    /**
     * Makes a request, and all that it takes to get a result.
     *
     * @throws McpException if the server answers with an error
     * @throws CallException if there is no answer
     */
    JsonNode request(Sent sent, Call call) {
        try {
            Limits limits = new Limits(config.idleTimeout, config.timeout);
            return InputRounds.request(
                    config, sent, call, (one, caller) -> once(one, caller, limits));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CallException(ErrorCode.ABORTED, "the call was interrupted");
        } catch (HttpStatusException e) {
            throw e.toCallException();
        }
    }

    private JsonNode once(Sent sent, Call call, Limits limits) throws InterruptedException {
        try {
            return session.request(sent, call, limits);
        } catch (SessionLostException e) {
            renew(e.session());
        }
        if (!sent.repeatable()) {
            throw new CallException(
                    ErrorCode.UNAVAILABLE,
                    "the MCP server has lost the session and did not carry out "
                            + sent.method()
                            + "; there is a new session, call again");
        }
        try {
            return session.request(sent, call, limits);
        } catch (SessionLostException e) {
            throw new CallException(
                    ErrorCode.UNAVAILABLE, "the MCP server loses one session after the other");
        }
    }

    /** Those who lose a session together get a new one together. */
    private void renew(String lost) throws InterruptedException {
        if (!renewing.tryLock(config.startTimeout.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new CallException(
                    ErrorCode.UNAVAILABLE, "the MCP server does not open a new session");
        }
        try {
            if (!lost.equals(session.wire().session())) {
                return;
            }
            LOG.info("The session of {} has expired; opening a new one", config);
            server = handshake.initialize();
        } finally {
            renewing.unlock();
        }
        subscriptions.renew();
        notices.allChanged();
    }

    /**
     * All items of a list, over all pages.
     *
     * @throws CallException if the list is too large or takes too long
     */
    List<JsonNode> listAll(String method, String field) {
        Duration timeout = config.startTimeout.plus(config.idleTimeout);
        return new ListPages(method + " of " + config, timeout)
                .read(cursor -> request(Sent.of(method, listing(cursor))), field);
    }

    private ObjectNode listing(@Nullable String cursor) {
        ObjectNode params = JsonNodeFactory.instance.objectNode();
        if (cursor != null) {
            params.put("cursor", cursor);
        }
        if (role.node() != null) {
            params.putObject("_meta").put(Via.NODE, role.node());
        }
        return params;
    }

    @Nullable String remark() {
        return session.hasWire() ? session.wire().remark() : null;
    }

    List<String> errorOutput() {
        return session.hasWire() && session.wire() instanceof StdioWire stdio
                ? stdio.errorOutput()
                : List.of();
    }

    private CallException failure(RuntimeException e) {
        CallException failure =
                switch (e) {
                    case CallException call -> call;
                    case HttpStatusException status -> status.toCallException();
                    case McpException error -> McpFailures.of(error);
                    default -> new CallException(ErrorCode.UNAVAILABLE, String.valueOf(e));
                };
        String output = session.hasWire() ? session.wire().errors() : null;
        return output == null || failure.getMessage().contains(Wire.ERROR_OUTPUT)
                ? failure
                : new CallException(
                        failure.code(), failure.getMessage() + Wire.ERROR_OUTPUT + output);
    }

    @Override
    public void close() {
        ChangeStream stream = changes;
        if (stream != null) {
            stream.close();
        }
        session.close();
    }
}
