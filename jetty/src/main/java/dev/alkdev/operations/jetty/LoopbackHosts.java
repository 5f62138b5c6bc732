package dev.alkdev.operations.jetty;

import dev.alkdev.operations.web.LoopbackNames;

import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;

/**
 * Refuses requests for other hosts than this machine. A server without authentication is open to
 * whatever runs here, browsers included; a page from elsewhere could otherwise reach it by a name
 * of its own that leads to the loopback address.
 */
public final class LoopbackHosts extends Handler.Wrapper {
    private final byte[] refusal;
    private final BooleanSupplier open;

    /** The host of the last request that was for this machine, as nearly all are. */
    private volatile @Nullable String known;

    /**
     * Checks as long as the server is open.
     *
     * @param open whether it needs no authentication now
     * @param refusal what other requests are told
     */
    public LoopbackHosts(BooleanSupplier open, String refusal) {
        this.open = open;
        this.refusal = ProblemPages.problem(HttpStatus.MISDIRECTED_REQUEST_421, refusal);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (!open.getAsBoolean() || isLoopback(request.getHttpURI().getHost())) {
            return super.handle(request, response, callback);
        }
        response.setStatus(HttpStatus.MISDIRECTED_REQUEST_421);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, ProblemPages.MEDIA_TYPE);
        if (!request.consumeAvailable()) {
            // What the client still sends is not read, and so nothing after it.
            response.getHeaders().put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE);
        }
        response.write(true, ByteBuffer.wrap(refusal), callback);
        return true;
    }

    /** Whether a host is this machine; a request without one is for it. */
    private boolean isLoopback(@Nullable String host) {
        if (host == null || host.equals(known)) {
            return true;
        }
        if (!LoopbackNames.isName(host)) {
            return false;
        }
        known = host;
        return true;
    }
}
