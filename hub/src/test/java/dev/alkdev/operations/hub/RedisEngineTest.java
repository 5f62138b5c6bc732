package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSource.Status.State;
import dev.alkdev.operations.protocol.CallEvent;
import dev.alkdev.operations.protocol.InProcessLink;
import dev.alkdev.operations.protocol.Link;
import dev.alkdev.operations.protocol.LinkListener;
import dev.alkdev.operations.protocol.Offering;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import java.net.URI;
import java.util.concurrent.atomic.AtomicBoolean;

@ExtendWith(LeakCheck.class)
class RedisEngineTest {
    @Test
    void whatCannotBeListedAtFirstFollowsLater() {
        OperationRegistry there = OperationRegistry.create();
        there.register(ChangingSource.binding("far.answer"));
        OperationRegistry here = OperationRegistry.create();
        InProcessLink.Pair pair = InProcessLink.pair();
        AtomicBoolean failing = new AtomicBoolean(true);
        try (Peer far = Peer.over(new Failing(pair.right(), failing), there)) {
            RedisEngine engine =
                    new RedisEngine(
                            RedisEngineConfig.of(URI.create("redis://localhost")),
                            HubConfig::defaults,
                            pair.left(),
                            Peer.over(pair.left(), here));

            await().until(() -> engine.entry().status().state() == State.FAILED);
            assertThat(engine.entry().status().lastError()).isEqualTo("OVERLOADED: not now");
            failing.set(false);
            await().until(() -> here.find("far.answer").isPresent());
            await().until(() -> engine.entry().status().state() == State.READY);
            engine.close();
            await().until(() -> far.handler().activeCount() == 0);
        }
    }

    /** A link over which requests are answered with an error for some time. */
    private record Failing(Link link, AtomicBoolean failing) implements Link {
        @Override
        public String name() {
            return link.name();
        }

        @Override
        public Caller peer() {
            return link.peer();
        }

        @Override
        public void open(LinkListener listener) {
            link.open(
                    new LinkListener() {
                        @Override
                        public Offering offering() {
                            return listener.offering();
                        }

                        @Override
                        public void up() {
                            listener.up();
                        }

                        @Override
                        public void received(CallEvent event) {
                            if (event instanceof CallEvent.Requested asked && failing.get()) {
                                link.send(
                                        CallEvent.Failed.of(
                                                asked.requestId(),
                                                new CallException(
                                                        ErrorCode.OVERLOADED, "not now")));
                                return;
                            }
                            listener.received(event);
                        }

                        @Override
                        public void down(String reason) {
                            listener.down(reason);
                        }
                    });
        }

        @Override
        public boolean isUp() {
            return link.isUp();
        }

        @Override
        public void send(CallEvent event) {
            link.send(event);
        }

        @Override
        public void close() {
            link.close();
        }
    }
}
