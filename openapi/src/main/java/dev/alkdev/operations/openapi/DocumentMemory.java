package dev.alkdev.operations.openapi;

import dev.alkdev.operations.base.BoundedFile;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

/**
 * The part of the memory for documents that one source takes. The limits are parts of the heap;
 * sizes are the estimates of {@link ByteBudget}. Threads may share it.
 */
final class DocumentMemory implements AutoCloseable {
    private static final long HEAP = Runtime.getRuntime().maxMemory();

    /** The longest text of a document, unless the options set another limit. */
    static final int LONGEST_TEXT = BoundedFile.share(16, 64L << 20);

    /** The documents of one API: the main document and those it refers to. */
    static final long LARGEST_API = HEAP / 8;

    /** The documents of all sources, with their old versions. */
    private static final ByteBudget ALL = ByteBudget.of(HEAP / 3);

    /** No text takes more memory than this factor once it is parsed. */
    private static final int WORST_FACTOR = 24;

    private static final int USUAL_FACTOR = 4;
    private static final int LINE_OF_YAML = 32;

    private final Mutex lock = new Mutex();
    private long held;
    private boolean closed;

    /** About how many bytes the tree of a text takes. Short texts are not looked at. */
    static long weight(byte[] text, boolean yaml) {
        if ((long) text.length * WORST_FACTOR <= LARGEST_API) {
            return (long) text.length * USUAL_FACTOR;
        }
        long weight = ByteBudget.weightOfText(text);
        for (int i = 0; yaml && i < text.length; i++) {
            weight += text[i] == '\n' ? LINE_OF_YAML : 0;
        }
        return weight;
    }

    /**
     * Requires that the documents of an API fit into their part of the heap.
     *
     * @throws DocumentException if they do not
     */
    static void requireRoom(long weight) {
        if (weight > LARGEST_API) {
            throw new DocumentException(
                    "the documents of the API take about "
                            + megabytes(weight)
                            + " MB in memory, more than the "
                            + megabytes(LARGEST_API)
                            + " MB for one API in a heap of this size; a larger heap (-Xmx) allows"
                            + " more");
        }
    }

    /**
     * Takes memory for documents that replace the current ones.
     *
     * @throws DocumentException if the documents of all sources leave no room
     */
    void replace(long weight) {
        try (Registration hold = lock.hold()) {
            if (closed) {
                return;
            }
            ALL.release(held);
            if (ALL.poll(weight)) {
                held = weight;
                return;
            }
            // The documents of before stay in use.
            ALL.force(held);
        }
        throw new DocumentException(
                "there is no memory left for the document: all sources together may take "
                        + megabytes(ALL.limit())
                        + " MB of the heap; a larger heap (-Xmx) allows more");
    }

    private static long megabytes(long bytes) {
        return (bytes + (1 << 20) - 1) >> 20;
    }

    @Override
    public void close() {
        try (Registration hold = lock.hold()) {
            closed = true;
            ALL.release(held);
            held = 0;
        }
    }
}
