package dev.alkdev.operations.benchmarks;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.protocol.InProcessLink;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;

import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;

/** Calls over the in-process link beside gRPC's in-process transport: 1 and 64 in flight. */
public final class InProcessLoad {
    static final String PAYLOAD =
            "{\"id\":\"A-17\",\"customer\":\"ann\",\"lines\":["
                + "{\"part\":\"bolt\",\"count\":12,\"price\":250},"
                + "{\"part\":\"nut\",\"count\":12,\"price\":120},{\"part\":\"washer\",\"count\":24,\"price\":35}],\"notes\":\"deliver"
                + " to the back door between eight and ten, ring"
                + " twice\",\"address\":{\"street\":\"Long Road 17\",\"city\":\"Little"
                + " Town\",\"zip\":\"12345\"}}";

    private InProcessLoad() {}

    public static void main(String[] args) throws Exception {
        Duration turn = Duration.ofMillis(args.length > 0 ? Long.parseLong(args[0]) : 2_000);
        List<LoadSubject> subjects =
                List.of(
                        ours(),
                        grpc("gRPC default executor", null),
                        grpc("gRPC virtual threads", Executors.newVirtualThreadPerTaskExecutor()),
                        grpc("gRPC ForkJoinPool", ForkJoinPool.commonPool()));
        for (int inFlight : new int[] {1, 64}) {
            var rates = new LoadRun(inFlight, turn, 6).run(subjects);
            rates.forEach(
                    (name, rate) ->
                            System.out.printf(
                                    "in-process, %2d in flight: %-24s %,10.0f calls/s%n",
                                    inFlight, name, rate));
        }
        subjects.forEach(LoadSubject::close);
    }

    private static LoadSubject ours() {
        OperationRegistry registry = OperationRegistry.create();
        registry.register(OperationSpec.query("bench.echo").build(), (input, context) -> input);
        InProcessLink.Pair pair = InProcessLink.pair();
        Peer caller = Peer.over(pair.left(), OperationRegistry.create());
        Peer.over(pair.right(), registry);
        JsonNode payload = Json.parse(PAYLOAD);
        return new LoadSubject() {
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
            }
        };
    }

    private static LoadSubject grpc(String name, @Nullable Executor executor) throws IOException {
        InProcessServerBuilder builder =
                InProcessServerBuilder.forName(name).addService(GrpcEcho.service(1));
        InProcessChannelBuilder client = InProcessChannelBuilder.forName(name);
        if (executor != null) {
            builder.executor(executor);
            client.executor(executor);
        }
        Server server = builder.build().start();
        ManagedChannel channel = client.build();
        byte[] payload = PAYLOAD.getBytes(StandardCharsets.UTF_8);
        return new LoadSubject() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public void call() {
                GrpcEcho.call(channel, payload);
            }

            @Override
            public void close() {
                channel.shutdownNow();
                server.shutdownNow();
            }
        };
    }
}
