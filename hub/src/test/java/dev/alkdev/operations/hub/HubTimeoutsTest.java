package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.net.http.HttpResponse;
import java.time.Duration;

/** The time of calls whose callers give none. */
class HubTimeoutsTest {
    private static final String HASTY = "limits: {timeouts: {default: 100ms}}\n";

    private static Duration untilTimeout(Hub hub, String id, String input) throws Exception {
        try (HubClient client = HubClient.of(hub)) {
            long begun = System.nanoTime();
            HttpResponse<String> response = client.call(id, input);
            assertThat(response.statusCode()).as(response.body()).isEqualTo(504);
            return Duration.ofNanos(System.nanoTime() - begun);
        }
    }

    @Test
    void theTimeoutOfASourceTakesThePlaceOfTheDefault() throws Exception {
        String source = HubFixtures.TEST_SOURCE + "    timeout: 1500ms\n";
        try (Hub hub = HubFixtures.started(HASTY + source)) {
            assertThat(untilTimeout(hub, "test.hold", "{\"key\": \"timeout-1\"}"))
                    .isGreaterThan(Duration.ofSeconds(1));
        }
    }

    @Test
    void soDoesThatOfAnApi() throws Exception {
        try (TestApi api = TestApi.start();
                Hub hub =
                        HubFixtures.started(
                                HASTY
                                        + "sources:\n"
                                        + api.source("weather")
                                        + "    timeout: 1500ms\n")) {
            assertThat(untilTimeout(hub, "weather.getWeather", "{\"town\": \"slow\"}"))
                    .isGreaterThan(Duration.ofSeconds(1));
        }
    }

    @Test
    void theMaximumOfTheHubCountsForSourcesToo() throws Exception {
        String limits = "limits: {timeouts: {default: 100ms, max: 1s}}\n";
        String source = HubFixtures.TEST_SOURCE + "    timeout: 10m\n";
        try (Hub hub = HubFixtures.started(limits + source)) {
            assertThat(untilTimeout(hub, "test.hold", "{\"key\": \"timeout-2\"}"))
                    .isGreaterThan(Duration.ofMillis(900));
        }
    }
}
