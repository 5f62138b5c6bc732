package dev.alkdev.operations.examples.console;

import dev.alkdev.operations.testkit.HeadlessChromium;

/** A browser, for one class of tests. For one thread. */
final class Chromium implements AutoCloseable {
    static final int TIMEOUT = HeadlessChromium.TIMEOUT;

    private final HeadlessChromium chromium = HeadlessChromium.open();

    static Chromium open() {
        return new Chromium();
    }

    /** A window of its own, with no traces of others. */
    Visit visit(Look look) {
        return Visit.in(chromium.browser(), look);
    }

    @Override
    public void close() {
        chromium.close();
    }
}
