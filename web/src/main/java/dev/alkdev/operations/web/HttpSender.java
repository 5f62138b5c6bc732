package dev.alkdev.operations.web;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/**
 * Sends one request and gives the response as soon as its headers are there. It neither follows
 * redirects nor decodes anything: that happens here, above it. Closing the body, or an interrupt,
 * ends the exchange. Threads may share it.
 */
@FunctionalInterface
public interface HttpSender {
    HttpResponse<InputStream> send(HttpRequest request) throws IOException, InterruptedException;

    /** Sends with a client of your own, which should not follow redirects. */
    static HttpSender of(HttpClient client) {
        return request -> client.send(request, SmallBodies::handle);
    }

    /**
     * The client that everything in this process shares unless it is given another; it is made for
     * the first request.
     */
    static HttpSender shared() {
        return request -> SharedHttpClient.SENDER.send(request);
    }
}
