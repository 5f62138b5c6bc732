package dev.alkdev.operations;

import java.math.BigDecimal;

/**
 * Initializes {@link BigDecimal} on a thread of its own, while the program registers its
 * operations. Every JSON value of Jackson needs that class, and JDK 25 computes 5 to the power of
 * 65,536 for it, which takes 30 ms of a start. Only this class: it needs none of ours and none of
 * Jackson's, so that no thread waits for another one's initialization.
 */
final class DecimalTables implements Runnable {
    private DecimalTables() {}

    static void prepare() {
        Thread thread = new Thread(new DecimalTables(), "operations-start");
        thread.setDaemon(true);
        try {
            thread.start();
        } catch (OutOfMemoryError noThread) {
            // Whoever needs the class first initializes it then.
        }
    }

    @Override
    public void run() {
        var unused = BigDecimal.ZERO;
    }
}
