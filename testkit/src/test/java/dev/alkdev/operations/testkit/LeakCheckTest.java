package dev.alkdev.operations.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.node.NullNode;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;

@ExtendWith(LeakCheck.class)
class LeakCheckTest {
    private static final Duration BRIEFLY = Duration.ofSeconds(1);
    private static final Duration LONG = Duration.ofSeconds(10);

    private final CountDownLatch release = new CountDownLatch(1);

    private void waitForRelease() {
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void nothingIsFoundWhereNothingIsLeft(LeakCheck leaks, OperationRegistry registry) {
        registry.register(OperationSpec.query("a.b").build(), (input, context) -> null);
        registry.execute("a.b", NullNode.getInstance());

        assertThat(catchThrowable(() -> leaks.verify(LONG))).isNull();
    }

    @Test
    void anOpenStreamIsFound(LeakCheck leaks, OperationRegistry registry) {
        registry.register(
                OperationSpec.subscription("a.b").build(),
                (input, context, emitter) -> release.await());
        var stream = registry.subscribe("a.b", NullNode.getInstance());

        assertThat(catchThrowable(() -> leaks.verify(BRIEFLY)))
                .hasMessageContaining("open subscriptions");
        stream.close();
    }

    @Test
    void anOpenCallIsFound(LeakCheck leaks, OperationRegistry registry) {
        CountDownLatch started = new CountDownLatch(1);
        registry.register(
                OperationSpec.query("a.b").build(),
                (input, context) -> {
                    started.countDown();
                    release.await();
                    return null;
                });
        Thread.ofVirtual().start(() -> registry.execute("a.b", NullNode.getInstance()));

        assertThat(catchThrowable(started::await)).isNull();
        assertThat(catchThrowable(() -> leaks.verify(BRIEFLY))).hasMessageContaining("open calls");
        release.countDown();
    }

    @Test
    void aVirtualThreadIsFound(LeakCheck leaks) {
        Thread.ofVirtual().name("forgotten").start(this::waitForRelease);

        assertThat(catchThrowable(() -> leaks.verify(BRIEFLY))).hasMessageContaining("forgotten");
        release.countDown();
    }

    @Test
    void aThreadWithoutANameIsShownByItsCode(LeakCheck leaks) {
        Thread.ofVirtual().start(this::waitForRelease);

        assertThat(catchThrowable(() -> leaks.verify(BRIEFLY)))
                .hasMessageContaining("a thread without a name in")
                .hasMessageContaining("LeakCheckTest.waitForRelease");
        release.countDown();
    }

    @Test
    void aPlatformThreadIsFound(LeakCheck leaks) {
        Thread.ofPlatform().daemon().name("forgotten too").start(this::waitForRelease);

        assertThat(catchThrowable(() -> leaks.verify(BRIEFLY)))
                .hasMessageContaining("forgotten too");
        release.countDown();
    }

    @Test
    void bytesThatNobodyReleasedAreFound(LeakCheck leaks, OperationRegistry registry) {
        registry.byteBudget().force(1);

        assertThat(catchThrowable(() -> leaks.verify(BRIEFLY)))
                .hasMessageContaining("bytes in flight");
        registry.byteBudget().release(1);
    }
}
