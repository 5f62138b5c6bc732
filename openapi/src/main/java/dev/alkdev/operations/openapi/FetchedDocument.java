package dev.alkdev.operations.openapi;

import org.jspecify.annotations.Nullable;

/**
 * A document as it was found.
 *
 * @param uri where, links resolved; empty if unknown
 */
record FetchedDocument(DocumentText text, String uri, Validators validators) {

    FetchedDocument(DocumentText text, String uri) {
        this(text, uri, new Validators(null, null));
    }

    /**
     * The validators of a conditional request for a document.
     *
     * @param etag of the response, or null
     * @param lastModified of the response, or null
     */
    record Validators(@Nullable String etag, @Nullable String lastModified) {}
}
