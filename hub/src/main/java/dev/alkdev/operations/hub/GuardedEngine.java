package dev.alkdev.operations.hub;

import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.OperationSource.Status.State;
import dev.alkdev.operations.http.SourceEntry;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * An engine whose methods may block, as those of a plug-in may: the hub waits for each of them for
 * a limited time, since its start, reload, stop and health depend on it. Threads share it.
 */
final class GuardedEngine implements HubEngine {
    private static final Duration JOIN_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration STEP_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private final HubEngine engine;
    private final Questions questions = new Questions("The engine");
    private volatile SourceEntry last =
            new SourceEntry("engine", "engine", new OperationSource.Status(State.NEW, 0, null));

    private GuardedEngine(HubEngine engine) {
        this.engine = engine;
    }

    /**
     * Joins the group of an engine; empty if there is none.
     *
     * @throws IllegalStateException if that takes too long
     */
    static Optional<HubEngine> join(EngineConfig config, HubParts parts) {
        return Guarded.result(
                        "Joining the engine",
                        JOIN_TIMEOUT,
                        () -> config.join(parts),
                        late -> late.ifPresent(HubEngine::close))
                .map(GuardedEngine::new);
    }

    @Override
    public SourceEntry entry() {
        SourceEntry entry = questions.ask(engine::entry, this::unknown);
        last = entry;
        return entry;
    }

    private SourceEntry unknown(@Nullable Throwable failure) {
        String reason =
                failure == null ? "the engine does not report its state" : Guarded.told(failure);
        return new SourceEntry(
                last.name(), last.kind(), new OperationSource.Status(State.FAILED, 0, reason));
    }

    @Override
    public List<Member> peers() {
        return questions.ask(engine::peers, e -> List.of());
    }

    @Override
    public void tokensChanged() {
        Guarded.attempt("Changing the tokens of the engine", STEP_TIMEOUT, engine::tokensChanged);
    }

    @Override
    public void retire() {
        Guarded.attempt("Leaving the group of the engine", STEP_TIMEOUT, engine::retire);
    }

    @Override
    public int activeCount() {
        return questions.ask(engine::activeCount, e -> 0);
    }

    @Override
    public void close() {
        Guarded.attempt("Closing the engine", CLOSE_TIMEOUT, engine::close);
    }
}
