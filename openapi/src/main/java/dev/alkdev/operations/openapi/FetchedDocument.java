package dev.alkdev.operations.openapi;

import java.util.List;

/**
 * A document as it was found.
 *
 * @param uri where, links resolved; empty if unknown
 * @param condition the header, name and value, by which it is asked for again unless it is the
 *     same; empty if there is none
 */
record FetchedDocument(DocumentText text, String uri, List<String> condition) {}
