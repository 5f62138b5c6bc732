package dev.alkdev.operations.jetty;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;

import java.util.concurrent.atomic.AtomicBoolean;

/** An answer that outlasts the servlet's call, without any limit of time. Threads share it. */
final class DirectAsync implements AsyncContext {
    private final DirectRequest request;
    private final DirectResponse response;
    private final AtomicBoolean completed = new AtomicBoolean();

    DirectAsync(DirectRequest request, DirectResponse response) {
        this.request = request;
        this.response = response;
        response.enter();
    }

    @Override
    public void complete() {
        if (completed.getAndSet(true)) {
            throw new IllegalStateException("the request is complete already");
        }
        response.leave();
    }

    @Override
    public ServletRequest getRequest() {
        return request;
    }

    @Override
    public ServletResponse getResponse() {
        return response;
    }

    @Override
    public boolean hasOriginalRequestAndResponse() {
        return true;
    }

    @Override
    public void start(Runnable run) {
        Thread.ofVirtual().name("operations-http").start(run);
    }

    @Override
    public void setTimeout(long timeout) {
        if (timeout > 0) {
            throw unsupported();
        }
    }

    @Override
    public long getTimeout() {
        return 0;
    }

    @Override
    public void dispatch() {
        throw unsupported();
    }

    @Override
    public void dispatch(String path) {
        throw unsupported();
    }

    @Override
    public void dispatch(ServletContext context, String path) {
        throw unsupported();
    }

    @Override
    public void addListener(AsyncListener listener) {
        throw unsupported();
    }

    @Override
    public void addListener(
            AsyncListener listener, ServletRequest request, ServletResponse response) {
        throw unsupported();
    }

    @Override
    public <T extends AsyncListener> T createListener(Class<T> type) {
        throw unsupported();
    }

    private static UnsupportedOperationException unsupported() {
        return new UnsupportedOperationException(
                "that needs a servlet container, which JettyHandler goes without");
    }
}
