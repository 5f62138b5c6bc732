package dev.alkdev.operations.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.base.TimeSource;
import dev.alkdev.operations.testkit.HandDrivenClock;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

class IdleBodyTest {
    private static final Duration ALLOWED = Duration.ofSeconds(10);

    private final HandDrivenClock clock = new HandDrivenClock();

    /** Gives nothing until it is closed, as a socket does whose other end is gone. */
    private static final class Silent extends FilterInputStream {
        final CountDownLatch asked = new CountDownLatch(1);
        private final CountDownLatch closed = new CountDownLatch(1);

        Silent() {
            super(InputStream.nullInputStream());
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            return read();
        }

        @Override
        public int read() throws IOException {
            asked.countDown();
            try {
                closed.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            throw new IOException("closed");
        }

        @Override
        public void close() {
            closed.countDown();
        }
    }

    private static CompletableFuture<Throwable> failureOf(IdleBody body) {
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        Thread.ofVirtual()
                .start(
                        () -> {
                            try {
                                int unexpected = body.read();
                                failure.completeExceptionally(
                                        new AssertionError("read " + unexpected));
                            } catch (IOException e) {
                                failure.complete(e);
                            }
                        });
        return failure;
    }

    @Test
    void aReadThatGetsNothingForTooLongFails() throws Exception {
        Silent silent = new Silent();
        try (IdleBody body = IdleBody.of(silent, clock, ALLOWED)) {
            CompletableFuture<Throwable> failure = failureOf(body);
            silent.asked.await();

            clock.advance(ALLOWED.minusMillis(1));
            assertThat(body.hasExpired()).isFalse();
            clock.advance(Duration.ofMillis(1));

            assertThat(body.hasExpired()).isTrue();
            assertThat(failure.join())
                    .isInstanceOf(SocketTimeoutException.class)
                    .hasMessage("the server sent nothing for 10000 ms");
        }
    }

    @Test
    void theTimeBetweenTwoReadsDoesNotCount() throws IOException {
        try (IdleBody body =
                IdleBody.of(new ByteArrayInputStream(new byte[] {1, 2}), clock, ALLOWED)) {
            assertThat(body.read()).isEqualTo(1);
            clock.advance(ALLOWED.multipliedBy(10));
            assertThat(body.read()).isEqualTo(2);
            assertThat(body.hasExpired()).isFalse();
        }
        assertThat(clock.pending()).isZero();
    }

    @Test
    void theTimeInWhichTheProcessWasStoppedDoesNotCount() throws Exception {
        Stopped time = new Stopped();
        Silent silent = new Silent();
        try (IdleBody body = IdleBody.of(silent, time, ALLOWED)) {
            CompletableFuture<Throwable> failure = failureOf(body);
            silent.asked.await();

            time.now.addAndGet(Duration.ofHours(1).toMillis());
            time.tasks.remove().run();
            assertThat(body.hasExpired()).isFalse();

            for (int looks = 0; !time.tasks.isEmpty(); looks++) {
                assertThat(looks).isLessThan(10);
                time.now.addAndGet(ALLOWED.toMillis() / 10);
                time.tasks.remove().run();
            }
            assertThat(body.hasExpired()).isTrue();
            assertThat(failure.join()).isInstanceOf(SocketTimeoutException.class);
        }
    }

    /** A clock that does not fire while it jumps. */
    private static final class Stopped implements TimeSource {
        final Deque<Runnable> tasks = new ArrayDeque<>();
        final AtomicLong now = new AtomicLong(1_000);

        @Override
        public long millis() {
            return now.get();
        }

        @Override
        public Registration schedule(Duration delay, Runnable task) {
            tasks.add(task);
            return () -> tasks.remove(task);
        }
    }

    @Test
    void closingItClosesTheBodyAndItsTimer() throws IOException {
        CountDownLatch closed = new CountDownLatch(1);
        InputStream inner =
                new FilterInputStream(InputStream.nullInputStream()) {
                    @Override
                    public void close() {
                        closed.countDown();
                    }
                };

        IdleBody.of(inner, clock, ALLOWED).close();

        assertThat(closed.getCount()).isZero();
        assertThat(clock.pending()).isZero();
    }

    @Test
    void otherFailuresStayWhatTheyAre() throws IOException {
        InputStream broken =
                new FilterInputStream(InputStream.nullInputStream()) {
                    @Override
                    public int read() throws IOException {
                        throw new IOException("connection reset");
                    }

                    @Override
                    public int read(byte[] buffer, int offset, int length) throws IOException {
                        return read();
                    }
                };
        try (IdleBody body = IdleBody.of(broken, clock, ALLOWED)) {
            assertThatThrownBy(body::read).hasMessage("connection reset");
        }
        assertThat(clock.pending()).isZero();
    }
}
