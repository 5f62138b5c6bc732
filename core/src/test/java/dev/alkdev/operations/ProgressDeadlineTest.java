package dev.alkdev.operations;

import static dev.alkdev.operations.Calls.NOTHING;
import static dev.alkdev.operations.Calls.failure;
import static dev.alkdev.operations.Calls.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.base.Deadlines;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.testkit.HandDrivenClock;
import dev.alkdev.operations.testkit.LeakCheck;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Default deadlines, which progress extends. */
@ExtendWith(LeakCheck.class)
class ProgressDeadlineTest {
    private static final Duration STEP = Duration.ofSeconds(30);
    private static final Duration MOST = Duration.ofSeconds(100);

    private final HandDrivenClock clock = new HandDrivenClock();
    private OperationRegistry registry = OperationRegistry.create();
    private final List<Progress> heard = new ArrayList<>();

    @BeforeEach
    void useTheClock(LeakCheck leaks) {
        registry = leaks.watch(OperationRegistry.builder().time(clock).build());
    }

    private CallBuilder byDefault() {
        return Call.builder()
                .deadline(Deadlines.after(STEP, clock))
                .extendable(STEP, Deadlines.after(MOST, clock));
    }

    /** Returns how many seconds a call runs whose handler acts every 20 seconds for 5 minutes. */
    private long seconds(
            CallBuilder call, @Nullable Duration timeout, Consumer<OperationContext> action) {
        long begun = clock.millis();
        long[] ended = {-1};
        OperationHandler handler =
                (input, context) -> {
                    Registration noted =
                            context.onCancel(() -> ended[0] = (clock.millis() - begun) / 1000);
                    for (int i = 0; i < 15 && !context.cancelled(); i++) {
                        clock.advance(Duration.ofSeconds(20));
                        action.accept(context);
                    }
                    noted.close();
                    return "done";
                };
        registry.replace(OperationBinding.of(query("a.slow"), handler).within(timeout));
        CallException late = failure(() -> registry.execute(call.to("a.slow", NOTHING)));
        assertThat(late.code()).isEqualTo(ErrorCode.TIMEOUT);
        assertThat(clock.pending()).isZero();
        return ended[0];
    }

    @Test
    void aSilentCallEndsAtItsDeadline() {
        assertThat(seconds(byDefault(), null, context -> {})).isEqualTo(30);
    }

    @Test
    void progressExtendsTheDeadlineUpToTheMaximum() {
        assertThat(seconds(byDefault(), null, context -> context.progress(1, null, null)))
                .isEqualTo(100);
    }

    @Test
    void progressReachesTheListenerAndExtendsTheDeadline() {
        assertThat(
                        seconds(
                                byDefault().onProgress(heard::add),
                                null,
                                context -> context.progress(new Progress(1, null, "half"))))
                .isEqualTo(100);
        assertThat(heard).hasSize(5).contains(new Progress(1, null, "half"));
    }

    @Test
    void theDeadlineOfACallerIsNotExtended() {
        CallBuilder asked = Call.builder().timeout(STEP);

        assertThat(seconds(asked, null, context -> context.progress(1, null, null))).isEqualTo(30);
    }

    @Test
    void theTimeoutOfTheOperationTakesThePlaceOfTheDefault() {
        Duration minute = Duration.ofMinutes(1);
        assertThat(seconds(byDefault(), minute, context -> {})).isEqualTo(60);
        assertThat(seconds(byDefault(), minute, context -> context.progress(1, null, null)))
                .isEqualTo(60);
        assertThat(seconds(byDefault(), Duration.ofSeconds(10), context -> {})).isEqualTo(10);
        assertThat(seconds(byDefault(), Duration.ofHours(1), context -> {})).isEqualTo(100);
        assertThat(seconds(Call.builder().timeout(STEP), minute, context -> {})).isEqualTo(30);
    }

    @Test
    void progressOfANestedCallExtendsTheDeadline() {
        OperationHandler handler =
                (input, context) -> {
                    context.progress(1, null, null);
                    return "nested";
                };
        registry.register(query("a.nested"), handler);

        assertThat(
                        seconds(
                                byDefault(),
                                null,
                                context -> {
                                    if (!context.cancelled()) {
                                        context.env().call("a.nested", NOTHING);
                                    }
                                }))
                .isEqualTo(100);
    }

    @Test
    void aNestedCallWithASoonerDeadlineOfItsOwnIsNotExtended() {
        List<Optional<Duration>> extensions = new ArrayList<>();
        registry.register(
                query("a.asks"),
                (input, context) -> {
                    long sooner = Deadlines.after(Duration.ofSeconds(5), clock);
                    extensions.add(context.nested().to("x.far", NOTHING).extension());
                    extensions.add(
                            context.nested().deadline(sooner).to("x.far", NOTHING).extension());
                    return "done";
                });

        registry.execute(byDefault().to("a.asks", NOTHING));

        assertThat(extensions).containsExactly(Optional.of(STEP), Optional.empty());
    }

    @Test
    void theRemainingTimeIsThatOfTheMoment() {
        List<Duration> left = new ArrayList<>();
        OperationHandler handler =
                (input, context) -> {
                    left.add(context.remaining().orElseThrow());
                    left.add(
                            context.nested()
                                    .to("a.other", NOTHING)
                                    .extension()
                                    .orElse(Duration.ZERO));
                    clock.advance(Duration.ofSeconds(20));
                    context.progress(1, null, null);
                    left.add(context.remaining().orElseThrow());
                    context.extend(Duration.ofSeconds(50));
                    left.add(context.remaining().orElseThrow());
                    context.extend(Duration.ofHours(1));
                    left.add(context.remaining().orElseThrow());
                    return "done";
                };
        registry.register(query("a.quick"), handler);

        registry.execute(byDefault().to("a.quick", NOTHING));

        assertThat(left.stream().map(Duration::toSeconds)).containsExactly(30L, 30L, 30L, 50L, 80L);
        assertThat(clock.pending()).isZero();
    }
}
