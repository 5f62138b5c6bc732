package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.base.Registration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

@Timeout(60)
class ResourceSubscriptionsTest {
    private final ResourceWatches watches = new ResourceWatches();
    private final List<String> sent = new CopyOnWriteArrayList<>();
    private final ResourceSubscriptions subscriptions =
            new ResourceSubscriptions(
                    watches, (uri, subscribe) -> sent.add((subscribe ? "+" : "-") + uri));

    @Test
    void aNewSessionIsSubscribedToWhatIsWatchedOnly() {
        watches.onInterest(subscriptions::update);
        Registration watch = watches.add("a", () -> {});
        watches.add("b", () -> {}).close();
        await().until(() -> sent.contains("+a"));
        subscriptions.await("a");
        subscriptions.await("b");
        sent.clear();

        subscriptions.renew();
        await().untilAsserted(() -> assertThat(sent).containsExactly("+a"));

        watch.close();
        await().untilAsserted(() -> assertThat(sent).containsExactly("+a", "-a"));
    }

    @Test
    void subscriptionsEndUpAsTheWatchesAre() {
        Set<String> subscribed = ConcurrentHashMap.newKeySet();
        ResourceSubscriptions random =
                new ResourceSubscriptions(
                        watches,
                        (uri, subscribe) -> {
                            boolean changed =
                                    subscribe ? subscribed.add(uri) : subscribed.remove(uri);
                            sent.add(changed ? "" : "twice " + uri);
                            Thread.yield();
                        });
        watches.onInterest(random::update);
        List<Registration> kept = new CopyOnWriteArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 8; i++) {
                Random choice = new Random(i);
                threads.submit(
                        () -> {
                            for (int round = 0; round < 500; round++) {
                                String uri = "u" + choice.nextInt(5);
                                Registration watch = watches.add(uri, () -> {});
                                if (round == 499) {
                                    kept.add(watch);
                                } else {
                                    watch.close();
                                }
                            }
                        });
            }
        }

        await().untilAsserted(() -> assertThat(subscribed).isEqualTo(watches.uris()));
        assertThat(sent).allMatch(String::isEmpty);
        kept.forEach(Registration::close);
        await().untilAsserted(() -> assertThat(subscribed).isEmpty());
    }
}
