package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import static java.lang.Thread.State.TERMINATED;
import static java.lang.Thread.State.WAITING;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.OperationSource.Status.State;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

class StagedSourceTest {
    private static final SourceConfig CONFIG =
            new ProviderSourceConfig("x", SourceRulesConfig.none(), "x", Json.parse("{}"), false);

    private final OperationRegistry registry = OperationRegistry.create();

    /** Gives these sources one after the other. */
    private StagedSource staged(ChangingSource... sources) {
        Queue<ChangingSource> next = new ArrayDeque<>(List.of(sources));
        return new StagedSource(CONFIG, registry, any -> Optional.empty(), next::remove);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        boolean interrupted = false;
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Begins a change on a thread of the source, and returns when that is done or has to wait. */
    private static Thread changeElsewhere(ChangingSource source) {
        Thread own = Thread.startVirtualThread(() -> source.publish("x.a", "x.b"));
        await().until(() -> own.getState() == WAITING || own.getState() == TERMINATED);
        return own;
    }

    @Test
    void aSourceMayChangeUnderItsOwnLockWhileItIsClosed() throws Exception {
        ChangingSource source = new ChangingSource("x.a");
        StagedSource staged = staged(source);
        staged.start();
        CompletableFuture<Thread> own = new CompletableFuture<>();
        registry.onChange(
                change -> {
                    if (!own.isDone()) {
                        own.complete(changeElsewhere(source));
                    }
                });

        assertTimeoutPreemptively(Duration.ofSeconds(10), staged::close);

        assertThat(own.join().join(Duration.ofSeconds(10))).isTrue();
        assertThat(registry.size()).isZero();
        assertThat(staged.status().state()).isEqualTo(State.CLOSED);
    }

    @Test
    void aSourceMayChangeUnderItsOwnLockWhileItIsMadeAnew() {
        ChangingSource source = new ChangingSource("x.a");
        source.onRefresh(() -> changeElsewhere(source));
        StagedSource staged = staged(source, new ChangingSource("x.c"));
        staged.start();
        source.fail("lost");

        assertTimeoutPreemptively(Duration.ofSeconds(10), staged::refresh);

        assertThat(source.closed).hasValue(1);
        assertThat(registry.size()).isOne();
        assertThat(registry.find("x.c")).isPresent();
        staged.close();
    }

    @Test
    void whatASourceChangesLaterIsPublished() {
        ChangingSource source = new ChangingSource("x.a");
        StagedSource staged = staged(source);
        staged.start();

        source.publish("x.b");

        assertThat(registry.find("x.a")).isEmpty();
        assertThat(registry.find("x.b")).isPresent();
        assertThat(registry.binding("x.b").orElseThrow().origin()).isSameAs(staged.origin());
        staged.close();
    }

    @Test
    void aStartThatDoesNotEndHoldsNobodyAndIsForgotten() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        CountDownLatch started = new CountDownLatch(1);
        ChangingSource source =
                new ChangingSource("x.a")
                        .starting(
                                () -> {
                                    started.countDown();
                                    awaitQuietly(gate);
                                });
        StagedSource staged = staged(source);
        Thread starting = Thread.startVirtualThread(() -> staged.start());
        started.await();

        assertTimeoutPreemptively(
                Duration.ofSeconds(10),
                () -> {
                    staged.withdraw();
                    staged.close();
                });

        gate.countDown();
        assertThat(starting.join(Duration.ofSeconds(10))).isTrue();
        assertThat(source.closed).hasValue(1);
        assertThat(registry.size()).isZero();
    }

    @Nested
    class WhenAnIdIsTaken {
        private final ChangingSource source = new ChangingSource("x.a");
        private final StagedSource staged = staged(source);

        WhenAnIdIsTaken() {
            registry.register(ChangingSource.binding("y.taken"));
            staged.start();
            source.publish("x.a", "y.taken");
        }

        @Test
        void theSourceGoesOnAsItWas() {
            assertThat(staged.status())
                    .isEqualTo(
                            new OperationSource.Status(
                                    State.FAILED, 1, "y.taken is registered already"));

            staged.refresh();

            assertThat(source.closed).hasValue(0);
            assertThat(registry.find("x.a")).isPresent();
            assertThat(staged.status().lastError()).isEqualTo("y.taken is registered already");
        }

        @Test
        void itIsPublishedOnceTheIdIsFree() {
            registry.remove("y.taken");

            staged.refresh();

            assertThat(source.closed).hasValue(0);
            assertThat(staged.status()).isEqualTo(new OperationSource.Status(State.READY, 2, null));
        }
    }

    @Nested
    class WhenASourceFails {
        @Test
        void aCloseThatThrowsDoesNotKeepItFromAnotherAttempt() {
            ChangingSource first =
                    new ChangingSource("x.a")
                            .closing(
                                    () -> {
                                        throw new IllegalStateException("cannot");
                                    });
            StagedSource staged = staged(first, new ChangingSource("x.b"));
            staged.start();
            first.fail("lost");

            staged.refresh();

            assertThat(staged.status()).isEqualTo(new OperationSource.Status(State.READY, 1, null));
            assertThat(registry.find("x.b")).isPresent();
        }

        @Test
        void oneThatReconnectsByItselfStaysListedAndIsNotMadeAnew() {
            ChangingSource source = new ChangingSource("x.a").recovering();
            StagedSource staged = staged(source);
            staged.start();
            source.fail("lost");

            staged.refresh();
            staged.refresh();

            assertThat(staged.status())
                    .isEqualTo(new OperationSource.Status(State.FAILED, 1, "lost"));
            assertThat(registry.find("x.a")).isPresent();
            assertThat(source.closed).hasValue(0);
            staged.close();
        }

