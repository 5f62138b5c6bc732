package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * A hub with little memory, whose spokes send what takes the most of it; {@code
 * -Dhostile.seconds=60} for a longer run.
 */
@Timeout(240)
class HubHostileSpokeTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final long SECONDS = Long.getLong("hostile.seconds", 15);
    private static final int SPOKES = 4;
    private static final int CALLERS = 3;
    private static final String LIMITS =
            "limits: {streams: 1000, concurrency: 1000, links: 100}\n" + HubFixtures.TEST_SOURCE;

    @Test
    void spokesDoNotEndTheHub() throws Exception {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        try (HubProcess hub = HubProcess.start(List.of(), LIMITS, "-Xmx128m");
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<HostileSpoke> spokes = new ArrayList<>();
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < SPOKES; i++) {
                spokes.add(new HostileSpoke(hub.uri(), i, until));
                running.add(threads.submit(spokes.getLast()));
            }
            for (int i = 0; i < CALLERS; i++) {
                Random random = new Random(100 + i);
                running.add(threads.submit(() -> callSpokes(hub.uri(), random, until)));
            }
            for (Future<?> each : running) {
                each.get();
            }

            assertThat(hub.isAlive()).isTrue();
            assertThat(spokes).allMatch(spoke -> spoke.connections() > 0);
            await().atMost(SOON).until(() -> isServed(hub));
        }
    }

    private static boolean isServed(HubProcess hub) throws Exception {
        assertThat(hub.isAlive()).isTrue();
        try (HubClient client = HubClient.at(hub.uri())) {
            return client.call("test.echo", "{\"n\": 1}").statusCode() == 200;
        }
    }

    /** Calls and subscribes, half of the time without reading. */
    private static void callSpokes(URI hub, Random random, long until) {
        while (System.nanoTime() - until < 0) {
            try (RawLink link =
                    random.nextBoolean()
                            ? RawLink.deaf(hub)
                            : RawLink.reading(hub, (own, text) -> {})) {
                for (int i = 0; i < 100 && System.nanoTime() - until < 0; i++) {
                    boolean calls = random.nextInt(3) > 0;
                    String more = calls ? ",\"progress\":true" : ",\"window\":1000";
                    link.send(RawLink.request("r-" + i, calls ? "h.op" : "h.items", more));
                    TimeUnit.MILLISECONDS.sleep(random.nextInt(50));
                }
            } catch (CompletionException cut) {
                // A hub without memory closes links that do not read.
            } catch (InterruptedException e) {
                return;
            }
        }
    }
}
