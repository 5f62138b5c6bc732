package dev.alkdev.operations.web;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpResponse.ResponseInfo;

/**
 * Takes a small body of known length as a whole, which is cheaper than as a stream, and any other
 * as a stream; events above all, which must not wait for each other.
 */
final class SmallBodies {
    private static final long LARGEST = 64L * 1024;

    private SmallBodies() {}

    static BodySubscriber<InputStream> handle(ResponseInfo response) {
        long length = response.headers().firstValueAsLong("content-length").orElse(LARGEST + 1);
        String type = response.headers().firstValue("content-type").orElse("");
        return length <= LARGEST && !MediaType.parse(type).isEventStream()
                ? BodySubscribers.mapping(BodySubscribers.ofByteArray(), ByteArrayInputStream::new)
                : BodySubscribers.ofInputStream();
    }
}
