package dev.alkdev.operations;

import tools.jackson.databind.JsonNode;

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;

/**
 * The reader's end of a stream. The handler's side does not know it, so that one which is dropped
 * can be found and closed.
 */
final class OpenSubscription implements Subscription<JsonNode> {
    private static final Cleaner CLEANER = Cleaner.create(OpenSubscription::cleaner);

    private final StreamRun run;
    private final Cleaner.Cleanable abandon;

    /** The thread keeps nothing of whoever happens to be first. */
    private static Thread cleaner(Runnable work) {
        Thread thread =
                Thread.ofPlatform()
                        .daemon()
                        .inheritInheritableThreadLocals(false)
                        .name("operations-cleaner")
                        .unstarted(work);
        thread.setContextClassLoader(ClassLoader.getSystemClassLoader());
        return thread;
    }

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
