package dev.alkdev.operations;

import static dev.alkdev.operations.Calls.NOTHING;
import static dev.alkdev.operations.Calls.failure;
import static dev.alkdev.operations.Calls.query;
import static dev.alkdev.operations.Calls.subscription;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

@ExtendWith(LeakCheck.class)
@Timeout(60)
class ComputingHandlerTest {
    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicInteger spinning = new AtomicInteger();

    @AfterEach
    void endTheComputing() {
        over.set(true);
        await().until(() -> spinning.get() == 0);
    }

    /** Computes without regard to interrupts until the test is over. */
    private String spin() {
        spinning.incrementAndGet();
        while (!over.get()) {
            Thread.onSpinWait();
        }
        spinning.decrementAndGet();
        return "done";
    }

    private void registerSpinning(OperationRegistry registry) {
        registry.register(
                OperationBinding.of(query("a.spin"), (input, context) -> spin()).computing());
    }

    @Test
    void runsOnAPlatformThreadWithTheClassLoaderOfItsCaller(OperationRegistry registry) {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        registry.register(
                Operation.query("a.thread", Void.class, Boolean.class)
                        .computing()
                        .handledBy(
                                (input, context) ->
                                        !Thread.currentThread().isVirtual()
                                                && !Thread.currentThread().getName().equals("main")
                                                && Thread.currentThread().getContextClassLoader()
                                                        == loader));

        assertThat(registry.execute("a.thread", NOTHING).data().booleanValue()).isTrue();
    }

