package dev.alkdev.operations.jetty;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;

import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.Collection;
import java.util.List;

/** An answer of Jetty as a servlet sees it: what gateways need of one. For one thread at a time. */
final class DirectResponse extends HttpServletResponseWrapper {
    private static final HttpServletResponse NONE = Absent.of(HttpServletResponse.class);

    /** Headers of nearly every answer, as they are written. */
    private static final List<HttpField> USUAL =
            List.of(
                    new PreEncodedHttpField(HttpHeader.CACHE_CONTROL, "no-store"),
                    new PreEncodedHttpField("X-Content-Type-Options", "nosniff"),
                    new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, "application/json"),
                    new PreEncodedHttpField("X-Operation-Source", "local"));

    private final DirectAnswer answer;
    private final HttpFields.Mutable headers;

    DirectResponse(DirectAnswer answer) {
        super(NONE);
        this.answer = answer;
        this.headers = answer.response().getHeaders();
    }

    @Override
    public void setStatus(int status) {
        answer.response().setStatus(status);
    }

    @Override
    public int getStatus() {
        int status = answer.response().getStatus();
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
        answer.promise(length);
    }

    @Override
    public void setContentLengthLong(long length) {
        answer.promise(length);
    }

    @Override
    public ServletOutputStream getOutputStream() {
        return answer;
    }

    @Override
    public void flushBuffer() throws IOException {
        answer.flush();
    }

    @Override
    public boolean isCommitted() {
        return answer.isCommitted();
    }

    /** There is none: what is written is sent. */
    @Override
    public void resetBuffer() {
        if (isCommitted()) {
            throw new IllegalStateException("the answer is on its way");
        }
    }
}
