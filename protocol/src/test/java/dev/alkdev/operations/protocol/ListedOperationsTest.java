package dev.alkdev.operations.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.protocol.CallEvent.Responded;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.CapturedLog;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which operations the other end of a link gets to see. */
@ExtendWith(LeakCheck.class)
@Timeout(60)
class ListedOperationsTest {
    private static final Caller HUB = Caller.of(new Identity("hub", Set.of(), Map.of()));

    private static OperationRegistry offering() {
        OperationRegistry registry = OperationRegistry.create();
        registry.register(OperationSpec.query("a.open").build(), (input, context) -> input);
        registry.register(
                OperationSpec.query("a.secret").requires("secret:read").build(),
                (input, context) -> input);
        return registry;
    }

    private static CallBuilder as(String id, String... scopes) {
        return Call.builder().caller(Caller.of(new Identity(id, Set.of(scopes), Map.of())));
    }

    @Nested
    class OfAPeerThatIsTrustedToNameItsCallers {
        @Test
        void areAllThatAnyCallerMayUseAndEachCallIsChecked() {
            InProcessLink.Pair link = InProcessLink.pair(HUB, Caller.anonymous(), true);
            OperationRegistry near = OperationRegistry.create();
            try (Peer serving = Peer.over(link.right(), offering());
                    Peer asking = Peer.over(link.left(), near)) {
                assertThat(serving.isUp()).isTrue();
                asking.importOperations();

                assertThat(asking.importedIds()).containsExactlyInAnyOrder("a.open", "a.secret");
                assertThat(
                                near.execute(
                                                as("ann", "secret:read")
                                                        .to("a.secret", Json.parse("{}")))
                                        .data())
                        .isEqualTo(Json.parse("{}"));
                assertThatExceptionOfType(CallException.class)
                        .isThrownBy(() -> near.execute(as("bob").to("a.secret", Json.parse("{}"))))
                        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.ACCESS_DENIED));
                // What the peer asks for itself runs as who it is, which lacks the scope.
                assertThatExceptionOfType(CallException.class)
                        .isThrownBy(() -> asking.call("a.secret", Json.parse("{}")))
                        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.ACCESS_DENIED));
            }
        }

        @Test
        void areThoseOfTheCallerItNames() {
            RecordingLink link = new RecordingLink().knownAs(HUB, true);
            try (Peer serving = Peer.over(link, offering())) {
                link.listener()
                        .received(list(1, "\"identity\": {\"id\": \"ann\", \"scopes\": []}"));

                await().until(() -> !link.sent().isEmpty());
                assertThat(serving.isUp()).isTrue();
                assertThat(names(link)).containsExactly("open");
            }
        }
    }

    @Test
    void areThoseThatAnyOtherPeerMayUseItself() {
        InProcessLink.Pair link = InProcessLink.pair(HUB, Caller.anonymous(), false);
        try (Peer serving = Peer.over(link.right(), offering());
                Peer asking = Peer.over(link.left(), OperationRegistry.create())) {
            assertThat(serving.isUp()).isTrue();

            assertThat(asking.operations()).extracting(OperationSpec::id).containsExactly("a.open");
        }
    }

    @Test
    void thatAHubDoesNotSeeOverALinkOfOursAreLoggedOnce() {
        RecordingLink link = new RecordingLink().knownAs(Caller.anonymous(), false).outgoing();
        try (CapturedLog log = new CapturedLog();
                Peer spoke = Peer.over(link, offering())) {
            for (int i = 1; i <= 2; i++) {
                link.listener().received(list(i, "\"trusted\": true"));
                int answers = i;
                await().until(() -> link.sent().size() == answers);
            }

            assertThat(spoke.isUp()).isTrue();
            assertThat(names(link)).containsExactly("open");
            assertThat(log.of("Peer"))
                    .containsExactly(
                            "1 operations hidden from the test, which lacks their scopes: a.secret."
                                    + " A spoke that trusts its hub configures its link with"
                                    + " trustingHub()");
        }
    }

    private static CallEvent list(int number, String caller) {
        String request =
                """
                {"type": "call.requested", "id": "r%d", "payload":
                  {"requestId": "r%d", "operationId": "services.list", "input": {}, %s}}
                """
                        .formatted(number, number, caller);
        return ((Decoded.Event) CallEventCodec.create().read(request)).event();
    }

    private static List<String> names(RecordingLink link) {
        JsonNode page = ((Responded) link.sent().getFirst()).output().data();
        return page.get("operations").valueStream().map(it -> it.get("name").asString()).toList();
    }
}
