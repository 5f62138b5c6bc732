package dev.alkdev.operations.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.base.ByteBudget;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Fails a test that leaves something behind: a call, a stream or bytes in the budget of a watched
 * registry, or a thread, virtual ones included. Added with {@code @ExtendWith(LeakCheck.class)}; a
 * test method may ask for the {@code LeakCheck}, or for a new {@link OperationRegistry} that is
 * watched. Not for tests that run in parallel.
 */
public final class LeakCheck implements BeforeEachCallback, AfterEachCallback, ParameterResolver {
    /** More than any test needs. */
    private static final long BUDGET = 1L << 40;

    /** Threads that the JDK, the test libraries and we start once and keep. */
    private static final List<String> SHARED =
            List.of(
                    "operations-timer",
                    "operations-cleaner",
                    "operations-compute",
                    "ForkJoinPool",
                    "CompletableFutureDelayScheduler",
                    "VirtualThread-",
                    "MasterPoller",
                    "SubPoller-",
                    "Read-Poller",
                    "Write-Poller",
                    "Read-Updater",
                    "Write-Updater",
                    "Common-Cleaner",
                    "Cleaner-",
                    "process reaper",
                    "Attach Listener",
                    "globalEventExecutor",
                    "awaitility",
                    "junit-");

    private final List<OperationRegistry> watched = new ArrayList<>();
    private Map<String, String> before = Map.of();

    /** Watches a registry until the test ends. */
    public OperationRegistry watch(OperationRegistry registry) {
        watched.add(registry);
        return registry;
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        before = LiveThreads.find();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        try {
            verify(Duration.ofSeconds(5));
        } finally {
            watched.clear();
        }
    }

    /** Waits so long for everything to end, and fails if something does not. */
    public void verify(Duration timeout) {
        Awaitility.await("everything is closed")
                .atMost(timeout)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(10))
                .untilAsserted(this::assertNothingIsLeft);
    }

    private void assertNothingIsLeft() {
        for (OperationRegistry registry : watched) {
            assertThat(registry.openCalls()).as("open calls").isZero();
            assertThat(registry.openSubscriptions()).as("open subscriptions").isZero();
            assertThat(bytesInFlight(registry)).as("bytes in flight").isZero();
        }
        assertThat(newThreads()).as("threads that the test left behind").isEmpty();
    }

    /** Streams that ended before they were read give their bytes back when they are found. */
    private static long bytesInFlight(OperationRegistry registry) {
        ByteBudget budget = registry.byteBudget();
        if (budget.used() > 0) {
            System.gc();
        }
        return Math.max(budget.used(), budget.bulk().used());
    }

    private List<String> newThreads() {
        return LiveThreads.find().entrySet().stream()
                .filter(thread -> !before.containsKey(thread.getKey()))
                .map(Map.Entry::getValue)
                .filter(name -> SHARED.stream().noneMatch(name::startsWith))
                .toList();
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == LeakCheck.class || type == OperationRegistry.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == LeakCheck.class
                ? this
                : watch(OperationRegistry.builder().byteBudget(ByteBudget.of(BUDGET)).build());
    }
}
