package dev.alkdev.operations.redis;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.protocol.CallEvent;
import dev.alkdev.operations.protocol.InProcessLink;
import dev.alkdev.operations.protocol.LinkListener;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.protocol.Relayed;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Answers discovery requests about the operations of the others from their announcements. A
 * registry of their specs, asked as any peer is, gives the same answers as they would.
 */
final class Directory {
    /** The namespace of what it answers. */
    static final String PREFIX = "services.";

    private final OperationRegistry shown = OperationRegistry.create();
    private final Map<String, Entry> entries = new TreeMap<>();
    private final InProcessLink.Pair pair;

    Directory(Settings settings, LinkListener listener) {
        pair = InProcessLink.pair(settings.self(), Caller.trusted(), settings.trustsIdentities());
        pair.left().open(new Answers(listener));
        Peer.over(pair.right(), shown);
    }

    void send(CallEvent event) {
        pair.left().send(event);
    }

    /**
     * Shows exactly these. Called by one thread at a time.
     *
     * @param path the nodes behind the one that offers an operation, by its id
     */
    void show(Map<String, OperationSpec> operations, Function<String, List<String>> path) {
        for (String id : List.copyOf(entries.keySet())) {
            if (!operations.containsKey(id)) {
                shown.remove(id);
                entries.remove(id);
            }
        }
        operations.forEach(
                (id, spec) -> {
                    Entry now = new Entry(spec, path.apply(id));
                    Entry before = entries.put(id, now);
                    if (before == null) {
                        shown.register(now.binding());
                    } else if (!before.equals(now)) {
                        shown.replace(now.binding());
                    }
                });
    }

    private record Entry(OperationSpec spec, List<String> path) {
        OperationBinding binding() {
            return Relayed.binding(spec, path);
        }
    }

    void close() {
        pair.left().close();
    }

    private record Answers(LinkListener listener) implements LinkListener {
        @Override
        public void up() {}

        @Override
        public void received(CallEvent event) {
            listener.received(event);
        }

        @Override
        public void down(String reason) {}
    }
}
