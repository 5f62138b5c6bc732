package dev.alkdev.operations;

import tools.jackson.databind.JsonNode;

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;

/**
 * The reader's end of a stream. The handler's side does not know it, so that one which is dropped
 * can be found and closed.
 */
final class OpenSubscription implements Subscription<JsonNode> {
    private static final Cleaner CLEANER =
            Cleaner.create(Thread.ofPlatform().daemon().name("operations-cleaner").factory());

    private final StreamRun run;
    private final Cleaner.Cleanable abandon;

    OpenSubscription(StreamRun run) {
        this.run = run;
        this.abandon = CLEANER.register(this, run::drop);
    }

    @Override
    public boolean hasNext() {
        try {
            return run.buffer().hasNext();
        } finally {
            // While somebody waits here, this is not dropped.
            Reference.reachabilityFence(this);
        }
    }

    @Override
    public ResponseEnvelope<JsonNode> next() {
        try {
            return run.buffer().next();
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    @Override
    public void close() {
        run.close();
        abandon.clean();
    }
}
