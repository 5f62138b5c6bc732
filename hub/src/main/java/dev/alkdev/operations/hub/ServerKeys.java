package dev.alkdev.operations.hub;

import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** The certificate a server shows, which may be renewed while it runs. Threads may share it. */
final class ServerKeys {
    private static final Logger LOG = LoggerFactory.getLogger(ServerKeys.class);

    private final ReentrantLock lock = new ReentrantLock();
    private final SslContextFactory.Server factory = new SslContextFactory.Server();
    private final TlsConfig config;
    private FilePrint print;

    /**
     * What the files contain now.
     *
     * @throws IllegalArgumentException if they cannot be used
     */
    ServerKeys(TlsConfig config) {
        this.config = config;
        this.print = FilePrint.of(List.of(config.certificate(), config.key()));
        factory.setSslContext(PemTls.server(config));
    }

    SslContextFactory.Server factory() {
        return factory;
    }

    /** Shows new connections what the files contain by now, if that can be used. */
    void renew() {
        lock.lock();
        try {
            FilePrint now = FilePrint.of(List.of(config.certificate(), config.key()));
            if (now.equals(print)) {
                return;
            }
            var context = PemTls.server(config);
            factory.reload(any -> any.setSslContext(context));
            print = now;
            LOG.info("New connections get the certificate that is in {} now", config.certificate());
        } catch (Exception e) {
            LOG.warn("The certificate stays as it was: {}", e.getMessage());
        } finally {
            lock.unlock();
        }
    }
}
