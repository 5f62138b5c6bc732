package dev.alkdev.operations.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ItemWindowTest {
    private static final int DEFAULT = PendingRequests.DEFAULT_WINDOW;

    private long now = 1_000;

    /** Reads so many items one by one; how much credit that gave. */
    private int read(ItemWindow window, int items) {
        int sum = 0;
        for (int i = 0; i < items; i++) {
            sum += window.read(1, now);
        }
        return sum;
    }

    /** A reader that has to wait after each half of a window. */
    private void readHungrily(ItemWindow window, int rounds) {
        for (int i = 0; i < rounds; i++) {
            window.starved();
            read(window, window.size());
        }
    }

    @Test
    void creditComesHalfAWindowAtATime() {
        ItemWindow window = new ItemWindow(10);
        assertThat(read(window, 4)).isZero();
        assertThat(window.read(1, now)).isEqualTo(5);
        assertThat(read(window, 5)).isEqualTo(5);
        assertThat(window.read(7, now)).isEqualTo(7);
    }

    @Test
    void aWindowThatTheCallerChoseStaysAsItIs() {
        ItemWindow window = new ItemWindow(10);
        window.came(100);
        readHungrily(window, 10);
        assertThat(window.size()).isEqualTo(10);
    }

    @Test
    void theDefaultGrowsWhileAFastReaderHasToWaitAndTheSenderGetsCreditForIt() {
        ItemWindow window = new ItemWindow(null);
        window.came(100);
        read(window, DEFAULT);
        assertThat(window.size()).isEqualTo(DEFAULT);
        window.starved();
        assertThat(read(window, DEFAULT / 2)).isEqualTo(DEFAULT / 2 + DEFAULT);
        assertThat(window.size()).isEqualTo(2 * DEFAULT);
        readHungrily(window, 10);
        assertThat(window.size()).isEqualTo(4 * DEFAULT);
    }

    @Test
    void theDefaultStaysWhereItemsComeSlowly() {
        ItemWindow window = new ItemWindow(null);
        window.came(100);
        for (int i = 0; i < 10; i++) {
            now += 1_000;
            window.starved();
            read(window, DEFAULT / 2);
        }
        assertThat(window.size()).isEqualTo(DEFAULT);
    }

    @Test
    void theDefaultStaysWhereTheSizeOfItemsIsNotKnown() {
        ItemWindow window = new ItemWindow(null);
        readHungrily(window, 10);
        assertThat(window.size()).isEqualTo(DEFAULT);
    }

    @Test
    void largerItemsMakeItSmallerAgainByWithholdingCredit() {
        ItemWindow window = new ItemWindow(null);
        window.came(100);
        readHungrily(window, 10);
        int before = window.size();
        while (window.read(1, now) == 0) {
            // All that was read is acknowledged then.
        }
        window.came(1 << 20);
        int items = 2 * before;
        int credit = read(window, items);
        assertThat(window.size()).isEqualTo(DEFAULT);
        // What is read and not acknowledged yet is less than half of the new window.
        assertThat(items - credit).isBetween(before - DEFAULT, before - DEFAULT / 2);
    }
}
