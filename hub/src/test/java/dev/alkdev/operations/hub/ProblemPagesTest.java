package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.OperationSpec;

import org.junit.jupiter.api.Test;

class ProblemPagesTest {
    @Test
    void anErrorOfTheJvmIsNotToldToTheClient() throws Exception {
        try (Hub hub = HubFixtures.started("");
                HubClient client = HubClient.of(hub)) {
            hub.registry()
                    .register(
                            OperationSpec.query("memory.ends").build(),
                            (input, context) -> {
                                throw new OutOfMemoryError("thrown by a test");
                            });

            var answer = client.call("memory.ends", "{}");

            assertThat(answer.statusCode()).isEqualTo(500);
            assertThat(answer.body())
                    .contains("the request failed; the reason is in the server's log")
                    .doesNotContain("OutOfMemoryError", "thrown by a test");
        }
    }
}
