package dev.alkdev.operations.openapi;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An import with what is needed to compare it with a later one.
 *
 * @param places where each operation is in the document, by id
 * @param origins the version of the document that each operation was made from, by id
 */
record ApiSnapshot(
        ImportedApi api,
        ApiDocuments documents,
        Map<String, Place> places,
        Map<String, ApiDocuments> origins) {

    /** An import of one version. */
    static ApiSnapshot of(ImportedApi api, ApiDocuments documents, Map<String, Place> places) {
        Map<String, ApiDocuments> origins = new LinkedHashMap<>();
        places.keySet().forEach(id -> origins.put(id, documents));
        return new ApiSnapshot(api, documents, places, origins);
    }
}
