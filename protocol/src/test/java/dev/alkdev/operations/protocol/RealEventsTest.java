package dev.alkdev.operations.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorSpec;
import dev.alkdev.operations.Headers;
import dev.alkdev.operations.HttpMeta;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.LeakCheck;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;

/** Whatever two peers send each other fits the published schema of call events. */
@ExtendWith(LeakCheck.class)
class RealEventsTest {
    private final ConcurrentLinkedQueue<String> wire = new ConcurrentLinkedQueue<>();
    private OperationRegistry spoke;

    /** Keeps the text of everything that is sent. */
    private record Tapped(Link link, ConcurrentLinkedQueue<String> wire) implements Link {
        @Override
        public String name() {
            return link.name();
        }

        @Override
        public Caller peer() {
            return link.peer();
        }

        @Override
        public boolean trustsIdentities() {
            return link.trustsIdentities();
        }

        @Override
        public void open(LinkListener listener) {
            link.open(listener);
        }

        @Override
        public boolean isUp() {
            return link.isUp();
        }

        @Override
        public void send(CallEvent event) {
            wire.add(CallEventCodec.create().write(event));
            link.send(event);
        }

        @Override
        public void close() {
            link.close();
        }
    }

    @BeforeEach
    void operations(OperationRegistry registry) {
        spoke = registry;
        registry.register(
                OperationSpec.query("test.works").build(),
                (input, context) -> {
                    context.progress(1, 2.0, "half of it");
                    return ResponseEnvelope.http(
                            input,
                            new HttpMeta(
                                    200, Headers.of(Map.of("content-type", "application/json"))));
                });
        registry.register(
                OperationSpec.mutation("test.fails").fails(ErrorSpec.of("LOCKED", "")).build(),
                (input, context) -> {
                    throw new CallException("LOCKED", "it is locked").withDetails(Map.of("by", 1));
                });
        registry.register(
                OperationSpec.subscription("test.counts").build(),
                (input, context, emitter) -> {
                    for (int i = 0; i < 5; i++) {
                        emitter.emit(i, "event-" + i);
                    }
                });
        registry.register(
                OperationSpec.subscription("test.waits").build(),
                (input, context, emitter) -> new CountDownLatch(1).await());
    }

    @Test
    void eachFitsTheSchema(LeakCheck leaks) {
        InProcessLink.Pair pair = InProcessLink.pair();
        OperationRegistry own = leaks.watch(OperationRegistry.create());
        try (Peer serving = Peer.over(new Tapped(pair.left(), wire), spoke);
                Peer hub = Peer.over(new Tapped(pair.right(), wire), own)) {
            hub.importOperations();
            call(own);
            fail(hub);
            read(hub);
            abort(hub);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> types(), seen -> seen.size() == 7);
        }
        assertThat(wire).allSatisfy(text -> assertThat(errors(text)).as(text).isEmpty());
        assertThat(types())
                .containsExactlyInAnyOrder(
                        "call.requested",
                        "call.responded",
                        "call.completed",
                        "call.error",
                        "call.aborted",
                        "call.credit",
                        "call.progress");
    }

    private static void call(OperationRegistry own) {
        Call call =
                Call.builder()
                        .caller(Caller.of(Identity.of("ann", "read").withResource("x:1", "write")))
                        .timeout(Duration.ofMinutes(5))
                        .metadata(Map.of("trace", Json.parse("\"t-1\"")))
                        .onProgress(progress -> {})
                        .to("test.works", Map.of("a", 1));
        assertThat(own.execute(call).data().toString()).isEqualTo("{\"a\":1}");
    }

    private static void fail(Peer hub) {
        CallException failure =
                catchThrowableOfType(
                        CallException.class, () -> hub.call("test.fails", Json.parse("{}")));
        assertThat(failure.code()).isEqualTo("LOCKED");
    }

    private static void read(Peer hub) {
        Call counts = Call.builder().window(2).to("test.counts", Map.of());
        try (Subscription<JsonNode> items = hub.subscribe(counts)) {
            for (int i = 0; i < 5; i++) {
                assertThat(items.next().data().asInt()).isEqualTo(i);
            }
            assertThat(items.hasNext()).isFalse();
        }
    }

    private static void abort(Peer hub) {
        hub.subscribe(Call.of("test.waits", Map.of())).close();
    }

    private static List<?> errors(String text) {
        return CallEvent.SCHEMA.errors(new JsonMapper().readTree(text));
    }

    private Set<String> types() {
        return wire.stream()
                .map(text -> Json.parse(text).get("type").asString())
                .collect(Collectors.toSet());
    }
}
