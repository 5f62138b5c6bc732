package dev.alkdev.operations.benchmarks;

import com.sun.management.HotSpotDiagnosticMXBean;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.http.LimitOptions;
import dev.alkdev.operations.http.RestGateway;
import dev.alkdev.operations.jetty.JettyClientWatch;
import dev.alkdev.operations.jetty.JettyHandler;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.websocket.WebSocketClientLink;
import dev.alkdev.operations.websocket.WebSocketEndpoint;
import dev.alkdev.operations.websocket.WebSocketServer;

import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * What a stream costs on which nothing happens: heap after a collection, and virtual threads. Event
 * streams go over sockets to a client in a process of its own, links over one socket in this one.
 */
public final class IdleStreams {
    private static final JsonNode INPUT = Json.parse("{}");
    private static final Pattern VIRTUAL = Pattern.compile("(?m)^#\\d+ \"[^\"]*\" virtual");
    private static final byte[] REQUEST =
            """
            GET /operations/bench.silent HTTP/1.1\r
            Host: localhost\r
            Accept: text/event-stream\r
            \r
            """
                    .getBytes(StandardCharsets.US_ASCII);

    private final OperationRegistry registry = OperationRegistry.create();
    private final int streams;

    private IdleStreams(int streams) {
        this.streams = streams;
        registry.register(
                OperationSpec.subscription("bench.silent").build(),
                (input, context, emitter) -> new CountDownLatch(1).await());
    }

    /**
     * Takes the number of streams, and {@code local}, {@code events} or {@code websocket}. With a
     * port after it, it is the client of event streams.
     */
    public static void main(String[] args) throws Exception {
        if (args.length == 3) {
            connect(Integer.parseInt(args[0]), Integer.parseInt(args[2]));
            return;
        }
        int streams = args.length > 0 ? Integer.parseInt(args[0]) : 2_000;
        String what = args.length > 1 ? args[1] : "local events websocket";
        IdleStreams run = new IdleStreams(streams);
        if (what.contains("local")) {
            run.local();
        }
        if (what.contains("events")) {
            run.events();
        }
        if (what.contains("websocket")) {
            run.websocket();
        }
    }

    private interface Opening {
        AutoCloseable open(int streams) throws Exception;
    }

    private void measure(String name, Opening opening) throws Exception {
        try (AutoCloseable first = opening.open(1)) {
            await(registry::openSubscriptions, 1);
            long heap = heap();
            long threads = threads();
            try (AutoCloseable all = opening.open(streams)) {
                await(registry::openSubscriptions, streams + 1L);
                System.out.printf(
                        "%s: %,d streams, %,d bytes and %.2f virtual threads each%n",
                        name,
                        streams,
                        (heap() - heap) / streams,
                        (threads() - threads) / (double) streams);
            }
        }
        await(registry::openSubscriptions, 0);
    }

    private static AutoCloseable repeated(int streams, Supplier<Subscription<JsonNode>> opening) {
        List<Subscription<JsonNode>> open = new ArrayList<>();
        for (int i = 0; i < streams; i++) {
            open.add(opening.get());
        }
        return () -> open.forEach(Subscription::close);
    }

    private static void await(LongSupplier actual, long expected) throws InterruptedException {
        while (actual.getAsLong() != expected) {
            Thread.sleep(10);
        }
    }

    private static long heap() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static long threads() throws IOException {
        Path file = Files.createTempDirectory("threads").resolve("dump.txt");
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .dumpThreads(file.toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.TEXT_PLAIN);
        return VIRTUAL.matcher(Files.readString(file)).results().count();
    }

    private void local() throws Exception {
        measure(
                "registry.subscribe",
                count -> repeated(count, () -> registry.subscribe("bench.silent", INPUT)));
    }

    private void events() throws Exception {
        Server server = new Server();
        ServerConnector connector = JettyClientWatch.connector(server, new HttpConnectionFactory());
        connector.setHost("127.0.0.1");
        connector.setAcceptQueueSize(1_024);
        server.addConnector(connector);
        try (JettyClientWatch watch = new JettyClientWatch(Duration.ofSeconds(1))) {
            LimitOptions limits =
                    LimitOptions.defaults().withMaxStreamsPerCaller(Integer.MAX_VALUE);
            RestGateway gateway =
                    RestGateway.over(registry).limits(limits).clientWatch(watch).build();
            server.setHandler(new JettyHandler(Map.of("/*", gateway.servlet())));
            server.start();
            measure("event streams over sockets", count -> client(count, connector.getLocalPort()));
        } finally {
            server.stop();
        }
    }

    /** A process that opens streams and ends with its input. */
    private static AutoCloseable client(int streams, int port) throws IOException {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:+UseSerialGC",
                                "-cp",
                                System.getProperty("java.class.path"),
                                IdleStreams.class.getName(),
                                String.valueOf(streams),
                                "client",
                                String.valueOf(port))
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        return () -> {
            process.getOutputStream().close();
            process.waitFor();
        };
    }

    private static void connect(int streams, int port) throws IOException {
        List<SocketChannel> open = new ArrayList<>();
        for (int i = 0; i < streams; i++) {
            SocketChannel channel =
                    SocketChannel.open(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            channel.write(ByteBuffer.wrap(REQUEST));
            ByteBuffer head = ByteBuffer.allocate(12);
            while (head.hasRemaining()) {
                channel.read(head);
            }
            open.add(channel);
        }
        System.in.readAllBytes();
        for (SocketChannel channel : open) {
            channel.close();
        }
    }

    private void websocket() throws Exception {
        WebSocketEndpoint endpoint =
                WebSocketEndpoint.at("/operations", link -> Peer.over(link, registry)).build();
        try (WebSocketServer server = WebSocketServer.serving(endpoint).start();
                WebSocketClientLink link = WebSocketClientLink.to(server.uri()).build();
                Peer peer = Peer.over(link, OperationRegistry.create())) {
            link.awaitUp(Duration.ofSeconds(30));
            measure(
                    "a WebSocket link, both ends",
                    count -> repeated(count, () -> peer.subscribe("bench.silent", INPUT)));
        }
    }
}
