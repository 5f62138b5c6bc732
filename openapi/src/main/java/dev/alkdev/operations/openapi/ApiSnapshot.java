package dev.alkdev.operations.openapi;

import java.util.Map;

/**
 * An import with what is needed to compare it with a later one.
 *
 * @param places where each operation stands in the document, by id
 */
record ApiSnapshot(ImportedApi api, ApiDocuments documents, Map<String, Place> places) {}
