package dev.alkdev.operations.schema;

/**
 * The thread was interrupted in the middle of long work on a value: there is no answer. Every verb
 * of a {@link Schema} may throw it. The interrupt flag of the thread stays set.
 *
 * <p>The flag is looked at every few thousand steps. A verb that needs fewer gives its answer also
 * on a thread that was interrupted before.
 */
public final class SchemaInterruptedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private SchemaInterruptedException() {
        super("the thread was interrupted while it worked on a value", null, false, false);
    }

    static void throwIfInterrupted() {
        if (Thread.currentThread().isInterrupted()) {
            throw new SchemaInterruptedException();
        }
    }
}
