package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.OperationSource.Status.State;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.config.Kind;
import dev.alkdev.operations.http.SourceEntry;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.CapturedLog;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;

/** A source of a plug-in that does what it must not do affects nothing but itself. */
@Timeout(120)
class BadNeighbourTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    /** A kind of a plug-in. */
    @Kind(value = "odd", text = "anything")
    record OddConfig(String name, Function<HubParts, HubSource> opening) implements SourceConfig {
        @Override
        public SourceRulesConfig rules() {
            return SourceRulesConfig.none();
        }

        @Override
        public HubSource open(HubParts parts) {
            return opening.apply(parts);
        }
    }

    /** Brings operations, and reports what it is told to. */
    private record Source(String name, List<String> ids, Supplier<Status> reported)
            implements OperationSource {
        @Override
        public void start(Publisher publisher) {
            publisher.update(
                    ids.stream()
                            .map(
                                    id ->
                                            OperationBinding.of(
                                                    OperationSpec.query(id).build(),
                                                    (input, context) -> name))
                            .toList());
        }

        @Override
        public Status status() {
            return reported.get();
        }

        @Override
        public void close() {}
    }

    private static OperationSource.Status ready() {
        return new OperationSource.Status(State.READY, 1, null);
    }

    private static OddConfig bringing(String name, String... ids) {
        OddConfig[] self = new OddConfig[1];
        self[0] =
                new OddConfig(
                        name,
                        parts ->
                                parts.source(
                                        self[0],
                                        () ->
                                                new Source(
                                                        name,
                                                        List.of(ids),
                                                        BadNeighbourTest::ready)));
        return self[0];
    }

    private static HubConfig config(SourceConfig... more) {
        HubConfig config = HubFixtures.config(HubFixtures.TEST_SOURCE);
        List<SourceConfig> sources = new ArrayList<>(List.of(more));
        sources.addAll(config.sources());
        return config.withSources(sources);
    }

    private static OperationSource.Status status(Hub hub, String name) {
        return hub.sources().stream()
                .filter(each -> each.name().equals(name))
                .map(SourceEntry::status)
                .findFirst()
                .orElseThrow();
    }

    private static String call(Hub hub, String id) {
        return hub.registry().execute(id, Json.parse("{}")).data().asString();
    }

    /** A source that is closed without having been started. */
    private record LateSource(CountDownLatch closed) implements HubSource {
        @Override
        public void start() {
            throw new IllegalStateException("started after the stop");
        }

        @Override
        public void refresh() {}

        @Override
        public OperationSource.Status status() {
            return ready();
        }

        @Override
        public SourceOrigin origin() {
            throw new IllegalStateException("not started");
        }

        @Override
        public void withdraw() {}

        @Override
        public void close() {
            closed.countDown();
        }
    }

    @Test
    void aSourceThatOpensAfterTheHubHasStoppedIsClosed() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        OddConfig late =
                new OddConfig(
                        "late",
                        parts -> {
                            awaitStubbornly(gate);
                            return new LateSource(closed);
                        });
        try (Hub hub = Hub.of(config(late))) {
            hub.start();
            assertThat(status(hub, "late").state()).isEqualTo(State.FAILED);
        }
        assertThat(closed.getCount()).isEqualTo(1);

        gate.countDown();

        assertThat(closed.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aSourceThatCannotBeOpenedFailsAlone() {
        OddConfig wrong =
                new OddConfig(
                        "wrong",
                        parts -> {
                            throw new IllegalArgumentException("no database");
                        });
        OddConfig broken =
                new OddConfig(
                        "broken",
                        parts -> {
                            throw new NoClassDefFoundError("com/acme/Driver");
                        });
        OddConfig empty = new OddConfig("empty", parts -> List.<HubSource>of().iterator().next());
        try (Hub hub = HubFixtures.started(config(wrong, broken, empty))) {
            assertThat(call(hub, "test.answer")).isEqualTo("42");
            assertThat(status(hub, "wrong"))
                    .isEqualTo(new OperationSource.Status(State.FAILED, 0, "no database"));
            assertThat(status(hub, "broken").lastError()).contains("NoClassDefFoundError");
            assertThat(status(hub, "empty").lastError()).contains("NoSuchElementException");
        }
    }

    @Test
    void aReloadBringsInTheOthers() {
        AtomicInteger attempts = new AtomicInteger();
        OddConfig[] late = new OddConfig[1];
        late[0] =
                new OddConfig(
                        "late",
                        parts -> {
                            if (attempts.getAndIncrement() == 0) {
                                throw new IllegalStateException("not yet");
                            }
                            return bringing("late", "late.get").open(parts);
                        });
        try (Hub hub = HubFixtures.started(config())) {
            hub.reload(config(late[0], bringing("good", "good.get")));

            await().atMost(SOON).until(() -> status(hub, "good").state() == State.READY);
            assertThat(call(hub, "good.get")).isEqualTo("good");
            await().atMost(SOON).until(() -> status(hub, "late").state() == State.READY);
            assertThat(call(hub, "late.get")).isEqualTo("late");
        }
    }

    @Test
    void aSourceThatTakesForEverToOpenHoldsUpNothing() {
        CountDownLatch gate = new CountDownLatch(1);
        OddConfig stuck =
                new OddConfig(
                        "stuck",
                        parts -> {
                            try {
                                gate.await();
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                            return bringing("stuck", "stuck.get").open(parts);
                        });
        try (Hub hub = Hub.of(config(stuck))) {
            hub.start();
            await().atMost(SOON).until(() -> status(hub, "test").state() == State.READY);
            assertThat(status(hub, "stuck").lastError()).isEqualTo("the source takes long to open");

            gate.countDown();
            await().atMost(SOON).until(() -> status(hub, "stuck").state() == State.READY);
            assertThat(call(hub, "stuck.get")).isEqualTo("stuck");
        }
    }

    @Test
    void aSourceWhoseStatusBlocksHoldsUpNeitherHealthNorStop() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        OddConfig[] self = new OddConfig[1];
        self[0] =
                new OddConfig(
                        "mute",
                        parts ->
                                parts.source(
                                        self[0],
                                        () ->
                                                new Source(
                                                        "mute",
                                                        List.of("mute.get"),
                                                        () -> awaitStubbornly(gate))));
        Hub hub = Hub.of(config(self[0]));
        try (hub;
                HubClient client = HubClient.of(start(hub))) {
            await().atMost(SOON).until(() -> status(hub, "test").state() == State.READY);
            await().atMost(SOON)
                    .untilAsserted(
                            () ->
                                    assertThat(status(hub, "mute").lastError())
                                            .isEqualTo("the source does not report its state"));
            long begin = System.nanoTime();
            assertThat(client.json("/health/ready").path("status").asString())
                    .isEqualTo("degraded");
            assertThat(client.get("/operations").statusCode()).isEqualTo(200);
            assertThat(call(hub, "mute.get")).isEqualTo("mute");
            hub.close();
            assertThat(Duration.ofNanos(System.nanoTime() - begin))
                    .isLessThan(Duration.ofSeconds(15));
        } finally {
            gate.countDown();
        }
    }

    private static Hub start(Hub hub) {
        hub.start();
        return hub;
    }

    private static OperationSource.Status awaitStubbornly(CountDownLatch gate) {
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
        return ready();
    }

    @Test
    void aSourceCannotTakeIdsOfAnother() {
        OddConfig thief =
                bringing("thief", "test.answer", "test.new", "services.list", "thief.own");
        try (CapturedLog log = new CapturedLog();
                Hub hub = HubFixtures.started(config(thief))) {
            assertThat(call(hub, "test.answer")).isEqualTo("42");
            assertThat(call(hub, "thief.own")).isEqualTo("thief");
            assertThat(hub.registry().find("test.new")).isEmpty();
            assertThat(hub.registry().find("services.list")).isEmpty();
            assertThat(status(hub, "test").state()).isEqualTo(State.READY);
            assertThat(status(hub, "thief").leftOut())
                    .containsOnlyKeys("test.answer", "test.new", "services.list")
                    .containsEntry("test.answer", "the namespace test belongs to the source test");
            assertThat(log.of(LocalRules.class.getName()))
                    .containsExactly(
                            "The source thief may not bring 3 operations, such as services.list:"
                                    + " the namespace services belongs to the protocol");
        }
    }
}
