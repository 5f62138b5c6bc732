package dev.alkdev.operations.examples.tasks;

import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.OperationSource.Status.State;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.openapi.DocumentSource;
import dev.alkdev.operations.openapi.HttpServiceOptions;
import dev.alkdev.operations.openapi.OpenApiSource;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Optional;

/** The library's server together with the import of its operations. Threads may share it. */
final class LibrarySource implements OperationSource {
    private static final int MOST_BOOKS = 1_000;

    private final Mutex lock = new Mutex();
    private final String namespace;
    private final int port;
    private final Duration tick;
    private @Nullable LibraryServer server;
    private volatile @Nullable OpenApiSource imported;
    private volatile OperationSource.Status own = new OperationSource.Status(State.NEW, 0, null);

    LibrarySource(String namespace, int port, Duration tick) {
        this.namespace = namespace;
        this.port = port;
        this.tick = tick;
    }

    @Override
    public String name() {
        return namespace;
    }

    @Override
    public Optional<String> kind() {
        return Optional.of("openapi");
    }

    @Override
    public OperationSource.Status status() {
        OpenApiSource source = imported;
        return source == null ? own : source.status();
    }

    @Override
    public void start(OperationSource.Publisher publisher) {
        lock.lock();
        try {
            if (status().state() != State.NEW) {
                throw new IllegalStateException(
                        "the source " + namespace + " was started or closed before");
            }
            Clock clock = Clock.tickMillis(ZoneOffset.UTC);
            LibraryServer opened =
                    LibraryServer.open(
                            port, new Library(clock, MOST_BOOKS), new LoanStream(clock, tick));
            server = opened;
            OpenApiSource source =
                    OpenApiSource.of(
                            DocumentSource.url(opened.uri().resolve("/openapi.json")),
                            HttpServiceOptions.of(namespace));
            imported = source;
            source.start(publisher);
        } catch (IOException e) {
            String reason = "cannot listen on port " + port + ": " + e.getMessage();
            own = new OperationSource.Status(State.FAILED, 0, reason);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        try (Registration held = lock.hold()) {
            OpenApiSource source = imported;
            if (source != null) {
                source.close();
            }
            if (server != null) {
                server.close();
                server = null;
            }
            own = new OperationSource.Status(State.CLOSED, 0, own.lastError());
        }
    }
}
