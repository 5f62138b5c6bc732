package dev.alkdev.operations.hub;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.CallObserver;
import dev.alkdev.operations.DrainGate;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationRegistryBuilder;
import dev.alkdev.operations.audit.AuditLog;
import dev.alkdev.operations.base.Backoff;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.config.ConfigException;
import dev.alkdev.operations.config.ConfigRecords;
import dev.alkdev.operations.console.Activity;
import dev.alkdev.operations.http.Readiness;
import dev.alkdev.operations.http.SourceEntry;
import dev.alkdev.operations.mcp.McpGateway;
import dev.alkdev.operations.metrics.CallMetrics;
import dev.alkdev.operations.metrics.CallTracing;
import dev.alkdev.operations.search.OperationSearch;
import dev.alkdev.operations.signin.SignIn;

import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;

/**
 * A registry with its sources and gateways, from one config. Threads may share it.
 *
 * <pre>{@code
 * try (Hub hub = Hub.of(HubConfig.read(Path.of("hub.yaml")))) {
 *     hub.start();
 *     hub.registry().execute("tasks.list", Json.parse("{}"));
 * }
 * }</pre>
 */
public final class Hub implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Hub.class);
    private static final String REVOKED = "the token is no longer accepted";

    /** How much longer than it may drain a hub takes to stop, at most. */
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);

    /** Processes of MCP servers have 2 s to end by themselves, and 2 s after SIGTERM. */
    private static final Duration SOURCES_TIMEOUT = Duration.ofSeconds(5);

    private static final Duration REPLY_TIMEOUT = Duration.ofSeconds(2);

    /** How long a hub that was started waits for its sources before it accepts traffic anyway. */
    private static final Duration LOADING_TIMEOUT = Duration.ofSeconds(10);

    private static final Backoff BACKOFF =
            new Backoff(Duration.ofMillis(500), Duration.ofSeconds(30));

    final HubMeters meters;
    final CallLimits limits;
    final HubAuthenticator authenticator;

    /** The sign-in of the console. */
    final SignIn signIn;

    final SourceSet sources;
    final Activity activity;

    /** The observers of all calls of the registry. */
    final List<CallObserver> observers;

    private final Mutex lock = new Mutex();
    private final DrainGate gate = new DrainGate("the hub is stopping");
    private final AuditLog audit;
    private final HubParts parts;
    private final OperationRegistry registry;
    private final OperationSearch search;
    private volatile HubConfig config;
    private volatile long startedAt;
    private volatile Readiness readiness = Readiness.STARTING;
    private volatile @Nullable HubEngine engine;
    private volatile @Nullable HubServer server;
    private final CountDownLatch ended = new CountDownLatch(1);
    private boolean closed;

    private Hub(HubConfig config, OpenTelemetry telemetry) {
        this.config = config;
        this.limits = new CallLimits(config.limits(), System::nanoTime);
        ByteBudget budget = ByteBudget.of(config.limits().memoryBytes());
        this.audit = AuditLog.of(config.audit().file(), config.audit().inputs(), budget.bulk());
        this.meters = new HubMeters(config.name(), budget, audit);
        this.activity = new Activity(config.limits().activity(), config.audit().inputs());
        this.parts = new HubParts(this, Plugins.in(config.plugins()));
        this.sources = new SourceSet(parts, BACKOFF);
        CallMetrics metrics = new CallMetrics(meters.registry, SourceOrigin.HUB, this::registry);
        this.observers = observers(metrics, telemetry);
        OperationRegistryBuilder builder =
                OperationRegistry.builder().byteBudget(budget).normalizing(config.normalize());
        observers.forEach(builder::observer);
        this.registry = builder.build();
        this.search =
                OperationSearch.over(
                        registry, id -> config().aliases().getOrDefault(id, List.of()));
        registry.onChange(metrics::changed);
        this.authenticator =
                new HubAuthenticator(config, meters.signIns(audit), new OperationScopes(registry));
        this.signIn = new SignIn(authenticator, ConsoleGateway.site(this));
    }

    /** A hub that is not started yet, with the process's OpenTelemetry, if it has any. */
    public static Hub of(HubConfig config) {
        return of(config, GlobalOpenTelemetry.getOrNoop());
    }

    /** A hub that is not started yet. */
    public static Hub of(HubConfig config, OpenTelemetry telemetry) {
        return new Hub(config, telemetry);
    }

    private List<CallObserver> observers(CallMetrics metrics, OpenTelemetry telemetry) {
        List<CallObserver> observers = new ArrayList<>();
        if (activity.capacity() > 0) {
            observers.add(activity);
        }
        observers.add(audit);
        observers.add(metrics);
        if (!telemetry.equals(OpenTelemetry.noop())) {
            observers.add(new CallTracing(telemetry, SourceOrigin.HUB));
        }
        observers.add(gate);
        observers.add(limits);
        observers.add(SourceOrigin::begin);
        return List.copyOf(observers);
    }

    /**
     * Starts everything. Returns when the gateways answer; the sources may still be on their way.
     *
     * @throws IllegalStateException if it was started or closed before, or cannot listen
     */
    public void start() {
        try (Registration held = lock.hold()) {
            checkNew();
            authenticator.prepare();
            if (!config.gateways().isEmpty()) {
                HubServer listening = HubServer.start(parts);
                server = listening;
                LOG.info("{} listens at {}", config.name(), listening.uri());
            } else {
                // As a server would, nothing else of a hub being a reason to go on.
                Thread.ofPlatform().name("operations-hub").start(this::awaitEnd);
            }
            startSources();
        }
    }

    /**
     * Starts the sources and the engine without any gateway.
     *
     * @throws IllegalStateException if it was started or closed before
     */
    public void startSources() {
        try (Registration held = lock.hold()) {
            checkNew();
            sources.change(config.sources(), config.drain());
            engine = GuardedEngine.join(config.engine(), parts).orElse(null);
            startedAt = System.nanoTime();
            readiness = Readiness.READY;
            UnmatchedTools.logWhenLoaded(this);
        }
    }

    private void checkNew() {
        if (readiness != Readiness.STARTING || closed) {
            throw new IllegalStateException("the hub was started or closed before");
        }
    }

    private void awaitEnd() {
        try {
            ended.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until every source has tried to bring its operations; false if that takes longer. */
    public boolean awaitSources(Duration timeout) {
        return awaitSources(timeout, source -> true);
    }

    /** As {@link #awaitSources(Duration)}, for some sources. */
    public boolean awaitSources(Duration timeout, Predicate<SourceConfig> which) {
        return sources.awaitAttempts(timeout, which);
    }

    public OperationRegistry registry() {
        return registry;
    }

    /** Finds its operations, also by the aliases of the config. */
    public OperationSearch search() {
        return search;
    }

    /** Serves its operations to MCP clients that are not reached over HTTP. */
    public McpGateway mcp() {
        return config.gateway(McpGatewayConfig.class)
                .orElseGet(() -> StandardKinds.RECORDS.defaults(McpGatewayConfig.class))
                .builder(parts)
                .build();
    }

    public HubConfig config() {
        return config;
    }

    /** The state of the sources, and of the engine if there is one. */
    public List<SourceEntry> sources() {
        List<SourceEntry> entries = new ArrayList<>(sources.entries());
        engine().ifPresent(joined -> entries.add(joined.entry()));
        return entries;
    }

    Optional<HubEngine> engine() {
        return Optional.ofNullable(engine);
    }

    /** Whether it accepts traffic. */
    public Readiness readiness() {
        if (gate.isClosed()) {
            return Readiness.DRAINING;
        }
        if (readiness != Readiness.READY) {
            return readiness;
        }
        if (sources.isLoading()) {
            boolean early = System.nanoTime() - startedAt < LOADING_TIMEOUT.toNanos();
            return early ? Readiness.STARTING : Readiness.DEGRADED;
        }
        return audit.isFailed() ? Readiness.DEGRADED : Readiness.READY;
    }

    /**
     * Where it is reached.
     *
     * @throws IllegalStateException if it is not started, or has no gateways
     */
    public URI uri() {
        HubServer now = server;
        if (now == null) {
            throw new IllegalStateException(
                    config.gateways().isEmpty()
                            ? "the hub does not listen: its config has no gateways"
                            : "the hub does not listen: it is not started");
        }
        return now.uri();
    }

    /**
     * Continues with another config: sources that differ are exchanged while their calls finish,
     * tokens and limits take effect at once. What needs a restart is logged and stays. Certificates
     * are read again even if the config is the same.
     *
     * @throws ConfigException if it cannot be used; then nothing has changed
     */
    public void reload(HubConfig changed) {
        reload(changed, "config", false);
    }

    /**
     * As {@link #reload(HubConfig)}, with the name of the file for what is wrong. A file that is
     * empty now is refused: it is more likely being written than meant.
     *
     * @throws ConfigException if it cannot be used; then nothing has changed
     */
    public void reload(HubConfig changed, String file) {
        reload(changed, file, true);
    }

    private void reload(HubConfig changed, String file, boolean isFile) {
        try (Registration held = lock.hold()) {
            HubConfig before = config;
            if (closed) {
                return;
            }
            HubServer listening = server;
            if (listening != null) {
                listening.renewCertificate();
            }
            if (changed.equals(before)) {
                sources.change(before.sources(), before.drain());
                return;
            }
            HubConfig next = new RunningConfig(before, changed).next(file, isFile);
            List<String> later = ConfigRecords.needRestart(before, changed);
            if (!later.isEmpty()) {
                LOG.warn("These changes need a restart: {}", later);
            }
            config = next;
            authenticator.change(next);
            signIn.recheck();
            disconnect(new RevokedTokens(before, next));
            sources.tokensChanged();
            engine().ifPresent(HubEngine::tokensChanged);
            limits.change(next.limits());
            audit.writeInputs(next.audit().inputs());
            activity.keepInputs(next.audit().inputs());
            search.refresh();
            sources.change(next.sources(), next.drain());
            UnmatchedTools.logWhenLoaded(this);
            LOG.info("Config reloaded");
        }
    }

    private void disconnect(RevokedTokens revoked) {
        if (revoked.isNobody()) {
            return;
        }
        HubServer listening = server;
        if (listening != null) {
            listening.disconnect(revoked, REVOKED);
        }
        gate.end(revoked, new CallException(ErrorCode.ACCESS_DENIED, REVOKED));
    }

    /**
     * Stops: rejects new calls, ends streams, waits for running calls for the drain time of the
     * config, and closes everything. Closing twice does nothing.
     */
    @Override
    public void close() {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            LOG.info("{} is stopping", config.name());
            HubEngine joined = engine;
            HubServer listening = server;
            Deadline whole = Deadline.in(config.drain().plus(CLOSE_TIMEOUT));
            if (joined != null) {
                joined.retire();
            }
            int left = gate.drain(config.drain());
            if (left > 0) {
                LOG.warn("{} calls did not end in {} ms", left, config.drain().toMillis());
            }
            // Answers that are ready may take a little to reach their callers.
            Deadline last = Deadline.in(REPLY_TIMEOUT).orEarlier(whole);
            if (joined != null) {
                // After the last answers: a call is over a little before its caller knows.
                last.await(() -> joined.activeCount() == 0);
                joined.close();
            }
            if (listening != null) {
                Guarded.attempt("Closing the server", () -> listening.close(last));
            }
            Guarded.attempt(
                    "Closing the sources", () -> sources.close(Deadline.in(SOURCES_TIMEOUT)));
            Guarded.attempt("Closing the metrics", meters::close);
            Guarded.attempt("Closing the audit file", audit::close);
        } finally {
            ended.countDown();
            lock.unlock();
        }
    }
}