    @Test
    void virtualThreadsAndDeadlinesGoOnWhileEveryProcessorComputes(OperationRegistry registry)
            throws Exception {
        registerSpinning(registry);
        registry.register(query("a.quick"), (input, context) -> "quick");
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<CallException>> late = new ArrayList<>();
            for (int i = 0; i < 3 * PROCESSORS; i++) {
                Call call = Call.builder().timeout(Duration.ofMillis(300)).to("a.spin", NOTHING);
                late.add(callers.submit(() -> failure(() -> registry.execute(call))));
            }
            await().until(() -> spinning.get() == PROCESSORS);
            Future<JsonNode> quick =
                    callers.submit(() -> registry.execute("a.quick", NOTHING).data());
            assertThat(quick.get().stringValue()).isEqualTo("quick");

            for (Future<CallException> each : late) {
                assertThat(each.get().code()).isEqualTo(ErrorCode.TIMEOUT);
            }
            assertThat(spinning).as("handlers that ignore their interrupts").hasValue(PROCESSORS);
            // A caller returns a moment before its call is counted as over.
            await().until(() -> registry.openCalls() == PROCESSORS);
        }
        over.set(true);
        await().until(() -> registry.openCalls() == 0);
    }

    @Test
    void nestedCallsStayOnTheThreadOfTheirCaller(OperationRegistry registry) throws Exception {
        registry.register(
                OperationBinding.of(query("a.inner"), (input, context) -> "inner").computing());
        CountDownLatch all = new CountDownLatch(PROCESSORS);
        registry.register(
                OperationBinding.of(
                                query("a.outer"),
                                (input, context) -> {
                                    all.countDown();
                                    all.await();
                                    return context.env().call("a.inner", NOTHING).data();
                                })
                        .computing());

        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<JsonNode>> results = new ArrayList<>();
            for (int i = 0; i < PROCESSORS; i++) {
                results.add(callers.submit(() -> registry.execute("a.outer", NOTHING).data()));
            }
            for (Future<JsonNode> each : results) {
                assertThat(each.get().stringValue()).isEqualTo("inner");
            }
        }
    }

    @Test
    void nestedCallsOnOtherThreadsFindAThread(OperationRegistry registry) throws Exception {
        registry.register(
                OperationBinding.of(query("a.inner"), (input, context) -> "inner").computing());
        CountDownLatch all = new CountDownLatch(PROCESSORS);
        registry.register(
                OperationBinding.of(
                                query("a.outer"),
                                (input, context) -> {
                                    all.countDown();
                                    all.await();
                                    return CompletableFuture.supplyAsync(
                                            () -> context.env().call("a.inner", NOTHING).data(),
                                            Thread::startVirtualThread);
                                })
                        .computing());

        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<JsonNode>> results = new ArrayList<>();
            for (int i = 0; i < PROCESSORS; i++) {
                results.add(callers.submit(() -> registry.execute("a.outer", NOTHING).data()));
            }
            for (Future<JsonNode> each : results) {
                assertThat(each.get(20, TimeUnit.SECONDS).stringValue()).isEqualTo("inner");
            }
        }
    }

    @Test
    void drainingEndsCallsThatWaitForAThread() throws Exception {
        DrainGate gate = new DrainGate("stopping");
        OperationRegistry registry = OperationRegistry.builder().observer(gate).build();
        registerSpinning(registry);
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<CallException>> ended = new ArrayList<>();
            for (int i = 0; i < 2 * PROCESSORS; i++) {
                ended.add(callers.submit(() -> failure(() -> registry.execute("a.spin", NOTHING))));
            }
            await().until(() -> spinning.get() == PROCESSORS && gate.running() == ended.size());
            gate.drain(Duration.ofMillis(10));

            for (Future<CallException> each : ended) {
                assertThat(each.get(20, TimeUnit.SECONDS)).hasMessage("stopping");
            }
        }
    }

    @Test
    void callsThatEndBeforeTheyGetAThreadAreForgotten(OperationRegistry registry) {
        registerSpinning(registry);
        for (int i = 0; i < PROCESSORS; i++) {
            Thread.startVirtualThread(() -> registry.execute("a.spin", NOTHING));
        }
        await().until(() -> spinning.get() == PROCESSORS);

        WeakReference<JsonNode> input = timeOut(registry);

        await().until(
                        () -> {
                            System.gc();
                            return input.refersTo(null);
                        });
    }

    private static WeakReference<JsonNode> timeOut(OperationRegistry registry) {
        JsonNode input = Json.parse("{\"a\": 1}");
        Call call = Call.builder().timeout(Duration.ofMillis(50)).to("a.spin", input);
        assertThat(failure(() -> registry.execute(call)).code()).isEqualTo(ErrorCode.TIMEOUT);
        return new WeakReference<>(input);
    }

    @Test
    void failuresAreThoseOfTheHandler(OperationRegistry registry) {
        registry.register(
                OperationBinding.of(
                                query("a.fails"),
                                (input, context) -> {
                                    throw new CallException(ErrorCode.OVERLOADED, "too much");
                                })
                        .computing());

        assertThat(failure(() -> registry.execute("a.fails", NOTHING)))
                .hasToString("CallException: OVERLOADED: too much");
    }

    @Test
    void anInterruptOfTheCallerEndsTheCall(OperationRegistry registry)
            throws InterruptedException, ExecutionException {
        registerSpinning(registry);
        try (ExecutorService callers = Executors.newSingleThreadExecutor()) {
            Future<String> code =
                    callers.submit(
                            () -> {
                                String failed =
                                        failure(() -> registry.execute("a.spin", NOTHING)).code();
                                return failed + " " + Thread.interrupted();
                            });
            await().until(() -> spinning.get() == 1);
            Thread caller = thread("pool-");
            caller.interrupt();

            assertThat(code.get()).isEqualTo("ABORTED true");
        }
    }

    private static Thread thread(String name) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void streamsHaveThreadsOfTheirOwn(OperationRegistry registry) {
        registry.register(
                OperationBinding.of(
                                subscription("a.watch"),
                                (input, context, emitter) -> {
                                    emitter.emit(!Thread.currentThread().isVirtual());
                                    emitter.emit(2);
                                })
                        .computing());
        List<Subscription<JsonNode>> open = new ArrayList<>();
        for (int i = 0; i < 2 * PROCESSORS; i++) {
            open.add(registry.subscribe("a.watch", NOTHING));
        }

        for (Subscription<JsonNode> each : open) {
            assertThat(each.next().data().booleanValue()).isTrue();
            each.close();
        }
        List<JsonNode> items = new ArrayList<>();
        registry.stream(Call.of("a.watch", NOTHING), item -> items.add(item.data()));
        assertThat(items).hasSize(2);
        assertThat(items.getFirst().booleanValue()).isTrue();
    }
}
