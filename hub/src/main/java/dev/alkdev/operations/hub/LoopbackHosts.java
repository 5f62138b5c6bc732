package dev.alkdev.operations.hub;

import dev.alkdev.operations.jetty.ProblemPages;
import dev.alkdev.operations.web.LoopbackNames;

import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;

/**
 * Refuses requests for other hosts than this machine. A hub without tokens is open to whatever runs
 * here, browsers included; a page from elsewhere could otherwise reach it by a name of its own that
 * leads to the loopback address.
 */
final class LoopbackHosts extends Handler.Wrapper {
    private static final byte[] REFUSAL =
            ProblemPages.problem(
                    HttpStatus.MISDIRECTED_REQUEST_421,
                    "a hub without tokens answers requests for localhost only");

    private final BooleanSupplier open;

    /** The host of the last request that was for this machine, as nearly all are. */
    private volatile @Nullable String known;

    /**
     * Checks as long as the hub is open.
     *
     * @param open whether the hub needs no tokens now
     */
    LoopbackHosts(BooleanSupplier open) {
        this.open = open;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (!open.getAsBoolean() || isKnown(request.getHttpURI().getHost())) {
            return super.handle(request, response, callback);
        }
        response.setStatus(HttpStatus.MISDIRECTED_REQUEST_421);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, ProblemPages.MEDIA_TYPE);
        response.write(true, ByteBuffer.wrap(REFUSAL), callback);
        return true;
    }

    private boolean isKnown(@Nullable String host) {
        if (host != null && host.equals(known)) {
            return true;
        }
        boolean loopback = isLoopback(host);
        known = loopback ? host : known;
        return loopback;
    }

    /** Whether a host is this machine; a request without one is for it. */
    static boolean isLoopback(@Nullable String host) {
        return host == null || LoopbackNames.isName(host);
    }
}
