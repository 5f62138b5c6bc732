package dev.alkdev.operations.examples;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.websocket.WebSocketClientLink;

import tools.jackson.databind.JsonNode;

import java.io.PrintStream;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;

/** Starts a hub and two spokes, calls and streams through the hub, and kills a spoke. */
public final class HubAndSpoke {
    private static final JsonNode BOLT = Json.parse("{\"part\": \"bolt\"}");

    private HubAndSpoke() {}

    public static void main(String[] args) throws Exception {
        run(System.out);
    }

    static void run(PrintStream out) throws Exception {
        try (Child hub = Child.start(Hub.class)) {
            String uri = hub.ready().substring("hub at ".length());
            out.println(hub.ready());
            try (Child one = Child.start(Spoke.class, uri, "one");
                    Child two = Child.start(Spoke.class, uri, "two")) {
                out.println(one.ready());
                out.println(two.ready());
                WebSocketClientLink link = WebSocketClientLink.to(URI.create(uri)).build();
                try (Peer peer = Peer.over(link, OperationRegistry.create())) {
                    link.awaitUp(Duration.ofSeconds(10));
                    use(peer, one, out);
                }
            }
        }
    }

    private static void use(Peer hub, Child one, PrintStream out) throws Exception {
        awaitOperation(hub, "stock.watch");
        out.println("the hub offers " + hub.operations().stream().map(OperationSpec::id).toList());
        out.println("20 calls, answered by " + callTwenty(hub));
        try (Subscription<JsonNode> stock = hub.subscribe("stock.watch", BOLT)) {
            int items = 0;
            while (stock.hasNext()) {
                stock.next();
                items++;
            }
            out.println("a stream of " + items + " items");
        }
        one.kill();
        out.println("spoke one is killed");
        out.println("20 calls, answered by " + callTwenty(hub));
    }

    private static Map<String, Integer> callTwenty(Peer hub) throws InterruptedException {
        Map<String, Integer> answers = new TreeMap<>();
        for (int i = 0; i < 20; i++) {
            answers.merge(callOnce(hub), 1, Integer::sum);
        }
        return answers;
    }

    /** A query may be asked again: a call that a killed spoke took with it is. */
    private static String callOnce(Peer hub) throws InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                return hub.call("stock.count", BOLT).data().get("spoke").asString();
            } catch (CallException e) {
                if (!e.retryable() || attempt == 10) {
                    throw e;
                }
                Thread.sleep(Duration.ofMillis(20L * attempt));
            }
        }
    }

    /** The hub imports what a spoke offers in the moment after it is linked. */
    private static void awaitOperation(Peer hub, String id) throws Exception {
        long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (hub.operations().stream().noneMatch(spec -> spec.id().equals(id))) {
            if (System.nanoTime() > end) {
                throw new TimeoutException(id + " did not appear at the hub");
            }
            Thread.sleep(Duration.ofMillis(20));
        }
    }
}
