package dev.alkdev.operations.openapi;

import dev.alkdev.operations.Headers;

import java.io.InputStream;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The head of a response with its body, decoded as it is read. To be closed. */
record Reply(int status, Headers headers, InputStream body) implements AutoCloseable {

    static Reply of(HttpResponse<InputStream> response) {
        Headers headers = headers(response.headers());
        return new Reply(
                response.statusCode(), headers, ContentDecoding.decode(headers, response.body()));
    }

    private static Headers headers(HttpHeaders given) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        given.map()
                .forEach(
                        (name, each) -> {
                            // HTTP/2 has its own lines, such as :status, among the headers.
                            if (!name.startsWith(":")) {
                                values.put(name, each);
                            }
                        });
        return new Headers(values);
    }

    String contentType() {
        return headers.value("content-type").orElse("");
    }

    @Override
    public void close() {
        TimeLimit.closeQuietly(body);
    }
}
