package dev.alkdev.operations.redis;

/**
 * Bounds the memory for the offerings of all other participants. Specs take many times as much in
 * memory as in text, and are kept in several places: with their schemas, for search, and imported.
 *
 * @param largest the weight of one offering
 * @param total the weight of all offerings together
 */
record OfferingLimits(long largest, long total) {
    /** The memory for an operation with an empty schema. */
    static final int OPERATION = 4 * 1024;

    private static final long LEAST = 4L << 20;
    private static final long MOST = 1L << 30;

    /** An eighth of the heap for all offerings, half of that for one. */
    static OfferingLimits ofHeap(long heap) {
        long total = Math.clamp(heap / 8, LEAST, MOST);
        return new OfferingLimits(total / 2, total);
    }

    /** The longest text that is worth reading: every character weighs at least two bytes. */
    long longestText() {
        return largest / 2;
    }
}
