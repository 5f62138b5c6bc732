package dev.alkdev.operations.jetty;

import dev.alkdev.operations.base.FileFingerprint;

import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** The certificate a server shows, which may be renewed while it runs. Threads may share it. */
public final class ServerKeys {
    private static final Logger LOG = LoggerFactory.getLogger(ServerKeys.class);

    private final ReentrantLock lock = new ReentrantLock();
    private final SslContextFactory.Server factory = new SslContextFactory.Server();
    private final Path certificate;
    private final Path key;
    private FileFingerprint print;

    /**
     * What the files contain now.
     *
     * @param certificate a PEM file with the chain
     * @param key a PEM file with the private key
     * @throws IllegalArgumentException if they cannot be used
     */
    public ServerKeys(Path certificate, Path key) {
        this.certificate = certificate;
        this.key = key;
        this.print = FileFingerprint.of(List.of(certificate, key));
        factory.setSslContext(PemTls.server(certificate, key));
    }

    /** For a connector of a server. */
    public SslContextFactory.Server factory() {
        return factory;
    }

    /** Shows new connections what the files contain by now, if that can be used. */
    public void renew() {
        lock.lock();
        try {
            FileFingerprint now = FileFingerprint.of(List.of(certificate, key));
            if (now.equals(print)) {
                return;
            }
            var context = PemTls.server(certificate, key);
            factory.reload(any -> any.setSslContext(context));
            print = now;
            LOG.info("TLS certificate reloaded from {}", certificate);
        } catch (Exception e) {
            LOG.warn("TLS certificate not reloaded: {}", e.getMessage());
        } finally {
            lock.unlock();
        }
    }
}
