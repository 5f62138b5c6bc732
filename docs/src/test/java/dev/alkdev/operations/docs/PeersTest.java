package dev.alkdev.operations.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.protocol.InProcessLink;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.Map;

/** The snippets of {@code docs/guide/peers.md}, in its order. */
class PeersTest {
    private final OperationRegistry spokeRegistry = OperationRegistry.create();
    private final OperationRegistry hubRegistry = OperationRegistry.create();

    PeersTest() {
        spokeRegistry.register(
                OperationSpec.query("stock.count").requires("stock:read").build(),
                (input, context) -> 12);
    }

    @Test
    void twoRegistriesAreLinked() {
        // snippet: link
        InProcessLink.Pair pair = InProcessLink.pair();
        Peer spoke = Peer.over(pair.left(), spokeRegistry);
        Peer hub = Peer.over(pair.right(), hubRegistry);
        // end
        // snippet: call
        ResponseEnvelope<JsonNode> answer =
                hub.call("stock.count", Json.parse("{\"part\": \"bolt\"}"));
        // end
        assertThat(answer.data().intValue()).isEqualTo(12);
        // snippet: options
        CallBuilder soon = Call.builder().timeout(Duration.ofSeconds(2));
        hub.call(soon.to("stock.count", Map.of("part", "bolt")));
        // end
        // snippet: import
        hub.importOperations(spec -> spec.namespace().equals("stock"));

        JsonNode count =
                hubRegistry.execute("stock.count", Json.parse("{\"part\": \"bolt\"}")).unwrap();
        // end
        assertThat(count.intValue()).isEqualTo(12);
        spoke.close();
    }

    @Test
    void aLinkSaysWhoCalls() {
        // snippet: caller
        Caller ann = Caller.of(Identity.of("ann", "stock:read"));
        InProcessLink.Pair checked = InProcessLink.pair(ann, Caller.trusted(), false);
        // end
        Peer caller = Peer.over(checked.left(), hubRegistry);
        Peer.over(checked.right(), spokeRegistry);
        assertThat(caller.call("stock.count", Json.parse("{}")).data().intValue()).isEqualTo(12);
        caller.close();

        InProcessLink.Pair unknown =
                InProcessLink.pair(Caller.anonymous(), Caller.trusted(), false);
        Peer stranger = Peer.over(unknown.left(), OperationRegistry.create());
        Peer.over(unknown.right(), spokeRegistry);
        assertThatExceptionOfType(CallException.class)
                .isThrownBy(() -> stranger.call("stock.count", Json.parse("{}")))
                .satisfies(e -> assertThat(e.code()).isEqualTo("ACCESS_DENIED"));
        stranger.close();
    }
}
