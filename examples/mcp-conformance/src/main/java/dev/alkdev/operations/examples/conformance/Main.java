package dev.alkdev.operations.examples.conformance;

import java.net.URI;

/** Starts the server, or runs the client, that the conformance suite is run against. */
final class Main {
    private Main() {}

    /** Takes {@code serve PORT} or {@code client URL}. */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 2 && arguments[0].equals("serve")) {
            try (ConformanceServer server = ConformanceServer.start(number(arguments[1]))) {
                System.out.println("serving " + server.uri());
                server.join();
            }
        } else if (arguments.length == 2 && arguments[0].equals("client")) {
            ConformanceClient.run(URI.create(arguments[1]), System.getenv());
        } else {
            System.err.println("usage: serve PORT | client URL");
            System.exit(2);
        }
    }

    private static int number(String port) {
        return Integer.parseInt(port);
    }
}
