package dev.alkdev.operations.openapi;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.web.Origin;

import org.jspecify.annotations.Nullable;

import java.net.URI;

/**
 * Where the requests of an operation go: to one origin and nowhere else.
 *
 * @param base what paths are appended to; null if unknown
 * @param trusted whether that place may have what the operator configured for the API
 */
record Target(@Nullable String base, boolean trusted) {

    /** The base. */
    String require() {
        if (base == null) {
            throw new CallException(
                    ErrorCode.EXECUTION_ERROR,
                    "the document has no server URL; configure a base URL");
        }
        if (!trusted) {
            throw new CallException(ErrorCode.EXECUTION_ERROR, refusal());
        }
        return base;
    }

    /** Why nothing is sent to a place that is not trusted. */
    String refusal() {
        return "the configured credentials, headers and parameters are not sent to "
                + (base == null ? "an unknown place" : Origin.of(URI.create(base)))
                + ", which is not the origin of the document; configure baseUrl or trustedOrigins";
    }

    /**
     * Refuses a request that would go elsewhere, however that came about.
     *
     * @throws CallException if it would
     */
    void check(URI uri) {
        if (base == null || !Origin.of(URI.create(base)).equals(Origin.of(uri))) {
            throw new CallException(
                    ErrorCode.EXECUTION_ERROR,
                    "the request would leave the origin of the API for " + Origin.of(uri));
        }
    }
}
