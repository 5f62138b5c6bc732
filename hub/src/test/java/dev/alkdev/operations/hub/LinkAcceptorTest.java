package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.base.Glob;
import dev.alkdev.operations.config.TokenHash;
import dev.alkdev.operations.protocol.CallEvent;
import dev.alkdev.operations.protocol.HandlerOptions;
import dev.alkdev.operations.protocol.InProcessLink;
import dev.alkdev.operations.protocol.LinkListener;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.CapturedLog;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

class LinkAcceptorTest {
    private final OperationRegistry hub = OperationRegistry.create();
    private final List<TokenConfig> tokens = new ArrayList<>();
    private final LinkAcceptor acceptor =
            new LinkAcceptor(
                    hub,
                    HandlerOptions.defaults(),
                    new LinkAcceptor.OfferRules("shop"::equals, () -> tokens),
                    Duration.ofMinutes(1));

    private static InProcessLink.Pair linkOf(String... scopes) {
        return linkOf(Identity.of("spoke", scopes));
    }

    private static InProcessLink.Pair linkOf(Identity identity) {
        return InProcessLink.pair(Caller.trusted(), Caller.of(identity), false);
    }

    private Peer spoke(String id, OperationRegistry operations) {
        InProcessLink.Pair link = linkOf(Identity.of(id, LinkAcceptor.OFFER));
        Peer spoke = Peer.over(link.right(), operations);
        acceptor.accept(link.left());
        return spoke;
    }

    private Object answerOf(String operationId) {
        return hub.execute(operationId, Json.parse("{}")).data().asString();
    }

    private void grant(String id, String... offers) {
        tokens.add(
                new HashedTokenConfig(
                        id,
                        TokenHash.of(id),
                        List.of(LinkAcceptor.OFFER),
                        Map.of(),
                        null,
                        Stream.of(offers).map(Glob::new).toList(),
                        false));
    }

    @Test
    void anIdStaysWithWhoHadItFirstThoughItsLinkBlinks() {
        OperationRegistry first = offering("pay.charge");
        OperationRegistry other = OperationRegistry.create();
        other.register(
                OperationSpec.query("pay.charge").describedAs("Steals").build(),
                (in, context) -> "stolen");
        Peer owner = spoke("a", first);
        try (Peer squatter = spoke("b", other)) {
            assertThat(answerOf("pay.charge")).isEqualTo("theirs");
            owner.close();
            assertThatExceptionOfType(CallException.class)
                    .isThrownBy(() -> answerOf("pay.charge"))
                    .matches(failure -> failure.code().equals(ErrorCode.UNAVAILABLE))
                    .matches(CallException::retryable);
            try (Peer again = spoke("a", first)) {
                assertThat(answerOf("pay.charge")).isEqualTo("theirs");
                assertThat(again.isUp()).isTrue();
            }
            assertThat(squatter.isUp()).isTrue();
        }
    }

    @Test
    void aTokenOffersWhatItsPatternsNameAndNobodyElseDoes() {
        grant("pay", "pay.*");
        grant("other");
        try (Peer stranger = spoke("other", offering("pay.charge", "other.work"))) {
            assertThat(hub.find("pay.charge")).isEmpty();
            assertThat(hub.find("other.work")).isPresent();
            try (Peer owner = spoke("pay", offering("pay.charge", "pay.refund", "other.more"))) {
                assertThat(hub.find("pay.charge")).isPresent();
                assertThat(hub.find("pay.refund")).isPresent();
                assertThat(hub.find("other.more")).isEmpty();
                assertThat(owner.isUp()).isTrue();
            }
            assertThat(stranger.isUp()).isTrue();
        }
    }

    private static OperationRegistry offering(String... ids) {
        OperationRegistry registry = OperationRegistry.create();
        for (String id : ids) {
            registry.register(OperationSpec.query(id).build(), (in, context) -> "theirs");
        }
        return registry;
    }

    @Test
    void whoMayOfferIsImportedByTheTimeTheLinkIsAccepted() {
        InProcessLink.Pair link = linkOf(LinkAcceptor.OFFER);
        try (Peer spoke = Peer.over(link.right(), offering("spoke.hello"))) {
            acceptor.accept(link.left());

            assertThat(hub.find("spoke.hello")).isPresent();
            assertThat(spoke.isUp()).isTrue();
        }
    }

    @Test
    void whoMayNotOfferIsServedAndNotImported() {
        hub.register(OperationSpec.query("hub.echo").build(), (in, context) -> in);
        InProcessLink.Pair link = linkOf("hub:other");
        try (Peer spoke = Peer.over(link.right(), offering("spoke.hello"))) {
            acceptor.accept(link.left());

            assertThat(spoke.call("hub.echo", Json.parse("1")).data()).isEqualTo(Json.parse("1"));
            assertThat(hub.find("spoke.hello")).isEmpty();
        }
    }

    @Test
    void whoMayNotOfferIsNamedInTheLogOnce() {
        try (CapturedLog log = new CapturedLog()) {
            for (int i = 0; i < 3; i++) {
                InProcessLink.Pair link = linkOf(Identity.of("unscoped", "hub:other"));
                try (Peer spoke = Peer.over(link.right(), offering("spoke.hello"))) {
                    acceptor.accept(link.left());
                    assertThat(spoke.isUp()).isTrue();
                }
            }
            assertThat(log.of("dev.alkdev.operations.hub.LinkAcceptor"))
                    .containsExactly(
                            "unscoped is linked without the scope hub:offer: its operations, if"
                                    + " any, are not imported");
        }
    }

    @Test
    void nobodyOffersInTheNamespaceOfASource() {
        InProcessLink.Pair link = linkOf(LinkAcceptor.OFFER);
        try (CapturedLog log = new CapturedLog();
                Peer spoke = Peer.over(link.right(), offering("shop.pay", "spoke.hello"))) {
            acceptor.accept(link.left());

            assertThat(hub.find("shop.pay")).isEmpty();
            assertThat(hub.find("spoke.hello")).isPresent();
            assertThat(spoke.isUp()).isTrue();
            assertThat(log.text())
                    .containsOnlyOnce("shop.pay: its namespace is that of a source of this hub");
        }
    }

    @Test
    void aSpokeThatCannotListAtFirstIsImportedLater() {
        InProcessLink.Pair link = linkOf(LinkAcceptor.OFFER);
        link.right().open(new Unready(link.right()));
        try (InProcessLink closing = link.left()) {
            acceptor.accept(closing);

            await().until(() -> hub.find("spoke.late").isPresent());
        }
    }

    /** A peer that fails to list its operations a few times. */
    private static final class Unready implements LinkListener {
        private final InProcessLink link;
        private final AtomicInteger asked = new AtomicInteger();

        Unready(InProcessLink link) {
            this.link = link;
        }

        @Override
        public void up() {}

        @Override
        public void received(CallEvent event) {
            if (event instanceof CallEvent.Requested request
                    && request.operationId().equals("services.list")) {
                Thread.startVirtualThread(() -> link.send(answer(request.requestId())));
            }
        }

        private CallEvent answer(String requestId) {
            if (asked.incrementAndGet() < 3) {
                return CallEvent.Failed.of(
                        requestId, new CallException(ErrorCode.UNAVAILABLE, "not ready"));
            }
            ObjectNode page = JsonNodeFactory.instance.objectNode();
            page.putArray("operations").add(OperationSpec.query("spoke.late").build().toJson());
            return new CallEvent.Responded(
                    requestId, ResponseEnvelope.local(page, "services.list"), null);
        }

        @Override
        public void down(String reason) {}
    }
}
