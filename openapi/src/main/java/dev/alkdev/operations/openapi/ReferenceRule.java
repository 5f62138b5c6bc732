package dev.alkdev.operations.openapi;

import dev.alkdev.operations.web.Origin;

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
        return ReferenceRule::isNearby;
    }

    private static boolean isNearby(URI document, URI target) {
        if (Origin.isWeb(document) || Origin.isWeb(target)) {
            return Origin.isWeb(document)
                    && Origin.isWeb(target)
                    && Origin.of(document).equals(Origin.of(target));
        }
        String path = document.getPath();
        String other = target.getPath();
        return String.valueOf(document.getScheme()).equalsIgnoreCase(target.getScheme())
                && path != null
                && other != null
                && other.startsWith(path.substring(0, path.lastIndexOf('/') + 1));
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
