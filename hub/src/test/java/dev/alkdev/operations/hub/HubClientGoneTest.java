package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LeakCheck.class)
class HubClientGoneTest {
    @Test
    void aClientThatClosesItsConnectionAbortsItsCall() throws Exception {
        try (Hub hub = HubFixtures.started(HubFixtures.TEST_SOURCE)) {
            try (RawClient client = new RawClient(hub)) {
                client.send(
                        "POST /operations/test.hold HTTP/1.1",
                        "Host: localhost",
                        "Content-Type: application/json",
                        "Content-Length: 14",
                        "",
                        "{\"key\":\"gone\"}");
                await().until(() -> TestProvider.held("gone") == 1);
            }

            await().until(() -> TestProvider.held("gone") == 0);
            await().until(() -> hub.registry().openCalls() == 0);
        }
    }

    @Test
    void aClientThatClosesItsConnectionEndsItsStream() throws Exception {
        try (Hub hub = HubFixtures.started(HubFixtures.TEST_SOURCE)) {
            try (RawClient client = new RawClient(hub)) {
                client.send(
                        "GET /operations/test.endless HTTP/1.1",
                        "Host: localhost",
                        "Accept: text/event-stream");
                await().until(() -> hub.registry().openSubscriptions() == 1);
            }

            await().until(() -> hub.registry().openSubscriptions() == 0);
        }
    }

    @Test
    void aClientThatStaysIsAnswered() throws Exception {
        try (Hub hub = HubFixtures.started(HubFixtures.TEST_SOURCE);
                HubClient client = HubClient.of(hub)) {
            var running = client.later("test.hold", "{\"key\": \"stays\"}");
            await().until(() -> TestProvider.held("stays") == 1);
            // Long enough for several looks at the connection.
            long start = System.nanoTime();
            await().until(() -> System.nanoTime() - start > 800_000_000L);
            TestProvider.open("stays");

            assertThat(running.get().body()).isEqualTo("\"stays\"");
        }
    }
}
