package dev.alkdev.operations.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

class HubAndSpokeTest {

    @Test
    @Timeout(120)
    void callsGoOnWhenASpokeIsKilled() throws Exception {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        HubAndSpoke.run(new PrintStream(text, true, StandardCharsets.UTF_8));
        assertThat(text.toString(StandardCharsets.UTF_8).lines())
                .contains(
                        "the hub offers [stock.count, stock.watch]",
                        "a stream of 13 items",
                        "spoke one is killed",
                        "20 calls, answered by {two=20}");
    }
}
