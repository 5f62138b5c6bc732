package dev.alkdev.operations.openapi;

/**
 * Counts what operations take of parts that they share: parameters, members of bodies, media types
 * of responses. A short document may refer from thousands of operations to a part with thousands of
 * members. For one thread.
 */
final class ImportSize {
    private static final long MOST = Math.max(50_000, Runtime.getRuntime().maxMemory() / 1024);

    private long members;

    /**
     * Counts members of one operation.
     *
     * @throws DocumentException if the operations have more than the heap has room for
     */
    void add(int count) {
        members += count;
        if (members > MOST) {
            throw new DocumentException(
                    "the operations have more than "
                            + MOST
                            + " parameters, members of bodies and media types together, the most in"
                            + " a heap of this size; import fewer by a filter, or raise -Xmx");
        }
    }
}
