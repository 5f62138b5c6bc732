package dev.alkdev.operations.jetty;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;

import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An answer of Jetty as a servlet sees it: what gateways need of one. It ends when nobody works on
 * it any more: the servlet, and who goes on after it. A small answer that is written as a whole is
 * sent with its end. For one thread at a time.
 */
final class DirectResponse extends HttpServletResponseWrapper {
    private static final HttpServletResponse NONE = Absent.of(HttpServletResponse.class);

    /** Up to here an answer is kept until its end, instead of waiting for the client's reading. */
    private static final int SMALL = 16 * 1024;

    /** Headers of nearly every answer, as they are written. */
    private static final List<HttpField> USUAL =
            List.of(
                    new PreEncodedHttpField(HttpHeader.CACHE_CONTROL, "no-store"),
                    new PreEncodedHttpField("X-Content-Type-Options", "nosniff"),
                    new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, "application/json"),
                    new PreEncodedHttpField("X-Operation-Source", "local"));

    private final Response response;
    private final Callback callback;
    private final HttpFields.Mutable headers;
    private final Output output = new Output();
    private final AtomicInteger working = new AtomicInteger(1);
    private @Nullable ByteBuffer whole;
    private long promised = -1;

    DirectResponse(Response response, Callback callback) {
        super(NONE);
        this.response = response;
        this.callback = callback;
        this.headers = response.getHeaders();
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

    @Override
    public void setStatus(int status) {
        response.setStatus(status);
    }

    @Override
    public int getStatus() {
        int status = response.getStatus();
        return status == 0 ? SC_OK : status;
    }

    private static HttpField field(String name, String value) {
        for (int i = 0; i < USUAL.size(); i++) {
            HttpField usual = USUAL.get(i);
            if (value.equals(usual.getValue()) && name.equals(usual.getName())) {
                return usual;
            }
        }
        return new HttpField(name, value);
    }

    @Override
    public void addHeader(String name, String value) {
        headers.add(field(name, value));
    }

    @Override
    public void setHeader(String name, @Nullable String value) {
        if (value == null) {
            headers.remove(name);
        } else {
            headers.put(field(name, value));
        }
    }

    @Override
    public @Nullable String getHeader(String name) {
        return headers.get(name);
    }

    @Override
    public Collection<String> getHeaders(String name) {
        return headers.getValuesList(name);
    }

    @Override
    public Collection<String> getHeaderNames() {
        return headers.getFieldNamesCollection();
    }

    @Override
    public boolean containsHeader(String name) {
        return headers.contains(name);
    }

    @Override
    public void setContentType(String type) {
        headers.put(field(HttpHeader.CONTENT_TYPE.asString(), type));
    }

    @Override
    public @Nullable String getContentType() {
        return headers.get(HttpHeader.CONTENT_TYPE);
    }

    @Override
    public void setContentLength(int length) {
        setContentLengthLong(length);
    }

    @Override
    public void setContentLengthLong(long length) {
        headers.put(HttpHeader.CONTENT_LENGTH, length);
        promised = length;
    }

    @Override
    public ServletOutputStream getOutputStream() {
        return output;
    }

    @Override
    public void flushBuffer() throws IOException {
        output.flush();
    }

    @Override
    public boolean isCommitted() {
        return whole != null || response.isCommitted();
    }

    /** There is none: what is written is sent. */
    @Override
    public void resetBuffer() {
        if (isCommitted()) {
            throw new IllegalStateException("the answer is on its way");
        }
    }

    private final class Output extends ServletOutputStream {
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
            if (response.isCommitted()) {
                return;
            }
            ByteBuffer kept = whole;
            if (kept == null) {
                Content.Sink.write(response, false, BufferUtil.EMPTY_BUFFER);
            } else {
                whole = BufferUtil.EMPTY_BUFFER;
                Content.Sink.write(response, false, kept);
            }
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            throw new UnsupportedOperationException(
                    "write without a listener: threads are virtual");
        }
    }
}
