package dev.alkdev.operations.web;

import java.net.http.HttpClient;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;

import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/**
 * The JVM's default TLS, set up by the first connection that needs it. A client of {@link
 * HttpClient} sets it up when it is made, which reads all certificates the JVM trusts and takes two
 * thirds of the time of a first request, also where no request ever goes over TLS.
 */
public final class DeferredTls {
    private DeferredTls() {}

    /** Makes a client that has not set TLS up yet. */
    public static HttpClient.Builder newClient() {
        SSLParameters parameters = new SSLParameters();
        // As the client itself would choose; the rest is left to the context.
        parameters.setProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
        return HttpClient.newBuilder().sslContext(new Context()).sslParameters(parameters);
    }

    private static final class Context extends SSLContext {
        Context() {
            super(new Deferred(), null, "TLS");
        }
    }

    private static final class Deferred extends SSLContextSpi {
        private static SSLContext usual() {
            try {
                return SSLContext.getDefault();
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("TLS cannot be set up: " + e.getMessage(), e);
            }
        }

        @Override
        protected void engineInit(KeyManager[] keys, TrustManager[] trusted, SecureRandom random) {
            throw new IllegalStateException("the default needs no initialization");
        }

        @Override
        protected SSLSocketFactory engineGetSocketFactory() {
            return usual().getSocketFactory();
        }

        @Override
        protected SSLServerSocketFactory engineGetServerSocketFactory() {
            return usual().getServerSocketFactory();
        }

        @Override
        protected SSLEngine engineCreateSSLEngine() {
            return usual().createSSLEngine();
        }

        @Override
        protected SSLEngine engineCreateSSLEngine(String host, int port) {
            return usual().createSSLEngine(host, port);
        }

        @Override
        protected SSLSessionContext engineGetServerSessionContext() {
            return usual().getServerSessionContext();
        }

        @Override
        protected SSLSessionContext engineGetClientSessionContext() {
            return usual().getClientSessionContext();
        }

        @Override
        protected SSLParameters engineGetDefaultSSLParameters() {
            return usual().getDefaultSSLParameters();
        }

        @Override
        protected SSLParameters engineGetSupportedSSLParameters() {
            return usual().getSupportedSSLParameters();
        }
    }
}
