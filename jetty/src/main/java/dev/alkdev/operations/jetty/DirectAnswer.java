package dev.alkdev.operations.jetty;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;

import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Writes an answer of a servlet to Jetty, and ends it when nobody works on it any more: the
 * servlet, and who goes on after it. A small answer that is written as a whole is sent with its
 * end. For one thread at a time.
 */
final class DirectAnswer extends ServletOutputStream {
    /** Up to here an answer is kept until its end, instead of waiting for the client's reading. */
    private static final int SMALL = 16 * 1024;

    private final Response response;
    private final Callback callback;
    private final AtomicInteger working = new AtomicInteger(1);
    private @Nullable ByteBuffer whole;
    private long promised = -1;

    DirectAnswer(Response response, Callback callback) {
        this.response = response;
        this.callback = callback;
    }

    Response response() {
        return response;
    }

    /** How long it will be. */
    void promise(long length) {
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, length);
        promised = length;
    }

    /** Somebody works on it beside the servlet. */
    void enter() {
        working.incrementAndGet();
    }

    /** One less works on it; the last ends it. */
    void leave() {
        if (working.decrementAndGet() == 0) {
            response.write(true, whole == null ? BufferUtil.EMPTY_BUFFER : whole, callback);
        }
    }

    boolean isCommitted() {
        return whole != null || response.isCommitted();
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        if (whole != null) {
            throw new IOException("the answer is longer than its length");
        }
        ByteBuffer given = ByteBuffer.wrap(bytes, offset, length);
        if (length <= SMALL && length == promised && !response.isCommitted()) {
            whole = given;
        } else {
            Content.Sink.write(response, false, given);
        }
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void flush() throws IOException {
        if (!isCommitted()) {
            Content.Sink.write(response, false, BufferUtil.EMPTY_BUFFER);
        }
    }

    @Override
    public boolean isReady() {
        return true;
    }

    @Override
    public void setWriteListener(WriteListener listener) {
        throw new UnsupportedOperationException("write without a listener: threads are virtual");
    }
}
