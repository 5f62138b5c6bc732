package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The documents that a resolver finds. Finding one may take long, so nobody waits for it under a
 * lock: what is not here yet is asked for by exception, fetched, and asked for again. Threads may
 * share it.
 */
final class OtherDocuments {
    private final SchemaResolver resolver;
    private final Map<String, Optional<JsonNode>> fetched = new ConcurrentHashMap<>();

    OtherDocuments(SchemaResolver resolver) {
        this.resolver = resolver;
    }

    /** A document that must be fetched before the work can continue. */
    static final class NeededException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final String uri;

        private NeededException(String uri) {
            super(uri, null, false, false);
            this.uri = uri;
        }

        String uri() {
            return uri;
        }
    }

    /**
     * The document of this name, or null if there is none.
     *
     * @throws NeededException if nobody has looked for it yet
     */
    @Nullable JsonNode get(String uri) {
        JsonNode official = MetaSchemas.document(uri);
        if (official != null || !isAbsolute(uri)) {
            return official;
        }
        Optional<JsonNode> known = fetched.get(uri);
        if (known == null) {
            throw new NeededException(uri);
        }
        return known.orElse(null);
    }

    private static boolean isAbsolute(String uri) {
        try {
            return URI.create(uri).isAbsolute();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Asks the resolver. */
    void fetch(String uri) {
        fetched.putIfAbsent(uri, resolver.resolve(URI.create(uri)));
    }

    /** Forgets which documents were not there: they may be the next time. */
    void forgetAbsent(Set<String> uris) {
        for (String uri : uris) {
            fetched.remove(uri, Optional.empty());
        }
    }
}
