package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;

import java.net.URI;
import java.util.Optional;

/** Finds the documents that a schema refers to. Nothing is ever fetched unless one is given. */
@FunctionalInterface
public interface SchemaResolver {
    /** The document at an absolute URI without fragment, or empty if there is none. */
    Optional<JsonNode> resolve(URI uri);

    /** Finds nothing: only references within the document and to meta-schemas work. */
    static SchemaResolver none() {
        return uri -> Optional.empty();
    }
}
