package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.base.TimeSource;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.LeakCheck;
import dev.alkdev.operations.web.EventStreamOptions;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** How often a lost stream is opened again, and after which pauses. */
@ExtendWith(LeakCheck.class)
@Timeout(20)
class EventReconnectTest {
    private static final String HEAD =
            SocketServer.response("200 OK", "Content-Type: text/event-stream", "");

    private final PausesOnly time = new PausesOnly();

    /** The time of the system with pauses that are recorded instead of made. */
    private static final class PausesOnly implements TimeSource {
        private final List<Duration> pauses = new CopyOnWriteArrayList<>();

        @Override
        public long millis() {
            return TimeSource.system().millis();
        }

        @Override
        public Registration schedule(Duration delay, Runnable task) {
            return TimeSource.system().schedule(delay, task);
        }

        @Override
        public void sleep(Duration duration) {
            pauses.add(duration);
        }
    }

    @BeforeAll
    static void startTheSharedClient() {
        SocketServer.startSharedClient();
    }

    private List<String> read(SocketServer server, int reconnects) {
        EventStreamOptions events =
                EventStreamOptions.defaults().withReconnects(reconnects, Duration.ofSeconds(1));
        HttpServiceOptions config =
                HttpServiceOptions.builder("api")
                        .baseUrl(server.url())
                        .events(events)
                        .time(time)
                        .build();
        OperationRegistry registry = OperationRegistry.create();
        String operation = "{\"responses\": {\"200\": {\"content\": {\"text/event-stream\": {}}}}}";
        OpenApi.from(TestApi.document("get", "/p", operation), config).registerIn(registry);
        List<String> data = new ArrayList<>();
        try (Subscription<JsonNode> items = registry.subscribe("api.op", Json.parse("{}"))) {
            items.forEachRemaining(item -> data.add(item.data().asString()));
        }
        return data;
    }

    @Test
    void isCountedAnewAfterEachEvent() {
        try (SocketServer server =
                SocketServer.start(
                        (number, socket, out) ->
                                SocketServer.write(
                                        out,
                                        number <= 6
                                                ? HEAD + "data: n" + number + "\n\n"
                                                : SocketServer.response("204 X", "X: y", "")))) {
            assertThat(read(server, 2)).containsExactly("n1", "n2", "n3", "n4", "n5", "n6");
        }
    }

    @Test
    void pausesGrowWithoutEvents() {
        try (SocketServer server =
                SocketServer.start((number, socket, out) -> SocketServer.write(out, HEAD))) {
            assertThat(read(server, 8)).isEmpty();

            assertThat(server.heads()).hasSize(9);
            assertThat(time.pauses).hasSize(8);
            assertThat(time.pauses.getFirst()).isEqualTo(Duration.ofSeconds(1));
            assertThat(time.pauses.get(5))
                    .isBetween(Duration.ofSeconds(15), Duration.ofSeconds(30));
            assertThat(time.pauses.getLast())
                    .isBetween(Duration.ofSeconds(15), Duration.ofSeconds(30));
        }
    }
}
