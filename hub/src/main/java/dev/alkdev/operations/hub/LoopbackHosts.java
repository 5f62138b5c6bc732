package dev.alkdev.operations.hub;

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
        if (!open.getAsBoolean() || isLoopback(request.getHttpURI().getHost())) {
            return super.handle(request, response, callback);
        }
        response.setStatus(HttpStatus.MISDIRECTED_REQUEST_421);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, ProblemPages.MEDIA_TYPE);
        if (!request.consumeAvailable()) {
            // What the client still sends is not read, and so nothing after it.
            response.getHeaders().put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE);
        }
        response.write(true, ByteBuffer.wrap(REFUSAL), callback);
        return true;
    }

    /** Whether a host is this machine; a request without one is for it. */
    static boolean isLoopback(@Nullable String host) {
        return host == null || LoopbackNames.isName(host);
    }
}
