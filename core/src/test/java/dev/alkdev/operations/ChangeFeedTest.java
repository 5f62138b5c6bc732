package dev.alkdev.operations;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

@Timeout(60)
class ChangeFeedTest {
    private static final RegistryChange FIRST = added("a.first");
    private static final RegistryChange SECOND = added("a.second");

    private final List<RegistryChange> delivered = new CopyOnWriteArrayList<>();
    private final LateArrival waiting = new LateArrival();
    private final ChangeFeed feed = new ChangeFeed(waiting);

    private static RegistryChange added(String id) {
        return new RegistryChange.Added(OperationSpec.query(id).build());
    }

    /** Lets another thread make a change in the moment in which the queue was found empty. */
    private final class LateArrival extends ConcurrentLinkedQueue<RegistryChange> {
        private static final long serialVersionUID = 1;

        private final AtomicBoolean arrived = new AtomicBoolean();

        @Override
        public @Nullable RegistryChange poll() {
            RegistryChange next = super.poll();
            if (next == null && arrived.compareAndSet(false, true)) {
                makeSecondChange();
            }
            return next;
        }
    }

    /** The other thread cannot deliver, since the first one still does. */
    private void makeSecondChange() {
        Thread other =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    feed.announce(SECOND);
                                    feed.deliver();
                                });
        try {
            other.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aChangeThatArrivesAtTheVeryEndOfADeliveryIsDeliveredToo() {
        feed.add(delivered::add);

        feed.announce(FIRST);
        feed.deliver();

        assertThat(delivered).containsExactly(FIRST, SECOND);
        assertThat(waiting).isEmpty();
    }

    @Test
    void deferredChangesAreDeliveredAfterTheAction() {
        ChangeFeed plain = new ChangeFeed();
        plain.add(delivered::add);

        plain.deferring(
                () -> {
                    plain.announce(FIRST);
                    plain.deferring(plain::deliver, Runnable::run);
                    plain.announce(SECOND);
                    plain.deliver();
                    assertThat(delivered).isEmpty();
                },
                Runnable::run);
        plain.announce(FIRST);
        plain.deliver();

        assertThat(delivered).containsExactly(FIRST, SECOND, FIRST);
    }
}
