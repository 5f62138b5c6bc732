package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationSource.Status.State;
import dev.alkdev.operations.config.ConfigRecords;
import dev.alkdev.operations.config.Kind;
import dev.alkdev.operations.http.SourceEntry;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.function.Predicate;

/** Gateways and engines of plug-ins whose methods do not return, not even when interrupted. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BlockingPluginTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    /** The documented time of a stop: the drain time, the sources, and the steps of the engine. */
    private static final Duration STOP = Duration.ofSeconds(20);

    private final CountDownLatch gate = new CountDownLatch(1);
    private final Set<String> entered = ConcurrentHashMap.newKeySet();

    @AfterEach
    void release() {
        gate.countDown();
    }

    private void block(String method) {
        entered.add(method);
        boolean interrupted = false;
        while (gate.getCount() > 0) {
            try {
                gate.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Kind(value = "blocking", text = "blocks")
    record BlockingGatewayConfig(BlockingPluginTest test, boolean opens) implements GatewayConfig {
        @Override
        public HubGateway open(HubParts parts, WebMounts web) {
            if (!opens) {
                test.block("open");
            }
            return test.new Blocking();
        }
    }

    @Kind(value = "blocking", text = "blocks")
    record BlockingEngineConfig(BlockingPluginTest test, boolean joins) implements EngineConfig {
        @Override
        public Optional<HubEngine> join(HubParts parts) {
            if (!joins) {
                test.block("join");
            }
            return Optional.of(test.new Blocking());
        }
    }

    private final class Blocking implements HubGateway, HubEngine {
        @Override
        public void disconnect(Predicate<Caller> callers, String reason) {
            block("disconnect");
        }

        @Override
        public SourceEntry entry() {
            block("entry");
            throw new IllegalStateException("late");
        }

        @Override
        public List<Member> peers() {
            block("peers");
            return List.of();
        }

        @Override
        public void tokensChanged() {
            block("tokensChanged");
        }

        @Override
        public void retire() {
            block("retire");
        }

        @Override
        public int activeCount() {
            block("activeCount");
            return 1;
        }

        @Override
        public void close() {
            block("close");
        }
    }

    private static HubConfig config(String... ids) {
        StringBuilder tokens = new StringBuilder("drain: 1s\ntokens:\n");
        for (String id : ids) {
            tokens.append(HubFixtures.token(id, id));
        }
        return HubFixtures.config(tokens + HubFixtures.TEST_SOURCE);
    }

    private HubConfig withGateway(HubConfig config, boolean opens) {
        return config.withGateways(
                List.of(new RestGatewayConfig(), new BlockingGatewayConfig(this, opens)));
    }

    private HubConfig withEngine(HubConfig config, boolean joins) {
        return ConfigRecords.with(config, Map.of("engine", new BlockingEngineConfig(this, joins)));
    }

    private static void assertStops(Hub hub) {
        long begin = System.nanoTime();
        hub.close();
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(STOP);
    }

    @Test
    void aGatewayHoldsUpNeitherReloadNorStop() throws Exception {
        Hub hub = Hub.of(withGateway(config("ann", "bob"), true));
        hub.start();
        try (hub;
                HubClient client = HubClient.of(hub)) {
            hub.reload(withGateway(config("bob"), true));

            assertThat(entered).contains("disconnect");
            assertThat(client.get("/health/ready").statusCode()).isEqualTo(200);
            assertStops(hub);
            assertThat(entered).contains("activeCount", "close");
        }
    }

    @Test
    void anEngineHoldsUpNeitherHealthNorReloadNorStop() throws Exception {
        Hub hub = Hub.of(withEngine(config("ann", "bob"), true));
        hub.start();
        try (hub;
                HubClient client = HubClient.of(hub)) {
            SourceEntry engine = hub.sources().getLast();
            assertThat(engine.status().state()).isEqualTo(State.FAILED);
            assertThat(engine.status().lastError())
                    .isEqualTo("the engine does not report its state");

            hub.reload(withEngine(config("bob"), true));

            assertThat(entered).contains("tokensChanged");
            assertThat(client.get("/health/live").statusCode()).isEqualTo(200);
            assertStops(hub);
            assertThat(entered).contains("retire", "close");
        }
    }

    @Test
    void aStartThatWaitsForAPluginFailsAndNamesIt() {
        Hub gateway = Hub.of(withGateway(config("ann"), false));
        Hub engine = Hub.of(withEngine(config("ann"), false));
        try (gateway;
                engine) {
            FutureTask<Throwable> other = new FutureTask<>(() -> catchThrowable(engine::start));
            Thread.startVirtualThread(other);

            assertThat(catchThrowable(gateway::start))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("Opening the gateway BlockingGatewayConfig takes longer than 10 s");
            await().atMost(SOON).until(other::isDone);
            assertThat(other.resultNow())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("Joining the engine takes longer than 10 s");

            gate.countDown();
            // What opens too late is closed.
            await().atMost(SOON).until(() -> entered.contains("close"));
        }
    }
}
