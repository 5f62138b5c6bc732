package dev.alkdev.operations.code;

import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.OperationEnv;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.protocol.Peer;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Makes clients of interfaces with {@link Operations}: a call of a method is a call of its
 * operation. Clients are made without generated code and without a connection of their own, other
 * than to a {@code URI}. Threads may share them.
 *
 * <pre>{@code
 * Tasks tasks = Clients.bind(Tasks.class, registry);
 * Task task = tasks.get("A-17");
 * }</pre>
 */
public final class Clients {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private Clients() {}

    /**
     * Binds an interface to the operations of a registry, called by trusted code.
     *
     * @throws IllegalArgumentException if it is declared wrongly, with a sentence for each fault
     */
    public static <T> T bind(Class<T> type, OperationRegistry registry) {
        return ClientCalls.bind(type, new CallTarget.InRegistry(registry));
    }

    /** As {@link #bind(Class, OperationRegistry)}, for a handler: in the name of its caller. */
    public static <T> T bind(Class<T> type, OperationEnv env) {
        return ClientCalls.bind(type, new CallTarget.InEnv(env));
    }

    /** As {@link #bind(Class, OperationRegistry)}, to the operations of a peer. */
    public static <T> T bind(Class<T> type, Peer peer) {
        return ClientCalls.bind(type, new CallTarget.AtPeer(peer));
    }

    /** As {@link #bind(Class, URI, Supplier)}, for a hub that asks for no token. */
    public static <T> T bind(Class<T> type, URI hub) {
        return connect(type, hub, null);
    }

    /**
     * Links to a hub and binds an interface to its operations. {@link #close} ends the link. Needs
     * the artifact {@code operations-websocket}.
     *
     * @param hub its address, such as {@code http://127.0.0.1:7700}, or that of its link
     * @param token called for a token before each attempt to connect
     * @throws CallException {@code UNAVAILABLE} if it cannot be reached
     * @throws IllegalArgumentException as {@link #bind(Class, OperationRegistry)}
     */
    public static <T> T bind(Class<T> type, URI hub, Supplier<String> token) {
        return connect(type, hub, token);
    }

    private static <T> T connect(Class<T> type, URI hub, @Nullable Supplier<String> token) {
        // Before the link is opened, since it fails for good.
        ClientCalls.methods(type);
        return ClientCalls.bind(type, new CallTarget.AtHub(open(hub, token, TIMEOUT, true)));
    }

    /**
     * Links to a hub, for clients that share the link. It is retried until it is up, and again
     * after each disconnect; calls fail with {@code UNAVAILABLE} meanwhile. Needs the artifact
     * {@code operations-websocket}.
     *
     * @param token called for a token before each attempt to connect; null for a hub that asks for
     *     none
     * @param timeout how long to wait until it is up
     */
    public static Peer connect(URI hub, @Nullable Supplier<String> token, Duration timeout) {
        return open(hub, token, timeout, false);
    }

    private static Peer open(
            URI hub, @Nullable Supplier<String> token, Duration timeout, boolean required) {
        try {
            return HubLink.open(hub, token, timeout, required);
        } catch (NoClassDefFoundError absent) {
            throw new IllegalStateException(
                    "binding to the address of a hub needs the artifact operations-websocket",
                    absent);
        }
    }

    /**
     * A client whose calls have these options: {@code Clients.with(tasks, options ->
     * options.timeout(Duration.ofSeconds(2)))}. The given one stays as it is.
     */
    public static <T> T with(T client, Consumer<CallBuilder> options) {
        return ClientCalls.of(client).with(client, options);
    }

    /** Whether an object is a client that was made here. */
    public static boolean isClient(Object object) {
        return ClientCalls.isClient(object);
    }

    /** Closes the link of a client that was bound to the address of a hub; else does nothing. */
    public static void close(Object client) {
        ClientCalls.of(client).close();
    }
}
