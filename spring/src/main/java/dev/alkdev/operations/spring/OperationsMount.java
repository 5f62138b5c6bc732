package dev.alkdev.operations.spring;

import jakarta.servlet.http.HttpServlet;

/**
 * A servlet on the application's server. Each bean of this type is mounted.
 *
 * @param path without a slash at the end, such as {@code /api}: everything below it is the
 *     servlet's
 */
public record OperationsMount(String path, HttpServlet servlet) {
    public OperationsMount {
        if (!path.startsWith("/") || path.length() < 2 || path.endsWith("/")) {
            throw new IllegalArgumentException(
                    "a path should be like /api, beginning and not ending with a slash, but is \""
                            + path
                            + "\"");
        }
    }
}