        @Test
        void oneThatAnswersWithNothingFailsAndIsRetried() {
            ChangingSource silent = new ChangingSource("x.a").silent();
            Queue<ChangingSource> next = new ArrayDeque<>(List.of(silent));
            StagedSource staged =
                    new StagedSource(CONFIG, registry, any -> Optional.empty(), next::poll);
            String reason = "failed unexpectedly with NullPointerException, see the log";

            staged.start();
            assertThat(staged.status())
                    .isEqualTo(new OperationSource.Status(State.FAILED, 1, reason));
            staged.close();

            StagedSource none =
                    new StagedSource(CONFIG, registry, any -> Optional.empty(), next::poll);
            none.start();
            assertThat(none.status())
                    .isEqualTo(
                            new OperationSource.Status(
                                    State.FAILED, 0, "the provider returned no source"));
            next.add(new ChangingSource("x.b"));
            none.refresh();
            assertThat(none.status()).isEqualTo(new OperationSource.Status(State.READY, 1, null));
        }

        @Test
        void nothingOfItIsLeftIfItCannotStartAgain() {
            ChangingSource first = new ChangingSource("x.a");
            ChangingSource second =
                    new ChangingSource("x.a")
                            .starting(
                                    () -> {
                                        throw new IllegalStateException("jdbc:secret");
                                    });
            StagedSource staged = staged(first, second, new ChangingSource("x.c"));
            staged.start();
            first.fail("lost");

            staged.refresh();

            assertThat(second.closed).hasValue(1);
            assertThat(registry.size()).isZero();
            assertThat(staged.status())
                    .isEqualTo(
                            new OperationSource.Status(
                                    State.FAILED,
                                    0,
                                    "failed unexpectedly with IllegalStateException, see the log"));

            staged.refresh();

            assertThat(staged.status()).isEqualTo(new OperationSource.Status(State.READY, 1, null));
        }

        @Test
        void errorsAreFailuresAsWell() {
            assertThat(errorOf(new AssertionError("secret")))
                    .isEqualTo("failed unexpectedly with AssertionError, see the log");
            assertThat(errorOf(new StackOverflowError()))
                    .isEqualTo("failed unexpectedly with StackOverflowError, see the log");
            assertThat(errorOf(new LinkageError("secret")))
                    .isEqualTo("failed unexpectedly with LinkageError, see the log");
        }

        @Test
        void whatACallToldIsTold() {
            assertThat(errorOf(new CallException(ErrorCode.UNAVAILABLE, "the peer is down")))
                    .isEqualTo("UNAVAILABLE: the peer is down");
        }

        private String errorOf(Throwable thrown) {
            StagedSource staged = staged(new ChangingSource().starting(() -> throwAny(thrown)));
            staged.start();
            assertThat(staged.status().state()).isEqualTo(State.FAILED);
            return String.valueOf(staged.status().lastError());
        }

        private static void throwAny(Throwable thrown) {
            if (thrown instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) thrown;
        }
    }

    @Nested
    class WhenItTakesThePlaceOfAnother {
        private final ChangingSource old = new ChangingSource("x.a", "x.b");
        private final StagedSource before = staged(old);

        WhenItTakesThePlaceOfAnother() {
            before.start();
        }

        private StagedSource following(StagedSource other, ChangingSource... sources) {
            StagedSource after = staged(sources);
            assertThat(after.follow(other)).isTrue();
            return after;
        }

        @Test
        void theOtherIsServedUntilItCanBe() {
            ChangingSource broken =
                    new ChangingSource()
                            .starting(
                                    () -> {
                                        throw new IllegalStateException();
                                    });
            StagedSource after = following(before, broken, new ChangingSource("x.b", "x.c"));

            after.start();
            assertThat(registry.size()).isEqualTo(2);
            assertThat(after.status().state()).isEqualTo(State.FAILED);
            assertThat(after.status().operations()).isEqualTo(2);
            assertThat(registry.binding("x.a").orElseThrow().origin()).isSameAs(before.origin());
            old.publish("x.a", "x.b", "x.d");
            assertThat(registry.find("x.d")).isPresent();

            after.refresh();
            assertThat(after.status()).isEqualTo(new OperationSource.Status(State.READY, 2, null));
            before.close();
            assertThat(registry.size()).isEqualTo(2);
            assertThat(registry.find("x.c")).isPresent();
            after.close();
            assertThat(registry.size()).isZero();
        }

        @Test
        void oneThatNeverServedPassesThePlaceOn() {
            ChangingSource broken =
                    new ChangingSource()
                            .starting(
                                    () -> {
                                        throw new IllegalStateException();
                                    });
            StagedSource between = following(before, broken);
            between.start();
            StagedSource after = following(between, new ChangingSource("x.b"));

            after.start();

            between.close();
            before.close();
            assertThat(registry.size()).isOne();
            assertThat(after.status()).isEqualTo(new OperationSource.Status(State.READY, 1, null));
            after.close();
            assertThat(registry.size()).isZero();
        }

        @Test
        void aTakenIdLeavesTheOtherIdsToWhoeverWaitsForThem() {
            registry.register(ChangingSource.binding("y.taken"));
            StagedSource after = following(before, new ChangingSource("y.taken"));

            after.start();

            assertThat(after.status())
                    .isEqualTo(
                            new OperationSource.Status(
                                    State.FAILED, 0, "y.taken is registered already"));
            assertThat(registry.size()).isOne();
            registry.remove("y.taken");
            after.refresh();
            assertThat(after.status()).isEqualTo(new OperationSource.Status(State.READY, 1, null));
        }
    }
}
