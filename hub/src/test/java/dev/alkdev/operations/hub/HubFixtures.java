package dev.alkdev.operations.hub;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.config.TokenHash;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.websocket.WebSocketClientLink;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;

/** Hubs for tests. */
final class HubFixtures {
    static final String TEST_SOURCE =
            """
            sources:
              - name: test
                type: provider
                provider: test
            """;

    private HubFixtures() {}

    static HubConfig config(String yaml) {
        return HubConfig.parse("listen: 127.0.0.1:0\n" + yaml, Path.of("."), name -> null);
    }

    /** A line of the list of tokens in a config. */
    static String token(String id, String token, String... scopes) {
        return "  - {id: %s, hash: \"%s\", scopes: [%s]}\n"
                .formatted(id, TokenHash.of(token).text(), quoted(scopes));
    }

    private static String quoted(String... scopes) {
        return scopes.length == 0 ? "" : "\"" + String.join("\", \"", scopes) + "\"";
    }

    static URI linkUri(Hub hub) {
        return URI.create(hub.uri().toString().replaceFirst("http", "ws") + "/link");
    }

    /** Joins a hub as a spoke does; without a token if it is empty. */
    static Peer linked(Hub hub, String token, OperationRegistry registry) {
        WebSocketClientLink.Builder builder = WebSocketClientLink.to(linkUri(hub));
        if (!token.isEmpty()) {
            builder.bearerToken(() -> token);
        }
        WebSocketClientLink link = builder.build();
        Peer peer = Peer.over(link, registry);
        try {
            link.awaitUp(Duration.ofSeconds(10));
        } catch (RuntimeException e) {
            peer.close();
            throw e;
        }
        return peer;
    }

    /** A hub that runs, with all its sources tried. */
    static Hub started(String yaml) {
        return started(config(yaml));
    }

    static Hub started(HubConfig config) {
        Hub hub = Hub.of(config);
        hub.start();
        if (!hub.awaitSources(Duration.ofSeconds(20))) {
            hub.close();
            throw new AssertionError("the sources take too long: " + hub.sources());
        }
        return hub;
    }
}
