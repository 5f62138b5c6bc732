package dev.alkdev.operations.openapi;

/**
 * A server that a document names.
 *
 * @param url with its variables filled in; it may be relative, and empty if none is given
 * @param document the URI of the document it is in, which a relative one starts from; empty if
 *     unknown
 */
record Server(String url, String document) {}
