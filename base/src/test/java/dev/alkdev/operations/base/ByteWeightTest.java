package dev.alkdev.operations.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.json.JsonMapper;

import java.nio.charset.StandardCharsets;

class ByteWeightTest {
    private static final JsonMapper JSON = new JsonMapper();

    @Test
    void treesWeighAboutWhatTheyTake() {
        String small = "[" + "[],".repeat(999) + "[]]";

        assertThat(ByteBudget.weight(JSON.readTree(small))).isBetween(60_000L, 100_000L);
        assertThat(ByteBudget.weightOfText(small.getBytes(StandardCharsets.UTF_8)))
                .isBetween(60_000L, 120_000L);
        assertThat(ByteBudget.weight(JSON.readTree("\"" + "x".repeat(5_000) + "\"")))
                .isBetween(5_000L, 5_100L);
        assertThat(ByteBudget.weight(JSON.readTree("{\"a\":{\"b\":[1,true,null,2.5]}}")))
                .isBetween(200L, 600L);
    }
}
