package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

@Timeout(30)
class OutgoingLinesTest {
    private static final byte[] HALF = new byte[50];

    private final OutgoingLines lines = new OutgoingLines(100);

    private OutgoingLines.Line put(byte[] text) {
        try {
            return lines.put(text, () -> false);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void withdrawnLinesMakeRoom() throws Exception {
        for (int i = 0; i < 10; i++) {
            OutgoingLines.Line line = put(HALF);
            assertThat(lines.offer(HALF)).isTrue();
            assertThat(lines.offer(HALF)).isFalse();
            assertThat(line.withdraw()).isTrue();
            assertThat(line.withdraw()).isFalse();
            assertThat(lines.take()).hasSize(50);
        }
    }

    @Test
    void takenLinesCannotBeWithdrawn() throws Exception {
        OutgoingLines.Line line = put(HALF);

        assertThat(lines.take()).hasSize(50);
        assertThat(line.withdraw()).isFalse();
    }

    @Test
    void aLongLineWaitsAloneAndOthersUntilItIsTaken() throws Exception {
        put(new byte[1_000]);
        CompletableFuture<OutgoingLines.Line> next = CompletableFuture.supplyAsync(() -> put(HALF));

        assertThat(lines.offer(HALF)).isFalse();
        assertThat(lines.take()).hasSize(1_000);
        assertThat(next.join()).isNotNull();
    }

    @Test
    void callsThatHaveEndedDoNotWaitForRoom() throws Exception {
        put(new byte[1_000]);

        assertThat(lines.put(HALF, () -> true)).isNull();
    }

    @Test
    void aWriterThatDoesNotComeBackIsStuck() throws Exception {
        assertThat(lines.isStuck(Duration.ZERO)).isFalse();
        put(HALF);
        lines.take();
        await().until(() -> lines.isStuck(Duration.ofMillis(1)));
        put(HALF);
        lines.take();
        assertThat(lines.isStuck(Duration.ofMinutes(1))).isFalse();
    }

    @Test
    void aClosedQueueEndsItsWriterAndDropsItsLines() throws Exception {
        put(HALF);
        lines.close();

        assertThat(lines.take()).isNull();
        assertThat(lines.offer(HALF)).isFalse();
        assertThat(put(HALF)).isNull();
    }
}
