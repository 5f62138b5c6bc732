package dev.alkdev.operations.hub;

import dev.alkdev.operations.Caller;

import java.time.Duration;
import java.util.function.Predicate;

/**
 * A gateway whose methods may block, as those of a plug-in may: the hub waits for each of them for
 * a limited time, since its start, reload and stop depend on it. Threads share it.
 */
final class GuardedGateway implements HubGateway {
    private static final Duration OPEN_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration STEP_TIMEOUT = Duration.ofSeconds(2);

    private final String name;
    private final HubGateway gateway;
    private final Questions questions;

    private GuardedGateway(String name, HubGateway gateway) {
        this.name = name;
        this.gateway = gateway;
        this.questions = new Questions("The " + name);
    }

    /**
     * Opens a gateway.
     *
     * @throws IllegalStateException if that takes too long
     */
    static HubGateway open(GatewayConfig config, HubParts parts, WebMounts web) {
        String name = "gateway " + config.getClass().getSimpleName();
        HubGateway gateway =
                Guarded.result(
                        "Opening the " + name,
                        OPEN_TIMEOUT,
                        () -> config.open(parts, web),
                        HubGateway::close);
        return new GuardedGateway(name, gateway);
    }

    @Override
    public void disconnect(Predicate<Caller> callers, String reason) {
        Guarded.attempt(
                "Disconnecting callers of the " + name,
                STEP_TIMEOUT,
                () -> gateway.disconnect(callers, reason));
    }

    @Override
    public int activeCount() {
        return questions.ask(gateway::activeCount, e -> 0);
    }

    @Override
    public void close() {
        Guarded.attempt("Closing the " + name, STEP_TIMEOUT, gateway::close);
    }
}
