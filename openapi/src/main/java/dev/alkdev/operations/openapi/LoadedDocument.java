package dev.alkdev.operations.openapi;

import tools.jackson.databind.JsonNode;

/**
 * One parsed document.
 *
 * @param documents those it belongs to
 * @param uri where it was found, without fragment; empty if nobody knows
 * @param prefix what its pointers begin with: nothing in the document that is imported
 */
record LoadedDocument(ApiDocuments documents, JsonNode root, String uri, String prefix) {
    boolean isMain() {
        return prefix.isEmpty();
    }
}
