package dev.alkdev.operations.testkit;

import dev.alkdev.operations.protocol.Peer;

/** Two peers joined by the kind of link under test. */
public interface LinkedPeers extends AutoCloseable {
    Peer left();

    Peer right();

    /** Cuts the link as a failure would, without either side being asked. */
    void cut();

    /**
     * Brings a text to the right side as if the left side had sent it.
     *
     * @return false if this kind of link carries no texts
     */
    boolean sendText(String text);

    /** Closes both sides. */
    @Override
    void close();
}
