package dev.alkdev.operations.benchmarks;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.websocket.WebSocketClientLink;
import dev.alkdev.operations.websocket.WebSocketEndpoint;
import dev.alkdev.operations.websocket.WebSocketServer;

import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;

/**
 * Calls and streams over a WebSocket link beside gRPC over Netty with direct executors: calls with
 * 1 and 64 in flight, one stream at a time. Client and server share the process.
 */
public final class WebSocketLoad {
    private static final int STREAM = 20_000;

    private WebSocketLoad() {}

    /**
     * Takes the milliseconds of a turn, the number of rounds, and {@code calls} or {@code streams}
     * to run these only.
     */
    public static void main(String[] args) throws Exception {
        Duration turn = Duration.ofMillis(args.length > 0 ? Long.parseLong(args[0]) : 2_000);
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 6;
        String what = args.length > 2 ? args[2] : "all";
        if (!List.of("all", "calls", "streams").contains(what)) {
            throw new IllegalArgumentException(
                    "the third argument should be all, calls or streams but is " + what);
        }
        try (OurSide ours = new OurSide();
                GrpcSide grpc = new GrpcSide()) {
            if (!what.equals("streams")) {
                calls(ours, grpc, new LoadRun(64, turn, rounds), 64);
                calls(ours, grpc, new LoadRun(1, turn, rounds), 1);
            }
            if (!what.equals("calls")) {
                streams(ours, grpc, new LoadRun(1, turn, rounds));
            }
        }
    }

    private static void calls(Side ours, Side grpc, LoadRun run, int inFlight) throws Exception {
        run.run(List.of(new Subject(ours.name(), ours::call), new Subject(grpc.name(), grpc::call)))
                .forEach(
                        (name, rate) ->
                                System.out.printf(
                                        "websocket, %2d in flight: %-12s %,10.0f calls/s%n",
                                        inFlight, name, rate));
    }

    private static void streams(Side ours, GrpcSide grpc, LoadRun run) throws Exception {
        run.run(
                        List.of(
                                new Subject(ours.name() + ", stream", ours::stream),
                                new Subject(grpc.name() + ", stream", grpc::stream),
                                new Subject(grpc.name() + ", observer", grpc::observe),
                                new Subject(grpc.name() + ", JSON", grpc::observeJson)))
                .forEach(
                        (name, rate) ->
                                System.out.printf(
                                        "websocket, one stream: %-20s %,10.0f items/s, %.2f µs of"
                                                + " processor time%n",
                                        name,
                                        rate * STREAM,
                                        run.processorSeconds(name) * 1e6 / STREAM));
    }

    /** Two ends that are connected. */
    interface Side extends AutoCloseable {
        String name();

        void call();

        void stream();

        @Override
        void close();
    }

    private record Subject(String name, Runnable work) implements LoadSubject {
        @Override
        public void call() {
            work.run();
        }

        @Override
        public void close() {
            // The sides are closed at the end.
        }
    }

    static final class OurSide implements Side {
        private final WebSocketServer server;
        private final Peer peer;
        private final JsonNode payload = Json.parse(InProcessLoad.PAYLOAD);

        OurSide() {
            OperationRegistry registry = OperationRegistry.create();
            registry.register(OperationSpec.query("bench.echo").build(), (input, context) -> input);
            registry.register(
                    OperationSpec.subscription("bench.stream").build(),
                    (input, context, emitter) -> {
                        for (int i = 0; i < STREAM; i++) {
                            emitter.emit(input);
                        }
                    });
            WebSocketEndpoint endpoint =
                    WebSocketEndpoint.at("/operations", link -> Peer.over(link, registry)).build();
            server = WebSocketServer.serving(endpoint).start();
            WebSocketClientLink link = WebSocketClientLink.to(server.uri()).build();
            peer = Peer.over(link, OperationRegistry.create());
            link.awaitUp(Duration.ofSeconds(10));
        }

        @Override
        public String name() {
            return "operations";
        }

        @Override
        public void call() {
            peer.call("bench.echo", payload);
        }

        @Override
        public void stream() {
            try (Subscription<JsonNode> items = peer.subscribe("bench.stream", payload)) {
                int count = 0;
                while (items.hasNext()) {
                    items.next();
                    count++;
                }
                check(count);
            }
        }

        @Override
        public void close() {
            peer.close();
            server.close();
        }
    }

    private static void check(int count) {
        if (count != STREAM) {
            throw new IllegalStateException("the stream had " + count + " items");
        }
    }

    static final class GrpcSide implements Side {
        private final Server server;
        private final ManagedChannel channel;
        private final byte[] payload = InProcessLoad.PAYLOAD.getBytes(StandardCharsets.UTF_8);
        private final JsonNode tree = Json.parse(InProcessLoad.PAYLOAD);

        GrpcSide() throws IOException {
            server =
                    NettyServerBuilder.forAddress(
                                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                            .directExecutor()
                            .addService(GrpcEcho.service(STREAM))
                            .build()
                            .start();
            channel =
                    NettyChannelBuilder.forAddress("127.0.0.1", server.getPort())
                            .directExecutor()
                            .usePlaintext()
                            .build();
        }

        @Override
        public String name() {
            return "gRPC Netty";
        }

        @Override
        public void call() {
            GrpcEcho.call(channel, payload);
        }

        @Override
        public void stream() {
            Iterator<byte[]> items = GrpcEcho.stream(channel, payload);
            int count = 0;
            while (items.hasNext()) {
                items.next();
                count++;
            }
            check(count);
        }

        /** The fastest way gRPC has: no thread waits for the items, nobody looks at them. */
        void observe() {
            check(GrpcEcho.observe(channel, payload));
        }

        /** The same with the work of ours: the handler has a tree, and the reader gets one. */
        void observeJson() {
            check(GrpcEcho.observe(channel, tree));
        }

        @Override
        public void close() {
            channel.shutdownNow();
            server.shutdownNow();
        }
    }
}
