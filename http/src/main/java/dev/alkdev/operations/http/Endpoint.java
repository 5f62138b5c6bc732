package dev.alkdev.operations.http;

import java.io.IOException;
import java.util.List;

/** What is served at a path. Threads share it. */
@FunctionalInterface
public interface Endpoint {
    List<String> READS = List.of("GET", "HEAD", "OPTIONS");
    List<String> READS_AND_POSTS = List.of("GET", "HEAD", "POST", "OPTIONS");
    List<String> POSTS = List.of("POST", "OPTIONS");

    /** The methods it knows. OPTIONS is answered for it. */
    default List<String> methods() {
        return READS;
    }

    /** Answers a request with one of its methods. */
    void serve(Exchange exchange) throws IOException;

    /** An endpoint whose callers are not authenticated. */
    interface Public extends Endpoint {}
}
