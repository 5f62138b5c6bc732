package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.alkdev.operations.OperationSource.Status.State;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** What becomes of sources when a reload exchanges them. */
class HubExchangeTest {
    private static final String ULM = "{\"town\": \"Ulm\"}";

    private static HubConfig config(TestApi api, String more) {
        return HubFixtures.config("sources:\n" + api.source("weather") + more);
    }

    @Test
    void callsSucceedThroughoutAReloadWithASlowDocument() throws Exception {
        try (TestApi api = TestApi.start();
                Hub hub = HubFixtures.started(config(api, ""));
                HubClient client = HubClient.of(hub)) {
            AtomicBoolean over = new AtomicBoolean();
            AtomicInteger good = new AtomicInteger();
            AtomicInteger bad = new AtomicInteger();
            Thread calls =
                    Thread.startVirtualThread(
                            () -> {
                                while (!over.get()) {
                                    (isServed(client) ? good : bad).incrementAndGet();
                                }
                            });
            CountDownLatch gate = api.holdDocument();

            hub.reload(config(api, "    timeout: 7s\n"));
            int then = good.get();
            await().until(() -> good.get() > then + 10);
            assertThat(hub.sources().getFirst().status().state()).isEqualTo(State.NEW);
            assertThat(hub.sources().getFirst().status().operations()).isOne();
            gate.countDown();
            await().until(() -> hub.sources().getFirst().status().state() == State.READY);
            int later = good.get();
            await().until(() -> good.get() > later + 10);

            over.set(true);
            calls.join();
            assertThat(bad).hasValue(0);
        }
    }

    private static boolean isServed(HubClient client) {
        try {
            return client.call("weather.getWeather", ULM).statusCode() == 200;
        } catch (Exception e) {
            return false;
        }
    }

    @Test
    void aSecondReloadBeforeTheFirstIsDoneTakesItsPlace() throws Exception {
        try (TestApi api = TestApi.start();
                Hub hub = HubFixtures.started(config(api, ""));
                HubClient client = HubClient.of(hub)) {
            CountDownLatch gate = api.holdDocument();
            hub.reload(config(api, "    timeout: 7s\n"));
            hub.reload(config(api, "    timeout: 8s\n"));
            assertThat(isServed(client)).isTrue();
            gate.countDown();

            await().until(() -> hub.sources().getFirst().status().state() == State.READY);
            assertThat(isServed(client)).isTrue();
            hub.reload(HubFixtures.config(""));
            assertThat(hub.registry().size()).isZero();
        }
    }

    @Test
    void aSourceWithOtherRulesServesNothingByTheOldOnes() throws Exception {
        try (TestApi api = TestApi.start();
                Hub hub = HubFixtures.started(config(api, ""))) {
            CountDownLatch gate = api.holdDocument();

            hub.reload(config(api, "    scopes: [admin]\n"));

            assertThat(hub.registry().size()).isZero();
            gate.countDown();
            await().until(() -> hub.registry().size() == 1);
            assertThat(hub.registry().spec("weather.getWeather").accessControl().requiredScopes())
                    .containsExactly("admin");
        }
    }

    @Test
    void aSourceThatIsRemovedWhileItIsExchangedGoesAtOnce() throws Exception {
        try (TestApi api = TestApi.start();
                Hub hub = HubFixtures.started(config(api, ""))) {
            CountDownLatch gate = api.holdDocument();
            hub.reload(config(api, "    timeout: 7s\n"));

            hub.reload(HubFixtures.config(""));

            assertThat(hub.registry().size()).isZero();
            assertThat(hub.sources()).isEmpty();
            gate.countDown();
        }
    }

    @Test
    void aProviderThatDoesNotComeBackHoldsNeitherReloadNorClose() throws Exception {
        String stuck =
                "  - {name: %s, type: provider, provider: test, options: {stuck: exchange-1}}\n";
        Hub hub = Hub.of(HubFixtures.config(HubFixtures.TEST_SOURCE + stuck.formatted("one")));
        try {
            hub.start();
            await().until(() -> TestProvider.held("exchange-1") == 1);

            assertTimeoutPreemptively(
                    Duration.ofSeconds(8),
                    () ->
                            hub.reload(
                                    HubFixtures.config(
                                            HubFixtures.TEST_SOURCE + stuck.formatted("two"))));
            await().until(() -> TestProvider.held("exchange-1") == 2);
            assertTimeoutPreemptively(Duration.ofSeconds(8), hub::close);

            assertThat(TestProvider.closed("one")).isZero();
        } finally {
            TestProvider.open("exchange-1");
            hub.close();
        }
        await().until(() -> TestProvider.closed("one") == 1 && TestProvider.closed("two") == 1);
        assertThat(hub.registry().size()).isZero();
    }

    @Test
    void oneThatCannotBeClosedKeepsNothingElseOpen() {
        String yaml =
                """
                sources:
                  - {name: locked, type: provider, provider: test, options: {unclosable: true}}
                  - {name: good, type: provider, provider: test}
                """;
        int before = TestProvider.closed("good");
        Hub hub = HubFixtures.started(yaml);

        hub.close();

        assertThat(TestProvider.closed("locked")).isOne();
        assertThat(TestProvider.closed("good")).isEqualTo(before + 1);
        assertThat(hub.registry().size()).isZero();
        assertThat(hub.sources()).isEmpty();
    }
}
