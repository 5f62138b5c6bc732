package dev.alkdev.operations.openapi;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.web.Origin;

import org.jspecify.annotations.Nullable;

import java.net.URI;

/**
 * Where the requests of an operation go: to one origin and nowhere else.
 *
 * @param base what paths are appended to; empty if unknown
 * @param refusal why nothing is sent there; null if requests are
 */
record Target(String base, @Nullable String refusal) {

    /** The base. */
    String require() {
        if (refusal != null) {
            throw new CallException(ErrorCode.EXECUTION_ERROR, refusal);
        }
        return base;
    }

    /**
     * Refuses a request that would go elsewhere, for whatever reason.
     *
     * @throws CallException if it would
     */
    void check(URI uri) {
        if (!Origin.of(URI.create(base)).equals(Origin.of(uri))) {
            throw new CallException(
                    ErrorCode.EXECUTION_ERROR,
                    "the request would leave the origin of the API for " + Origin.of(uri));
        }
    }
}
