package dev.alkdev.operations.benchmarks;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.http.RestGateway;
import dev.alkdev.operations.hub.Hub;
import dev.alkdev.operations.hub.HubConfig;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.VirtualThreadPool;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Calls, event streams and a listing of the REST gateway beside bare servlets in the same Jetty
 * that send the same bytes. Client and server share the process; the client does next to nothing.
 */
public final class RestLoad {
    private static final int STREAM = 20_000;
    private static final int LISTED = 10_000;
    private static final String PAYLOAD = Json.parse(InProcessLoad.PAYLOAD).toString();

    private static final String ID = "{\"id\": 7}";

    private RestLoad() {}

    /** Takes the milliseconds of a turn, the number of rounds, and what to measure. */
    public static void main(String[] args) throws Exception {
        Duration turn = Duration.ofMillis(args.length > 0 ? Long.parseLong(args[0]) : 2_000);
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 6;
        String what = args.length > 2 ? args[2] : "calls hub events listing";
        Server server = server();
        try (RawHttpClient client =
                new RawHttpClient(((ServerConnector) server.getConnectors()[0]).getLocalPort())) {
            if (what.contains("calls")) {
                calls(client, new LoadRun(64, turn, rounds));
            }
            if (what.contains("hub")) {
                hub(client, new LoadRun(64, turn, rounds));
            }
            if (what.contains("events")) {
                events(client, new LoadRun(1, turn, rounds));
            }
            if (what.contains("listing")) {
                listing(client, new LoadRun(1, turn, rounds));
            }
        }
        server.stop();
    }

    private static void calls(RawHttpClient client, LoadRun run) throws Exception {
        print(
                "calls/s, 64 connections",
                run.run(
                        List.of(
                                subject(client, "gateway, get", post("/operations/bench.get", ID)),
                                subject(client, "bare servlet, get", post("/bare/get", ID)),
                                subject(
                                        client,
                                        "gateway, echo",
                                        post("/operations/bench.echo", PAYLOAD)),
                                subject(
                                        client,
                                        "bare servlet, echo",
                                        post("/bare/echo", PAYLOAD)))),
                1);
    }

    /** A whole hub: limits, an audit line in a file, measurements, and a watch for each client. */
    private static void hub(RawHttpClient client, LoadRun run) throws Exception {
        Path audit = Files.createTempFile("audit", ".log");
        String config = "listen: 127.0.0.1:0\naudit: {file: " + audit + "}\n";
        try (Hub hub = Hub.of(HubConfig.parse(config, Path.of("."), name -> null))) {
            register(hub.registry());
            hub.start();
            try (RawHttpClient hubClient = new RawHttpClient(hub.uri().getPort())) {
                print(
                        "calls/s, 64 connections",
                        run.run(
                                List.of(
                                        subject(
                                                hubClient,
                                                "hub, get",
                                                post("/operations/bench.get", ID)),
                                        subject(
                                                client,
                                                "bare servlet, get",
                                                post("/bare/get", ID)))),
                        1);
            }
        } finally {
            Files.delete(audit);
        }
    }

    private static void events(RawHttpClient client, LoadRun run) throws Exception {
        String accept = "text/event-stream";
        print(
                "events/s, one stream",
                run.run(
                        List.of(
                                subject(
                                        client,
                                        "gateway",
                                        RawHttpClient.get("/operations/bench.events", accept)),
                                subject(
                                        client,
                                        "bare servlet, events made, each at once",
                                        RawHttpClient.get("/bare/events?made&each", accept)),
                                subject(
                                        client,
                                        "bare servlet, events made, a buffer at once",
                                        RawHttpClient.get("/bare/events?made", accept)),
                                subject(
                                        client,
                                        "bare servlet, fixed bytes, each at once",
                                        RawHttpClient.get("/bare/events?each", accept)),
                                subject(
                                        client,
                                        "bare servlet, fixed bytes, a buffer at once",
                                        RawHttpClient.get("/bare/events", accept)))),
                STREAM);
    }

    private static void listing(RawHttpClient client, LoadRun run) throws Exception {
        byte[] request = RawHttpClient.get("/operations?limit=" + LISTED, "*/*");
        run.run(List.of(subject(client, "listing", request)))
                .forEach(
                        (name, rate) ->
                                System.out.printf(
                                        "listing of %,d operations: %.1f ms%n",
                                        LISTED, 1000 / rate));
    }

