package dev.alkdev.operations.openapi;

/**
 * A server that a document names.
 *
 * @param url with its variables filled in; it may be relative, and empty if nothing is said
 * @param document the URI of the document it stands in, which a relative one starts from; empty if
 *     nobody knows
 */
record Server(String url, String document) {}
