package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.HandDrivenClock;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** What is kept of the streams of sessions is bounded, and released. */
class KeptStreamsTest {
    private static final int MEMORY = 64 << 20;
    private static final byte[] EVENT = new byte[100_000];

    private final HandDrivenClock clock = new HandDrivenClock();
    private final ByteBudget budget = ByteBudget.of(MEMORY);
    private final KeptStreams streams =
            new KeptStreams(OperationRegistry.builder().time(clock).byteBudget(budget).build());

    private List<KeptStream> filled(int sessions) throws InterruptedException {
        List<KeptStream> all = new ArrayList<>();
        for (int i = 0; i < sessions; i++) {
            KeptStream stream = streams.responding("session-" + i, Json.parse("7"));
            for (int n = 0; n < 60; n++) {
                stream.put(EVENT);
            }
            all.add(stream);
        }
        return all;
    }

    @Test
    void oneSessionHasABound() throws Exception {
        filled(1);
        assertThat(streams.bytes()).isBetween(3L << 20, 4L << 20);
    }

    @Test
    void allSessionsHaveAPartOfTheMemory() throws Exception {
        filled(20);
        assertThat(streams.bytes()).isLessThanOrEqualTo(MEMORY / 8);
        assertThat(budget.used()).isEqualTo(streams.bytes());
    }

    @Test
    void aBusyServerKeepsNothing() throws Exception {
        budget.bulk().force(MEMORY);
        KeptStream stream = streams.responding("session", Json.parse("7"));
        stream.put(EVENT);
        stream.end(EVENT);
        assertThat(streams.bytes()).isLessThan(10_000);
        assertThat(stream.isOver(2)).isTrue();
    }

    @Test
    void streamsAreForgottenAMinuteAfterTheirEnd() throws Exception {
        List<KeptStream> all = filled(5);
        clock.advance(KeptStreams.PATIENCE.plusSeconds(1));
        assertThat(streams.size()).isEqualTo(5);
        all.forEach(stream -> stream.end(EVENT));
        KeptStream first = all.getFirst();
        assertThat(streams.find("session-0", first.id())).isEqualTo(first);
        clock.advance(KeptStreams.PATIENCE.plusSeconds(1));
        assertThat(streams.find("session-0", first.id())).isNull();
        assertThat(streams.size()).isZero();
        assertThat(streams.bytes()).isZero();
        assertThat(budget.used()).isZero();
    }

    @Test
    void theEndOfASessionReleasesItsEvents() throws Exception {
        filled(2);
        streams.end("session-0");
        assertThat(streams.size()).isOne();
        streams.close();
        assertThat(budget.used()).isZero();
    }
}
