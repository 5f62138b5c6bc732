package dev.alkdev.operations.websocket;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.testkit.LinkContract;
import dev.alkdev.operations.testkit.LinkedPeers;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

class WebSocketLinkTest implements LinkContract {

    @Override
    public LinkedPeers connect(
            OperationRegistry leftRegistry,
            OperationRegistry rightRegistry,
            Caller left,
            boolean trusted) {
        CompletableFuture<Peer> right = new CompletableFuture<>();
        WebSocketEndpoint endpoint =
                WebSocketEndpoint.at(
                                "/link", link -> right.complete(Peer.over(link, rightRegistry)))
                        .authenticator(attempt -> new Admission.Granted(left, trusted))
                        .build();
        WebSocketServer server = WebSocketServer.serving(endpoint).start();
        TcpProxy proxy = new TcpProxy(server.port());
        WebSocketClientLink link =
                WebSocketClientLink.to(proxy.uri("/link")).peer(Caller.trusted()).build();
        Peer client = Peer.over(link, leftRegistry);
        return new WebSocketPeers(
                client, right.orTimeout(30, TimeUnit.SECONDS).join(), link, proxy, server);
    }

    private record WebSocketPeers(
            Peer left, Peer right, WebSocketClientLink link, TcpProxy proxy, WebSocketServer server)
            implements LinkedPeers {
        @Override
        public void cut() {
            proxy.close();
        }

        @Override
        public boolean sendText(String text) {
            Objects.requireNonNull(link.connection()).send(text.getBytes(StandardCharsets.UTF_8));
            return true;
        }

        @Override
        public void close() {
            left.close();
            right.close();
            server.close();
            proxy.close();
        }
    }
}
