package dev.alkdev.operations.hub;

import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;

/**
 * Resets the thread of a request before it serves the next, which may be another caller's. What is
 * in a {@link ThreadLocal} cannot be reset.
 */
final class RequestThreads extends Handler.Wrapper {
    /**
     * Starts threads that inherit nothing: who starts them has often served a request, and what its
     * handler left behind would be passed on for ever.
     */
    static Executor executor() {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        // Not an executor service: that keeps a list of the threads of all requests, for nobody.
        ThreadFactory threads =
                Thread.ofVirtual()
                        .inheritInheritableThreadLocals(false)
                        .name("operations-http ", 0)
                        .factory();
        return task -> {
            Thread thread = threads.newThread(task);
            thread.setContextClassLoader(loader);
            thread.start();
        };
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader loader = thread.getContextClassLoader();
        try {
            return super.handle(request, response, callback);
        } finally {
            thread.setContextClassLoader(loader);
            Thread.interrupted();
        }
    }
}
