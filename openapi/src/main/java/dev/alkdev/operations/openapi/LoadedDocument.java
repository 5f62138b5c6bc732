package dev.alkdev.operations.openapi;

import tools.jackson.databind.JsonNode;

/**
 * One parsed document.
 *
 * @param documents those it belongs to
 * @param uri where it was found, without fragment; empty if unknown
 * @param prefix what its pointers begin with: nothing in the document that is imported
 * @param madeUp whether it is the document of nodes that are not in it
 */
record LoadedDocument(
        ApiDocuments documents, JsonNode root, String uri, String prefix, boolean madeUp) {

    boolean isMain() {
        return prefix.isEmpty();
    }

    /** This document for a node that was made up from it: no reference can lead there. */
    LoadedDocument forMadeUp() {
        return madeUp ? this : new LoadedDocument(documents, root, uri, prefix, true);
    }
}
