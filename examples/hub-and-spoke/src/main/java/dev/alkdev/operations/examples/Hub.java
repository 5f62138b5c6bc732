package dev.alkdev.operations.examples;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.websocket.WebSocketEndpoint;
import dev.alkdev.operations.websocket.WebSocketServer;

/** Takes in whoever connects: imports what they offer, and offers them what it has. */
final class Hub {
    private Hub() {}

    /** Prints the address it listens on, and runs until its input ends. */
    public static void main(String[] args) throws Exception {
        OperationRegistry registry = OperationRegistry.create();
        WebSocketEndpoint endpoint =
                WebSocketEndpoint.at(
                                "/link",
                                link -> {
                                    Peer peer = Peer.over(link, registry);
                                    Thread.startVirtualThread(peer::importOperations);
                                })
                        .build();
        try (WebSocketServer server = WebSocketServer.serving(endpoint).start()) {
            System.out.println("hub at " + server.uri());
            while (System.in.read() >= 0) {
                // Whoever started this ends it by closing its input.
            }
        }
    }
}