    private static byte[] post(String path, String body) {
        return RawHttpClient.post(path, body);
    }

    private static void print(String what, Map<String, Double> rates, int factor) {
        rates.forEach(
                (name, rate) ->
                        System.out.printf("%s: %-44s %,10.0f%n", what, name, rate * factor));
    }

    private static LoadSubject subject(RawHttpClient client, String name, byte[] request) {
        return new LoadSubject() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public void call() throws IOException {
                if (client.send(request) < PAYLOAD.length()) {
                    throw new IllegalStateException(name + " answers too little");
                }
            }

            @Override
            public void close() {}
        };
    }

    private static Server server() throws Exception {
        Server server = new Server(new VirtualThreadPool(0));
        ServerConnector connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        ServletContextHandler context = new ServletContextHandler();
        context.addServlet(new ServletHolder(RestGateway.over(registry()).build().servlet()), "/*");
        context.addServlet(new ServletHolder(new BareEcho()), "/bare/echo");
        context.addServlet(new ServletHolder(new BareGet()), "/bare/get");
        context.addServlet(new ServletHolder(new BareEvents()), "/bare/events");
        server.setHandler(context);
        server.start();
        return server;
    }

    private static OperationRegistry registry() {
        OperationRegistry registry = OperationRegistry.create();
        register(registry);
        for (int i = 0; i < LISTED; i++) {
            registry.register(
                    OperationSpec.query("listed.operation-" + i)
                            .title("Operation " + i)
                            .describedAs("Does what operations of its number do")
                            .tags("listed", "many")
                            .build(),
                    (input, context) -> input);
        }
        return registry;
    }

    private static void register(OperationRegistry registry) {
        registry.register(OperationSpec.query("bench.echo").build(), (input, context) -> input);
        JsonNode item = Json.parse(PAYLOAD);
        registry.register(
                OperationSpec.query("bench.get")
                        .input(Schema.parse("{\"properties\": {\"id\": {\"type\": \"integer\"}}}"))
                        .build(),
                (input, context) -> item);
        registry.register(
                OperationSpec.subscription("bench.events").build(),
                (input, context, emitter) -> {
                    for (int i = 0; i < STREAM; i++) {
                        emitter.emit(item);
                    }
                });
    }

    /** Gives back the body of the request. */
    private static final class BareEcho extends HttpServlet {
        private static final long serialVersionUID = 1L;

        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            byte[] body = request.getInputStream().readAllBytes();
            response.setContentType("application/json");
            response.setContentLength(body.length);
            response.getOutputStream().write(body);
        }
    }

    /** Answers always the same. */
    private static final class BareGet extends HttpServlet {
        private static final long serialVersionUID = 1L;
        private static final byte[] ANSWER = PAYLOAD.getBytes(StandardCharsets.US_ASCII);

        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            if (request.getInputStream().readAllBytes().length != ID.length()) {
                throw new IOException("that is no id");
            }
            response.setContentType("application/json");
            response.setContentLength(ANSWER.length);
            response.getOutputStream().write(ANSWER);
        }
    }

    /**
     * Writes the events of the gateway: made of data each, or always the same bytes; flushed each,
     * or when a buffer is full.
     */
    private static final class BareEvents extends HttpServlet {
        private static final long serialVersionUID = 1L;
        private static final JsonNode DATA = Json.parse(PAYLOAD);
        private static final byte[] EVENT = event(bytes(PAYLOAD));

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            String how = String.valueOf(request.getQueryString());
            boolean each = how.contains("each");
            boolean made = how.contains("made");
            response.setContentType("text/event-stream");
            OutputStream out = response.getOutputStream();
            for (int i = 1; i <= STREAM; i++) {
                out.write(made ? event(Json.mapper().writeValueAsBytes(DATA)) : EVENT);
                if (each) {
                    out.flush();
                }
            }
            out.write(bytes("event: complete\ndata: {}\n\n"));
        }

        private static byte[] event(byte[] data) {
            byte[] head = bytes("event: item\ndata: ");
            byte[] event = Arrays.copyOf(head, head.length + data.length + 2);
            System.arraycopy(data, 0, event, head.length, data.length);
            event[event.length - 2] = '\n';
            event[event.length - 1] = '\n';
            return event;
        }

        private static byte[] bytes(String text) {
            return text.getBytes(StandardCharsets.US_ASCII);
        }
    }
}
