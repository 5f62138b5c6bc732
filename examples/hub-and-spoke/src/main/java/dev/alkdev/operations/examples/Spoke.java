package dev.alkdev.operations.examples;

import dev.alkdev.operations.Operation;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.websocket.WebSocketClientLink;

import java.net.URI;
import java.time.Duration;

/** Connects to the hub and offers what it has in stock. */
final class Spoke {
    /** What is asked for. */
    record Part(String part) {}

    /** What there is of it, and which spoke answers. */
    record Stock(String part, int count, String spoke) {}

    private Spoke() {}

    /** Arguments: the address of the hub, and a name. Runs until its input ends. */
    public static void main(String[] args) throws Exception {
        String name = args[1];
        OperationRegistry registry = OperationRegistry.create();
        registry.register(
                Operation.query("stock.count", Part.class, Stock.class)
                        .describedAs("How many of a part there are")
                        .handledBy((input, context) -> new Stock(input.part(), 12, name)));
        registry.register(
                Operation.subscription("stock.watch", Part.class, Stock.class)
                        .describedAs("How many of a part there are, again and again")
                        .handledBy(
                                (input, context, emitter) -> {
                                    for (int count = 12; count >= 0; count--) {
                                        emitter.emit(new Stock(input.part(), count, name));
                                    }
                                }));
        WebSocketClientLink link = WebSocketClientLink.to(URI.create(args[0])).build();
        try (Peer hub = Peer.over(link, registry)) {
            link.awaitUp(Duration.ofSeconds(10));
            System.out.println("spoke " + name + " is linked to " + hub.name());
            while (System.in.read() >= 0) {
                // Whoever started this ends it by closing its input.
            }
        }
    }
}
