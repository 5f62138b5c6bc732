package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.protocol.CallEvent;
import dev.alkdev.operations.protocol.HandlerOptions;
import dev.alkdev.operations.protocol.InProcessLink;
import dev.alkdev.operations.protocol.LinkListener;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.concurrent.atomic.AtomicInteger;

class LinkAcceptorTest {
    private final OperationRegistry hub = OperationRegistry.create();
    private final LinkAcceptor acceptor =
            new LinkAcceptor(hub, HandlerOptions.defaults(), "shop"::equals);

    private static InProcessLink.Pair linkOf(String... scopes) {
        Caller spoke = Caller.of(Identity.of("spoke", scopes));
        return InProcessLink.pair(Caller.trusted(), spoke, false);
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
