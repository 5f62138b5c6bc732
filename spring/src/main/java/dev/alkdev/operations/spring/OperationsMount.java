package dev.alkdev.operations.spring;

import jakarta.servlet.http.HttpServlet;

/**
 * A servlet on the application's server. Each bean of this type is mounted.
 *
 * @param path without a slash at the end, such as {@code /api}: everything below it is the
 *     servlet's
 * @param drain ends what is open, such as event streams, before the server begins to stop
 */
public record OperationsMount(String path, HttpServlet servlet, Runnable drain) {
    public OperationsMount {
        if (!path.startsWith("/") || path.length() < 2 || path.endsWith("/")) {
            throw new IllegalArgumentException(
                    "a path should be like /api, beginning and not ending with a slash, but is \""
                            + path
                            + "\"");
        }
    }

    /** A servlet of requests that end by themselves. */
    public OperationsMount(String path, HttpServlet servlet) {
        this(path, servlet, () -> {});
    }

    /** A gateway: destroying it ends its streams and links. */
    static OperationsMount gateway(String path, HttpServlet servlet) {
        return new OperationsMount(path, servlet, servlet::destroy);
    }
}
