package dev.alkdev.operations.hub;

import java.nio.file.Path;
import java.time.Duration;

/** Hubs for tests. */
final class HubFixtures {
    static final String TEST_SOURCE =
            """
            sources:
              - name: test
                type: provider
                provider: test
            """;

    private HubFixtures() {}

    static HubConfig config(String yaml) {
        return HubConfig.parse("listen: 127.0.0.1:0\n" + yaml, Path.of("."), name -> null);
    }

    /** A hub that runs, with all its sources tried. */
    static Hub started(String yaml) {
        return started(config(yaml));
    }

    static Hub started(HubConfig config) {
        Hub hub = Hub.of(config);
        hub.start();
        hub.awaitSources(Duration.ofSeconds(20));
        return hub;
    }
}
