package dev.alkdev.operations.jetty;

import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.internal.HttpConnection;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds connections whose request head is not complete in time. For one thread. */
final class SlowHeads {
    private final Duration timeout;
    private Map<EndPoint, Waiting> seen = new HashMap<>();

    SlowHeads(Duration timeout) {
        this.timeout = timeout;
    }

    /** Since when a connection is seen before its request number so and so. */
    private record Waiting(long requests, long since) {}

    List<EndPoint> slow(Collection<EndPoint> connected, long now) {
        Map<EndPoint, Waiting> waiting = new HashMap<>();
        List<EndPoint> slow = new ArrayList<>();
        for (EndPoint endPoint : connected) {
            if (!(http(endPoint) instanceof HttpConnection http) || !isIncomplete(http)) {
                continue;
            }
            Waiting known = seen.get(endPoint);
            if (known == null || known.requests() != http.getMessagesIn()) {
                known = new Waiting(http.getMessagesIn(), now);
            }
            waiting.put(endPoint, known);
            if (now - known.since() >= timeout.toNanos()) {
                slow.add(endPoint);
            }
        }
        seen = waiting;
        return slow;
    }

    /** The connection, without the TLS around it. */
    private static Connection http(EndPoint endPoint) {
        Connection connection = endPoint.getConnection();
        return connection instanceof SslConnection secure
                ? secure.getSslEndPoint().getConnection()
                : connection;
    }

    /** Whether no request was received yet, the handshake included, or one is incomplete. */
    private static boolean isIncomplete(HttpConnection http) {
        HttpParser parser = http.getParser();
        boolean begun = parser.inHeaderState() && !parser.isState(HttpParser.State.START);
        return begun || http.getMessagesIn() == 0;
    }
}
