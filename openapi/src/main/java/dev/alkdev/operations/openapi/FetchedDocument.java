package dev.alkdev.operations.openapi;

import org.jspecify.annotations.Nullable;

/** The bytes of a document and how to ask later whether they have changed. Immutable. */
final class FetchedDocument {
    private final byte[] bytes;
    private final String uri;
    private final @Nullable String etag;
    private final @Nullable String lastModified;

    /**
     * A document as it was found.
     *
     * @param uri where, links resolved; empty if nobody knows
     * @param etag as the server said, or null
     * @param lastModified as the server said, or null
     */
    FetchedDocument(
            byte[] bytes, String uri, @Nullable String etag, @Nullable String lastModified) {
        this.bytes = bytes;
        this.uri = uri;
        this.etag = etag;
        this.lastModified = lastModified;
    }

    byte[] bytes() {
        return bytes;
    }

    String uri() {
        return uri;
    }

    @Nullable String etag() {
        return etag;
    }

    @Nullable String lastModified() {
        return lastModified;
    }
}
