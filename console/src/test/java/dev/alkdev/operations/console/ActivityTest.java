package dev.alkdev.operations.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.console.Activity.OperationActivity;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

class ActivityTest {
    private final Activity activity = new Activity(10, false);
    private final OperationRegistry registry = registry(activity);

    private static OperationRegistry registry(Activity activity) {
        OperationRegistry registry = OperationRegistry.builder().observer(activity).build();
        for (int i = 0; i < 2 * Activity.MOST_OPERATIONS; i++) {
            registry.register(
                    OperationBinding.of(
                            OperationSpec.query("test.op" + i).build(), (input, context) -> 1));
        }
        return registry;
    }

    private void call(int operation) {
        registry.execute("test.op" + operation, Json.parse("{}"));
    }

    @Test
    void theLastCallsAreKeptAndTheOthersCounted() {
        for (int i = 0; i < 25; i++) {
            call(i);
        }

        assertThat(activity.calls())
                .extracting(RecordedCall::operation)
                .startsWith("test.op24", "test.op23")
                .hasSize(10);
        assertThat(activity.dropped()).isEqualTo(15);
    }

    @Test
    void whoReadsOnGetsEachCallOnceAndMissesWhatIsGone() {
        List<RecordedCall> read = new ArrayList<>();
        call(1);
        long place = activity.read(0, read, 100);
        call(2);
        call(3);
        place = activity.read(place, read, 1);
        place = activity.read(place, read, 100);
        assertThat(read)
                .extracting(RecordedCall::operation)
                .containsExactly("test.op1", "test.op2", "test.op3");
        for (int i = 0; i < 15; i++) {
            call(i);
        }
        read.clear();

        activity.read(place, read, 100);

        assertThat(read).hasSize(10);
    }

    @Test
    void theNumberOfOperationsThatAreCountedIsBounded() {
        for (int i = 0; i < 2 * Activity.MOST_OPERATIONS; i++) {
            call(i);
        }

        assertThat(activity.operations()).hasSizeLessThanOrEqualTo(Activity.MOST_OPERATIONS);
        assertThat(activity.operations())
                .extracting(OperationActivity::operation)
                .contains("test.op" + (2 * Activity.MOST_OPERATIONS - 1));
    }

    @Test
    void namesThatDoNotExistAreShortAndNotCounted() {
        Call call =
                Call.builder().caller(Caller.anonymous()).to("x.".repeat(10_000), Json.parse("{}"));
        assertThatThrownBy(() -> registry.execute(call)).isInstanceOf(CallException.class);

        assertThat(activity.calls().getFirst().operation()).hasSize(201);
        assertThat(activity.operations()).isEmpty();
    }

    @Test
    void manyThreadsLoseNothingButWhatIsOld() throws Exception {
        Activity large = new Activity(100_000, false);
        OperationRegistry shared = registry(large);
        CountDownLatch done = new CountDownLatch(4);
        for (int thread = 0; thread < 4; thread++) {
            Thread.ofVirtual()
                    .start(
                            () -> {
                                for (int i = 0; i < 5_000; i++) {
                                    shared.execute("test.op" + i % 7, Json.parse("{}"));
                                }
                                done.countDown();
                            });
        }
        done.await();

        assertThat(large.calls()).hasSize(20_000);
        OperationActivity.Sum sum = new OperationActivity.Sum();
        long now = OperationActivity.minute(System.currentTimeMillis());
        for (long minute = now - 10; minute <= now; minute++) {
            for (OperationActivity each : large.operations()) {
                each.addTo(sum, minute);
            }
        }
        assertThat(sum.calls()).isEqualTo(20_000);
    }

    @Test
    void percentilesAreRightToAnEighth() {
        OperationActivity.Sum counts = new OperationActivity.Sum();
        for (int micros = 1; micros <= 100_000; micros++) {
            counts.add(OperationActivity.Sum.step(micros), 1);
        }

        assertThat(counts.percentile(0.5)).isBetween(50 * 0.875, 50 * 1.125);
        assertThat(counts.percentile(0.95)).isBetween(95 * 0.875, 95 * 1.125);
        assertThat(counts.percentile(0.99)).isBetween(99 * 0.875, 99 * 1.125);
        assertThat(OperationActivity.Sum.step(0)).isZero();
        assertThat(OperationActivity.Sum.step(Long.MAX_VALUE))
                .isEqualTo(OperationActivity.Sum.STEPS - 1);
    }
}
