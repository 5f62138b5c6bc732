package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.management.UnixOperatingSystemMXBean;

import dev.alkdev.operations.config.ConfigRecords;
import dev.alkdev.operations.testkit.FreePorts;
import dev.alkdev.operations.testkit.LeakCheck;
import dev.alkdev.operations.testkit.TestRedis;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

@ExtendWith(LeakCheck.class)
@Timeout(240)
class HubLeakTest {
    private static final int CYCLES = 200;
    private static final int WITH_REDIS = 10;

    /** Lets the process make what all hubs share and it keeps, such as its HTTP client. */
    @BeforeAll
    static void makeWhatStays() {
        try (TestApi api = TestApi.start();
                Hub hub = HubFixtures.started("sources:\n" + api.source("weather"))) {
            assertThat(hub.registry().size()).isOne();
        }
    }

    private static long openFiles() {
        return ((UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getOpenFileDescriptorCount();
    }

    private static boolean isAccepting(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException refused) {
            return false;
        }
    }

    @Test
    void nothingIsLeftOfHubsThatAreClosed() {
        try (TestApi api = TestApi.start();
                Hub far =
                        HubFixtures.started(
                                "sources: [{name: far, type: provider, provider: test}]")) {
            HubConfig config =
                    HubFixtures.config(
                            HubFixtures.TEST_SOURCE
                                    + api.source("weather")
                                    + "  - {name: dead, type: openapi, document: \"http://127.0.0.1:%d/\"}\n"
                                            .formatted(FreePorts.next())
                                    + "  - {name: peer, type: peer, url: \"%s\"}\n"
                                            .formatted(HubFixtures.linkUri(far)));
            cycle(config, 3);
            long before = openFiles();
            cycle(config, CYCLES);

            await().untilAsserted(() -> assertThat(openFiles()).isLessThan(before + 20));
        }
    }

    private static void cycle(HubConfig config, int times) {
        List<Integer> ports = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            try (Hub hub = HubFixtures.started(config)) {
                ports.add(hub.uri().getPort());
                assertThat(hub.registry().size()).isGreaterThan(11);
            }
        }
        assertThat(ports.stream().filter(HubLeakTest::isAccepting).count())
                .as("ports in use; the system may have given a few of them to other processes")
                .isLessThan(1 + times / 20);
    }

    @Test
    void aHubThatIsClosedWhileItStartsLeavesNothing() {
        try (TestApi api = TestApi.start()) {
            HubConfig config = HubFixtures.config(HubFixtures.TEST_SOURCE + api.source("weather"));
            for (int i = 0; i < 20; i++) {
                try (Hub hub = Hub.of(config)) {
                    hub.start();
                }
            }
        }
    }

    @Test
    void aHubThatCannotServeLeavesNothing() {
        HubConfig noKeys =
                HubConfig.defaults()
                        .withListen(
                                new ListenConfig(
                                        "127.0.0.1",
                                        0,
                                        new TlsConfig(Path.of("no.pem"), Path.of("no"))));
        HubConfig noOrigin =
                ConfigRecords.with(
                        HubConfig.defaults(),
                        Map.of("cors", new CorsConfig(List.of("not an origin"))));
        for (HubConfig config : List.of(noKeys, noOrigin)) {
            try (Hub hub = Hub.of(config)) {
                assertThatThrownBy(hub::start)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageStartingWith("cannot serve: ");
            }
        }
    }

    @Test
    void nothingIsLeftOfHubsOnRedis() {
        try (TestRedis redis = TestRedis.start()) {
            HubConfig config =
                    HubFixtures.config(
                            "engine: " + redis.ownUrl() + "\n" + HubFixtures.TEST_SOURCE);
            for (int i = 0; i < WITH_REDIS; i++) {
                try (Hub hub = HubFixtures.started(config)) {
                    assertThat(hub.sources()).hasSize(2);
                }
            }
        }
    }
}
