package dev.alkdev.operations.scan;

import java.util.concurrent.CountDownLatch;

/** Where code in a scanned folder meets a test. */
public final class Meeting {
    /** The call has begun. */
    public static volatile CountDownLatch begun = new CountDownLatch(1);

    /** The call may end. */
    public static volatile CountDownLatch end = new CountDownLatch(1);

    private Meeting() {}
}
