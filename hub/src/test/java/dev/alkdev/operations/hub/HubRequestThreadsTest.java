package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.config.Kind;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.junit.jupiter.api.Test;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/** A thread that has served a request finds the next one, or starts the thread that does. */
class HubRequestThreadsTest {
    private static final InheritableThreadLocal<String> LEFT = new InheritableThreadLocal<>();

    /** Otherwise class loaders of jars that are no longer used would never be freed. */
    @Test
    void theContextClassLoaderThatAHandlerSetsIsNotThatOfTheNextCall() throws Exception {
        ClassLoader own = Thread.currentThread().getContextClassLoader();
        try (Hub hub = HubFixtures.started("");
                HubClient client = HubClient.of(hub);
                URLClassLoader other = new URLClassLoader(new URL[0])) {
            hub.registry()
                    .register(
                            OperationSpec.query("thread.loader").build(),
                            (input, context) -> {
                                Thread thread = Thread.currentThread();
                                boolean isOwn = thread.getContextClassLoader() == own;
                                thread.setContextClassLoader(other);
                                return isOwn;
                            });
            for (int i = 0; i < 50; i++) {
                assertThat(client.call("thread.loader", "{}").body()).isEqualTo("true");
            }
        }
    }

    /** Whose servlet interrupts the thread it runs on, and leaves it so. */
    @Kind(value = "interrupting", text = "an interrupt")
    record InterruptingConfig() implements GatewayConfig {
        @Override
        public HubGateway open(HubParts parts, WebMounts web) {
            web.servlet("/interrupt", new InterruptingServlet());
            return new HubGateway() {
                @Override
                public void close() {
                    // There is nothing.
                }
            };
        }
    }

    private static final class InterruptingServlet extends HttpServlet {
        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void anInterruptThatAServletLeavesBehindDoesNotReachAnotherCall() throws Exception {
        HubConfig config =
                HubFixtures.config("")
                        .withGateways(List.of(new RestGatewayConfig(), new InterruptingConfig()));
        try (Hub hub = HubFixtures.started(config);
                HubClient client = HubClient.of(hub);
                ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            hub.registry()
                    .register(
                            OperationSpec.query("thread.interrupted").build(),
                            (input, context) -> Thread.interrupted());
            Callable<String> interrupt = () -> client.get("/interrupt").body();
            Callable<String> call = () -> client.call("thread.interrupted", "1").body();
            // Only a thread that finds work at once serves two requests without a pause.
            for (int i = 0; i < 20; i++) {
                List<Future<String>> answers =
                        callers.invokeAll(
                                Stream.generate(() -> List.of(interrupt, call))
                                        .limit(25)
                                        .flatMap(List::stream)
                                        .toList());
                assertThat(answers).extracting(Future::get).containsOnly("", "false");
            }
        }
    }

    @Test
    void noThreadInheritsWhatAHandlerHasLeftBehind() throws Exception {
        int together = 4;
        CyclicBarrier all = new CyclicBarrier(together);
        Map<Thread, String> atFirst = new ConcurrentHashMap<>();
        try (Hub hub = HubFixtures.started("");
                HubClient client = HubClient.of(hub);
                ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            hub.registry()
                    .register(
                            OperationSpec.query("thread.leave").build(),
                            (input, context) -> {
                                Thread thread = Thread.currentThread();
                                atFirst.computeIfAbsent(thread, t -> "" + LEFT.get());
                                LEFT.set("left behind");
                                all.await();
                                return input;
                            });
            Callable<String> call = () -> client.call("thread.leave", "1").body();
            for (int i = 0; i < 20; i++) {
                List<Future<String>> answers =
                        callers.invokeAll(Stream.generate(() -> call).limit(together).toList());
                assertThat(answers).extracting(Future::get).containsOnly("1");
            }
        }
        assertThat(atFirst).hasSizeGreaterThanOrEqualTo(together);
        assertThat(atFirst.values()).containsOnly("null");
    }
}
