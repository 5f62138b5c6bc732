package dev.alkdev.operations.cli;

import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.web.HeaderText;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;

/** The operations of a hub that runs, over its REST interface. For one thread. */
final class HubTarget implements Target {
    private static final String ENVELOPE = "application/vnd.operations.envelope+json";
    private static final String EVENTS = "text/event-stream";

    /** Beyond what the hub was asked for, so that the hub is the one to say it took too long. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private static final Duration LONGEST_CALL = Duration.ofMinutes(10);

    private final HubAddress address;
    private final HubConnection connection;

    HubTarget(HubAddress address, @Nullable String token) {
        this.address = address;
        this.connection = new HubConnection(address, token, HubConnection.Timeouts.DEFAULT);
    }

    @Override
    public JsonNode listing(Map<String, String> query) {
        return connection.json(get(address.listing(query)));
    }

    @Override
    public Description describe(String id) {
        return read(get(address.operation(id)), Description::fromJson);
    }

    private <T> T read(HttpRequest.Builder request, Function<JsonNode, T> reading) {
        JsonNode answer = connection.json(request);
        try {
            return reading.apply(answer);
        } catch (IllegalArgumentException e) {
            throw connection.noHub(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public ResponseEnvelope<JsonNode> call(String id, JsonNode input, @Nullable Duration timeout) {
        HttpRequest.Builder request = post(id, input).header("Accept", ENVELOPE);
        if (timeout != null) {
            // In seconds, which have room for times that are long in milliseconds.
            BigDecimal seconds = BigDecimal.valueOf(timeout.toMillis(), 3);
            request.header("Operation-Timeout", seconds.toPlainString() + "s");
        }
        request.timeout(timeout == null ? LONGEST_CALL : timeout.plus(GRACE));
        return read(request, ResponseEnvelope::fromJson);
    }

    @Override
    public Items subscribe(String id, JsonNode input, @Nullable String after, boolean envelopes) {
        String accept = envelopes ? EVENTS + ", " + ENVELOPE : EVENTS;
        HttpRequest.Builder request = post(id, input).header("Accept", accept);
        if (after != null) {
            if (!HeaderText.canCarry(after)) {
                throw CommandFailure.usage(
                        "--after has characters that are not printable ASCII, which the HTTP"
                                + " client cannot send");
            }
            request.header("Last-Event-ID", after);
        }
        return connection.stream(request);
    }

    private HttpRequest.Builder get(URI uri) {
        return HttpRequest.newBuilder(uri).header("Accept", "application/json");
    }

    private HttpRequest.Builder post(String id, JsonNode input) {
        return HttpRequest.newBuilder(address.operation(id))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(Json.write(input)));
    }

    @Override
    public void close() {
        connection.close();
    }
}
