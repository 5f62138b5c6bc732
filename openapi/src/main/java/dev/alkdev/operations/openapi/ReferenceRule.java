package dev.alkdev.operations.openapi;

import java.net.URI;

/**
 * Decides which other documents a document may refer to. Only {@code http}, {@code https} and files
 * can be read at all.
 */
@FunctionalInterface
public interface ReferenceRule {
    /**
     * Whether a reference may be followed.
     *
     * @param document the URI of the document that is imported
     * @param target the URI of the other one, with links and {@code ..} resolved, without fragment
     */
    boolean allows(URI document, URI target);

    /** The default: files in the same folder or below, URLs of the same origin. */
    static ReferenceRule nearby() {
        return Origin::isNearby;
    }

    /** Everything stays in one document. */
    static ReferenceRule none() {
        return (document, target) -> false;
    }

    /** Whatever can be read. Only for documents you trust: they choose what is opened. */
    static ReferenceRule anywhere() {
        return (document, target) -> true;
    }
}
