package dev.alkdev.operations.jetty;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;

import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

/** A request of Jetty as a servlet sees it: what gateways need of one. For one thread at a time. */
final class DirectRequest extends HttpServletRequestWrapper {
    private static final HttpServletRequest NONE = Absent.of(HttpServletRequest.class);

    private final Request request;
    private final String servletPath;
    private final @Nullable String pathInfo;
    private final DirectResponse response;
    private @Nullable ServletInputStream body;
    private @Nullable DirectAsync async;
    private Cookie @Nullable [] cookies;

    DirectRequest(
            Request request,
            String servletPath,
            @Nullable String pathInfo,
            DirectResponse response) {
        super(NONE);
        this.request = request;
        this.servletPath = servletPath;
        this.pathInfo = pathInfo;
        this.response = response;
    }

    /** As Jetty has it. */
    Request jetty() {
        return request;
    }

    @Override
    public String getMethod() {
        return request.getMethod();
    }

    @Override
    public String getProtocol() {
        return request.getConnectionMetaData().getProtocol();
    }

    @Override
    public String getContextPath() {
        return "";
    }

    @Override
    public String getServletPath() {
        return servletPath;
    }

    @Override
    public @Nullable String getPathInfo() {
        return pathInfo;
    }

    @Override
    public String getRequestURI() {
        return request.getHttpURI().getPath();
    }

    @Override
    public StringBuffer getRequestURL() {
        return new StringBuffer(Request.newHttpURIFrom(request, getRequestURI()).asString());
    }

    @Override
    public @Nullable String getQueryString() {
        return request.getHttpURI().getQuery();
    }

    @Override
    public @Nullable String getHeader(String name) {
        return request.getHeaders().get(name);
    }

    @Override
    public Enumeration<String> getHeaders(String name) {
        return request.getHeaders().getValues(name);
    }

    @Override
    public Enumeration<String> getHeaderNames() {
        return Collections.enumeration(request.getHeaders().getFieldNamesCollection());
    }

    @Override
    public @Nullable String getContentType() {
        return request.getHeaders().get(HttpHeader.CONTENT_TYPE);
    }

    @Override
    public long getContentLengthLong() {
        return request.getLength();
    }

    @Override
    public int getContentLength() {
        long length = request.getLength();
        return length > Integer.MAX_VALUE ? -1 : (int) length;
    }

    @Override
    public Cookie @Nullable [] getCookies() {
        if (cookies == null && request.getHeaders().contains(HttpHeader.COOKIE)) {
            List<HttpCookie> sent = Request.getCookies(request);
            cookies = new Cookie[sent.size()];
            for (int i = 0; i < cookies.length; i++) {
                cookies[i] = new Cookie(sent.get(i).getName(), sent.get(i).getValue());
            }
        }
        return cookies;
    }

    @Override
    public String getScheme() {
        return String.valueOf(request.getHttpURI().getScheme());
    }

    @Override
    public boolean isSecure() {
        return request.isSecure();
    }

    @Override
    public String getServerName() {
        return Request.getServerName(request);
    }

    @Override
    public int getServerPort() {
        return Request.getServerPort(request);
    }

    @Override
    public String getRemoteAddr() {
        return Request.getRemoteAddr(request);
    }

    @Override
    public int getRemotePort() {
        return Request.getRemotePort(request);
    }

    @Override
    public String getLocalAddr() {
        return Request.getLocalAddr(request);
    }

    @Override
    public int getLocalPort() {
        return Request.getLocalPort(request);
    }

    @Override
    public @Nullable Object getAttribute(String name) {
        return request.getAttribute(name);
    }

    @Override
    public void setAttribute(String name, @Nullable Object value) {
        request.setAttribute(name, value);
    }

    @Override
    public void removeAttribute(String name) {
        request.removeAttribute(name);
    }

    @Override
    public DispatcherType getDispatcherType() {
        return DispatcherType.REQUEST;
    }

    @Override
    public boolean isAsyncSupported() {
        return true;
    }

    @Override
    public boolean isAsyncStarted() {
        return async != null;
    }

    @Override
    public AsyncContext startAsync() {
        if (async != null) {
            throw new IllegalStateException("the request is asynchronous already");
        }
        async = new DirectAsync(this, response);
        return async;
    }

    @Override
    public ServletInputStream getInputStream() {
        if (body == null) {
            body = new Body(Content.Source.asInputStream(request));
        }
        return body;
    }

    /** Whether somebody has read the body, or it could be dropped. */
    boolean isConsumed() {
        return body != null || UnreadBody.drop(request);
    }

    private static final class Body extends ServletInputStream {
        private final InputStream in;

        Body(InputStream in) {
            this.in = in;
        }

        @Override
        public int read() throws IOException {
            return in.read();
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            return in.read(bytes, offset, length);
        }

        @Override
        public boolean isFinished() {
            throw new UnsupportedOperationException("read to the end instead");
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            throw new UnsupportedOperationException("read without a listener: threads are virtual");
        }
    }
}
