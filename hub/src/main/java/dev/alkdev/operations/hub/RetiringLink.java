package dev.alkdev.operations.hub;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.Registration;
import dev.alkdev.operations.protocol.CallEvent;
import dev.alkdev.operations.protocol.Link;
import dev.alkdev.operations.protocol.LinkListener;
import dev.alkdev.operations.protocol.Offering;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A link that can stop to offer operations and go on with everything else, so that the calls it has
 * taken finish while others take the new ones. Threads may share it.
 */
final class RetiringLink implements Link {
    private final Link link;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private volatile boolean retired;

    RetiringLink(Link link) {
        this.link = link;
    }

    /** Offers nothing from now on. */
    void retire() {
        retired = true;
        listeners.forEach(Runnable::run);
    }

    @Override
    public String name() {
        return link.name();
    }

    @Override
    public Caller peer() {
        return link.peer();
    }

    @Override
    public boolean trustsIdentities() {
        return link.trustsIdentities();
    }

    @Override
    public void open(LinkListener listener) {
        link.open(new Listener(listener));
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

    private final class Listener implements LinkListener {
        private final LinkListener listener;

        Listener(LinkListener listener) {
            this.listener = listener;
        }

        @Override
        public Offering offering() {
            return new UntilRetired(listener.offering());
        }

        @Override
        public void up() {
            listener.up();
        }

        @Override
        public void received(CallEvent event) {
            listener.received(event);
        }

        @Override
        public void down(String reason) {
            listener.down(reason);
        }
    }

    private final class UntilRetired implements Offering {
        private final Offering offering;

        UntilRetired(Offering offering) {
            this.offering = offering;
        }

        @Override
        public List<OperationSpec> operations() {
            return retired ? List.of() : offering.operations();
        }

        @Override
        public List<String> path(String operationId) {
            return offering.path(operationId);
        }

        @Override
        public Registration onChange(Runnable listener) {
            listeners.add(listener);
            Registration inner = offering.onChange(listener);
            return () -> {
                listeners.remove(listener);
                inner.close();
            };
        }
    }
}
