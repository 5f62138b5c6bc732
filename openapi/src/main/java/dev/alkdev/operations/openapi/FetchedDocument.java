package dev.alkdev.operations.openapi;

import org.jspecify.annotations.Nullable;

/**
 * A document as it was found.
 *
 * @param uri where, links resolved; empty if nobody knows
 */
record FetchedDocument(DocumentText text, String uri, Validators validators) {

    FetchedDocument(DocumentText text, String uri) {
        this(text, uri, new Validators(null, null));
    }

    /**
     * How to ask a server later whether a document has changed.
     *
     * @param etag as the server said, or null
     * @param lastModified as the server said, or null
     */
    record Validators(@Nullable String etag, @Nullable String lastModified) {}
}
