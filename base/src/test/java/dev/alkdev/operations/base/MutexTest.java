package dev.alkdev.operations.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.concurrent.CompletableFuture;

@Timeout(10)
class MutexTest {
    private final Mutex mutex = new Mutex();

    @Test
    void aBlockHoldsItAloneToItsEnd() throws Exception {
        CompletableFuture<Boolean> other;
        try (Registration held = mutex.hold()) {
            other = CompletableFuture.supplyAsync(mutex::tryLock);
            assertThat(other.get()).isFalse();
        }

        assertThat(mutex.isLocked()).isFalse();
    }

    @Test
    void aBlockThatFailsLetsItGo() {
        assertThatThrownBy(this::fail).hasMessage("inside");

        assertThat(mutex.isLocked()).isFalse();
    }

    @Test
    void whoHoldsItMayHoldItAgain() {
        try (Registration held = mutex.hold()) {
            try (Registration again = mutex.hold()) {
                assertThat(mutex.getHoldCount()).isEqualTo(2);
            }
            assertThat(mutex.isHeldByCurrentThread()).isTrue();
        }

        assertThat(mutex.isLocked()).isFalse();
    }

    private void fail() {
        try (Registration held = mutex.hold()) {
            throw new IllegalStateException("inside");
        }
    }
}
