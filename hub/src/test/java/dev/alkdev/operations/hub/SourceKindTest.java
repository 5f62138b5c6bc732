package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.OperationSource.Status.State;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.config.Kind;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/** A source type that is not the hub's own, with a process that lives as long as the source. */
class SourceKindTest {
    private static final Duration SOON = Duration.ofSeconds(60);

    /** What a test sees and decides. */
    private static final class Control {
        private final AtomicInteger made = new AtomicInteger();
        private volatile boolean mayRestart = true;
        private volatile @Nullable Process process;

        Process process() {
            return Objects.requireNonNull(process);
        }
    }

    @Kind(value = "process", text = "a process that answers line by line")
    record ProcessSourceConfig(String name, SourceRulesConfig rules, Control control)
            implements SourceConfig {
        @Override
        public HubSource open(HubParts parts) {
            return parts.source(this, () -> new ProcessSource(namespace(), control));
        }
    }

    /** Restarts its process by itself when the hub asks it to refresh. */
    private static final class ProcessSource implements OperationSource {
        private final ReentrantLock lock = new ReentrantLock();
        private final String name;
        private final Control control;

        ProcessSource(String name, Control control) {
            this.name = name;
            this.control = control;
            control.made.incrementAndGet();
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public void start(OperationSource.Publisher publisher) {
            run();
            publisher.update(
                    List.of(
                            OperationBinding.of(
                                    OperationSpec.query(name + ".say").build(),
                                    (input, context) -> answer(input.path("text").asString()))));
        }

        private void run() {
            try {
                control.process = new ProcessBuilder("cat").start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private String answer(String line) {
            lock.lock();
            try {
                Writer out = control.process().outputWriter();
                BufferedReader in = control.process().inputReader();
                out.write(line + "\n");
                out.flush();
                String answer = in.readLine();
                if (answer != null) {
                    return answer;
                }
            } catch (IOException e) {
                throw new CallException(ErrorCode.UNAVAILABLE, "the process has ended");
            } finally {
                lock.unlock();
            }
            throw new CallException(ErrorCode.UNAVAILABLE, "the process has ended");
        }

        @Override
        public boolean refresh() {
            if (control.mayRestart && !control.process().isAlive()) {
                run();
            }
            return true;
        }

        @Override
        public OperationSource.Status status() {
            Process now = control.process;
            return now == null
                    ? new OperationSource.Status(State.NEW, 0, null)
                    : now.isAlive()
                            ? new OperationSource.Status(State.READY, 1, null)
                            : new OperationSource.Status(State.FAILED, 1, "the process has ended");
        }

        @Override
        public void close() {
            Process now = control.process;
            if (now != null) {
                now.destroyForcibly();
            }
        }
    }

    private static String say(Hub hub, String text) {
        return hub.registry().execute("echo.say", Map.of("text", text)).data().asString();
    }

    @Test
    void aSourceWhoseProcessDiesStaysListedAndIsUnavailableUntilItRunsAgain() throws Exception {
        Control control = new Control();
        SourceConfig echo = new ProcessSourceConfig("echo", SourceRulesConfig.none(), control);
        HubConfig config = HubConfig.defaults().withGateways(List.of()).withSources(List.of(echo));
        try (Hub hub = Hub.of(config)) {
            hub.startSources();
            assertThat(hub.awaitSources(SOON)).isTrue();
            assertThat(say(hub, "here")).isEqualTo("here");

            control.mayRestart = false;
            control.process().destroyForcibly().waitFor();

            CallException refused =
                    catchThrowableOfType(CallException.class, () -> say(hub, "anybody?"));
            assertThat(refused.code()).isEqualTo(ErrorCode.UNAVAILABLE);
            assertThat(hub.registry().find("echo.say")).isPresent();
            assertThat(hub.sources().getFirst().status())
                    .isEqualTo(
                            new OperationSource.Status(State.FAILED, 1, "the process has ended"));

            control.mayRestart = true;
            await().atMost(SOON).until(() -> control.process().isAlive());

            assertThat(say(hub, "again")).isEqualTo("again");
            assertThat(control.made).hasValue(1);
        }
        assertThat(control.process().waitFor(60, TimeUnit.SECONDS)).isTrue();
    }
}
