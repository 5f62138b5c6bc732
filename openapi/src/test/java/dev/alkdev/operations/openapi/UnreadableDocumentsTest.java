package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.net.URI;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Other documents that cannot be read do not delay an import for each reference to them. */
class UnreadableDocumentsTest {
    private final RecordingServer server = RecordingServer.start();

    @AfterEach
    void stop() {
        server.close();
    }

    /** How many requests an import makes whose path items refer to other documents. */
    private int requests(IntFunction<String> reference) {
        String paths =
                IntStream.range(0, 50)
                        .mapToObj(
                                i ->
                                        "\"/p%d\": {\"$ref\": \"%s#/x\"}"
                                                .formatted(i, reference.apply(i)))
                        .collect(Collectors.joining(", "));
        server.on(
                "/api.json",
                200,
                "application/json",
                "{\"openapi\": \"3.1.0\", \"info\": {}, \"paths\": {" + paths + "}}");
        IntStream.range(0, 50).forEach(i -> server.on("/other" + i, 503, "text/plain", "not now"));
        URI url = URI.create(server.url() + "/api.json");

        ImportedApi api = OpenApi.fromUrl(url, HttpServiceOptions.of("api"));

        assertThat(api.operations()).isEmpty();
        assertThat(api.problems()).hasSizeGreaterThanOrEqualTo(50);
        return server.waiting() - 1;
    }

    @Test
    void areFetchedOnce() {
        assertThat(requests(i -> "/other1")).isEqualTo(1);
    }

    @Test
    void areFetchedUntilTooManyFailed() {
        assertThat(requests(i -> "/other" + i)).isEqualTo(20);
    }
}
