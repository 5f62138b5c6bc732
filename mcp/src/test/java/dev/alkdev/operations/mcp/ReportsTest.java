package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

class ReportsTest {
    private final Reports reports = new Reports();
    private final List<String> told = new ArrayList<>();

    private void add(String name, long weight, boolean isProgress) {
        reports.add(new Reports.Report(() -> told.add(name), weight, isProgress));
    }

    @AfterEach
    void nothingIsHeld() {
        reports.close();
        assertThat(ServerMemory.REPORTS.used()).isZero();
    }

    @Test
    void theLatestProgressIsKeptAndLogMessagesBetween() {
        add("log", 10, false);
        IntStream.rangeClosed(1, 100).forEach(i -> add("p" + i, 10, true));

        reports.tell();

        assertThat(told).hasSize(17).startsWith("log", "p85").endsWith("p100");
    }

    @Test
    void theOldestGiveWayWhenThereIsNoMemoryLeft() {
        long half = ServerMemory.REPORTS.limit() / 2;
        add("a", half, false);
        add("b", half, false);
        add("c", half, true);
        add("larger than all", 3 * half, false);

        reports.tell();

        assertThat(told).isEmpty();
        add("d", half, true);
        reports.tell();
        assertThat(told).containsExactly("d");
    }

    @Test
    void reportsAfterTheEndAreDropped() {
        add("a", 10, true);
        reports.close();
        add("b", 10, true);
        reports.tell();

        assertThat(told).isEmpty();
    }
}
