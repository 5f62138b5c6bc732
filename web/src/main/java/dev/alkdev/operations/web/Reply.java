package dev.alkdev.operations.web;

import dev.alkdev.operations.Headers;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The head of a response with its body, decoded as it is read. To be closed. */
public record Reply(int status, Headers headers, InputStream body) implements AutoCloseable {

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

    /**
     * The whole body.
     *
     * @throws IOException if it has more bytes than allowed, or cannot be read
     */
    public byte[] bytes(long limit) throws IOException {
        return BoundedBody.read(body, limit);
    }

    /** {@code HTTP 404: Not Found}, or {@code HTTP 499} for an unknown status. */
    public String statusText() {
        return StatusText.of(status);
    }

    /** What {@code Retry-After} asks for, in seconds or as a date. */
    public Optional<Duration> retryAfter() {
        Optional<String> header = headers.value("retry-after").map(String::trim);
        if (header.isEmpty()) {
            return Optional.empty();
        }
        String text = header.get();
        try {
            if (text.matches("[0-9]{1,9}")) {
                return Optional.of(Duration.ofSeconds(Long.parseLong(text)));
            }
            Instant until =
                    ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
            Duration left = Duration.between(Instant.now(), until);
            return Optional.of(left.isNegative() ? Duration.ZERO : left);
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /** The media type as the server has it; empty if it names none. */
    public String contentType() {
        return headers.value("content-type").orElse("");
    }

    @Override
    public void close() {
        TimeLimit.closeQuietly(body);
    }
}
