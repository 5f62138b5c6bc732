package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.OperationQuery;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.testkit.FreePorts;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Hubs that import each other in different ways. */
@Timeout(180)
class HubRingTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final int ROUNDS = 3;

    private static HubConfig config(int port, String name, String kind, int other) {
        String address = "127.0.0.1:" + other;
        String place =
                switch (kind) {
                    case "openapi" ->
                            "document: http://" + address + "/openapi.json\n    reload: 1s";
                    case "peer" -> "url: ws://" + address + "/link";
                    case "mcp" -> "url: http://" + address + "/mcp";
                    default -> throw new IllegalArgumentException(kind);
                };
        return HubConfig.parse(
                """
                listen: 127.0.0.1:%d
                sources:
                  - name: %s
                    namespace: %s
                    type: %s
                    %s
                """
                        .formatted(port, name, name, kind, place),
                Path.of("."),
                variable -> null);
    }

    private static List<String> ids(Hub hub) {
        return hub.registry().list(OperationQuery.all().withLimit(10_000)).operations().stream()
                .map(OperationSpec::id)
                .filter(id -> id.contains("mark"))
                .toList();
    }

    private static void register(Hub hub, String id) {
        hub.registry().register(OperationSpec.query(id).build(), (input, context) -> id);
    }

    /** Whether a hub has imported an operation of another under the namespace of its source. */
    private static boolean foreign(Hub hub, String owner, String mark) {
        return ids(hub).stream().anyMatch(id -> id.matches("from[AB][.]" + owner + "[._]" + mark));
    }

    @ParameterizedTest
    @CsvSource({"openapi, openapi", "openapi, peer", "openapi, mcp", "peer, mcp"})
    void importTheOperationsOfEachOtherOnce(String first, String second) {
        int portA = FreePorts.next();
        int portB = FreePorts.next();
        try (Hub a = HubFixtures.started(config(portA, "fromB", first, portB));
                Hub b = HubFixtures.started(config(portB, "fromA", second, portA))) {
            for (int round = 1; round <= ROUNDS; round++) {
                register(a, "a.mark" + round);
                register(b, "b.mark" + round);
                String number = "mark" + round;
                await().atMost(SOON)
                        .until(() -> foreign(a, "b", number) && foreign(b, "a", number));
            }
            // The hub that accepts a link has the operations of the other one by their own ids,
            // too.
            assertThat(ids(a)).hasSizeLessThanOrEqualTo(3 * ROUNDS);
            assertThat(ids(b)).hasSizeLessThanOrEqualTo(3 * ROUNDS);
            assertThat(ids(a)).noneMatch(id -> id.contains("fromA"));
            assertThat(ids(b)).noneMatch(id -> id.contains("fromB"));
        }
    }
}
