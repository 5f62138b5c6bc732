package dev.alkdev.operations.openapi;

import dev.alkdev.operations.Registration;
import dev.alkdev.operations.TimeSource;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** Waits by a clock that a test may drive. */
final class Pause {
    private Pause() {}

    static void of(Duration duration, TimeSource time) throws InterruptedException {
        CountDownLatch over = new CountDownLatch(1);
        Registration timer = time.schedule(duration, over::countDown);
        try {
            over.await();
        } finally {
            timer.close();
        }
    }
}
