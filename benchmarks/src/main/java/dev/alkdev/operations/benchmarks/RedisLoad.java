package dev.alkdev.operations.benchmarks;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.redis.RedisLink;
import dev.alkdev.operations.schema.Json;

import redis.embedded.RedisServer;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.List;

/** Calls over the Redis link beside a loop over bare streams: 1 and 64 in flight. */
public final class RedisLoad {
    private static final int PORT = 16_379;

    private RedisLoad() {}

    /** The milliseconds of a turn; the server is that of {@code REDIS_URL} or a new one. */
    public static void main(String[] args) throws Exception {
        Duration turn = Duration.ofMillis(args.length > 0 ? Long.parseLong(args[0]) : 2_000);
        String given = System.getenv("REDIS_URL");
        RedisServer server = new RedisServer(PORT);
        if (given == null) {
            server.start();
        }
        try {
            run(given == null ? "redis://127.0.0.1:" + PORT : given, turn);
        } finally {
            server.stop();
        }
    }

    private static void run(String url, Duration turn) throws Exception {
        List<LoadSubject> subjects =
                List.of(new Linked(url), new BareStreams(url, InProcessLoad.PAYLOAD));
        for (int inFlight : new int[] {1, 64}) {
            var rates = new LoadRun(inFlight, turn, 6).run(subjects);
            rates.forEach(
                    (name, rate) ->
                            System.out.printf(
                                    "Redis, %2d in flight: %-24s %,10.0f calls/s%n",
                                    inFlight, name, rate));
        }
        subjects.forEach(LoadSubject::close);
    }

    /** Two peers joined by the link. */
    private static final class Linked implements LoadSubject {
        private final JsonNode payload = Json.parse(InProcessLoad.PAYLOAD);
        private final Peer worker;
        private final Peer caller;

        Linked(String url) {
            OperationRegistry registry = OperationRegistry.create();
            registry.register(OperationSpec.query("bench.echo").build(), (input, context) -> input);
            worker = Peer.over(RedisLink.to(url).prefix("bench").build(), registry);
            caller =
                    Peer.over(
                            RedisLink.to(url).prefix("bench").build(), OperationRegistry.create());
        }

        @Override
        public String name() {
            return "operations";
        }

        @Override
        public void call() {
            caller.call("bench.echo", payload);
        }

        @Override
        public void close() {
            caller.close();
            worker.close();
        }
    }
}
