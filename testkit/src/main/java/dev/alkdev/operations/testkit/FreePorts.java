package dev.alkdev.operations.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Loopback ports that nothing listens on, for servers under test that must know their port
 * beforehand, and for addresses that refuse connections.
 */
public final class FreePorts {
    /** Below the ports that the system itself hands out to clients and to port 0. */
    private static final int FIRST = 10_000;

    private static final int COUNT = 10_000;

    private FreePorts() {}

    /**
     * A free port. The port {@value #COUNT} above it is free as well, where a Redis Cluster puts
     * its bus.
     */
    public static int next() {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, FIRST + COUNT);
            if (isFree(port) && isFree(port + COUNT)) {
                return port;
            }
        }
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}
